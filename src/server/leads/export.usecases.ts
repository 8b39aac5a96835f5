import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { ExportInput, ExportPreview } from '#contract/leads/leads.ts'
import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import type { Account, Requester } from '#server/accounts/sessions/session.usecases.ts'
import { isExportable, sources } from '#server/catalog/place/sources.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { contactsOfSites, type SiteContacts } from '#server/catalog/sites/known-sites.usecases.ts'
import { csvField } from '#server/platform/basics/csv.ts'
import { invalidInput, Refusal } from '#server/platform/basics/refusal.ts'
import type { FileReply } from '#server/platform/basics/replies.ts'
import { callerKey } from '#server/platform/limits/limited-caller.ts'
import { currentLead } from './current-lead.ts'
import type { Deps } from './deps.ts'
import { notOnOwnList } from './do-not-contact.usecases.ts'
import { exportLayout, type ExportLayout } from './export-layout.ts'
import { ExportLimits } from './export-limits.ts'
import {
  countExportable,
  type ExportableDataset,
  type ExportPage,
  type PageQuery,
  exportPage,
  type LineKind,
  markExported,
} from './export.repository.ts'
import { expectedLeadIds } from './lead-list.usecases.ts'
import { assertOwnLeads } from './own-lead.usecases.ts'
import { leadListName, ownSearchTitle } from './own-names.usecases.ts'
import { readLeads } from './refresh-leads.usecases.ts'

/** The number of leads per page. Between pages, other requests get the embedded database's only session. */
const PAGE_LEADS = { embedded: 250, postgres: 1000 }

/** Exports up to this size are completed before they are sent, so that slow readers do not matter. */
const SMALL_LEADS = 500

const exportLimits = new ExportLimits()
export const exportsRunning = (): number => exportLimits.largeOnes

type Wanted = { [K in keyof z.output<typeof ExportInput>]?: z.output<typeof ExportInput>[K] | null }
type Chosen = { leads: Pick<PageQuery, 'searchId' | 'listId' | 'leadIds'>; layout: ExportLayout }

/** Exports the leads of a search or list, selected leads, or all. The file is streamed, with one page in memory. */
export async function exportLeads(deps: Deps, exporter: Requester, wanted: Wanted): Promise<FileReply> {
  const { account } = exporter
  const { title, ...chosen } = await chosenLeads(deps, account, wanted)
  const today = deps.clock.now().toISOString().slice(0, 10)
  const { preset, extension, mediaType } = chosen.layout
  return {
    fileName: `${['leads', slug(title), preset && slug(preset), today].filter(Boolean).join('-')}.${extension}`,
    mediaType,
    content: await contentOf(deps, exporter, chosen),
  }
}

/** Counts the leads that the file would contain, and the leads that it would leave out by reason. */
export async function previewExport(deps: Deps, account: Account, wanted: Wanted): Promise<ExportPreview> {
  const { leads: chosen, layout } = await chosenLeads(deps, account, wanted)
  const unshareable = Object.values(sources).flatMap(({ key }) => (isExportable(key) ? [] : [key]))
  return readLeads(deps, account.id, async () => {
    const { leads, ...leftOut } = await countExportable(deps.db, {
      userId: account.id,
      ...chosen,
      unshareable,
      needsEmail: layout.needsEmail,
    })
    return {
      rows: leads - leftOut.doNotContact - leftOut.returned - leftOut.notShareable - leftOut.withoutEmail,
      leftOut,
    }
  })
}

/** Finds the leads to export. Throws if the leads, the search, or the list belong to another user. */
async function chosenLeads(
  deps: Deps,
  account: Account,
  { searchId = null, listId = null, leadIds = null, matching = null, ...form }: Wanted,
): Promise<Chosen & { title: string }> {
  if (matching !== null) {
    const isAmbiguous = searchId !== null || listId !== null || leadIds !== null
    if (isAmbiguous) throw invalidInput('matching', 'Send either matching, or searchId, listId, and leadIds')
    const ids = await expectedLeadIds(deps, account, matching)
    return chosenLeads(deps, account, { ...form, searchId: matching.searchId, listId: matching.listId, leadIds: ids })
  }
  const layout = exportLayout(form)
  const search = searchId === null ? 'all' : await ownSearchTitle(deps.db, account.id, searchId)
  const title = listId === null ? search : await leadListName(deps.db, account.id, listId)
  if (leadIds !== null) await assertOwnLeads(deps.db, { userId: account.id, leadIds, searchId })
  return { leads: { searchId, listId, leadIds: leadIds && [...new Set(leadIds)] }, layout, title }
}

/** The content of the file: a small one completed here, a large one made while it is sent. */
async function contentOf(deps: Deps, exporter: Requester, chosen: Chosen): Promise<Readable> {
  const { columns, writer } = chosen.layout
  const ends = [exportLimits.open(exporter)]
  try {
    const pages = pagesOf(deps, exporter, chosen)
    const made: WholePage[] = []
    let next = await pages.next()
    while (next.done !== true) {
      made.push(next.value)
      if (made.reduce((leads, { count }) => leads + count, 0) > SMALL_LEADS) break
      next = await pages.next()
    }
    const isSmall = next.done === true
    const large = isSmall ? null : exportLimits.takeLarge(exporter)
    if (large !== null) ends.push(large.release)
    const holder = callerKey(exporter)
    const file = writer.file(columns, rowsOf(deps, holder, made, pages))
    const content =
      isSmall && writer.isThreaded === true
        ? await exportLimits.smallFiles.run(holder, () => Array.fromAsync(file))
        : file
    const sent = Readable.from(content, large === null ? {} : { signal: large.signal })
    return sent.once('close', () => ends.forEach(end => end()))
  } catch (error) {
    for (const end of ends) end()
    throw error
  }
}

/** Yields the rows of each page. When the next one is requested, the leads before are marked as exported. */
async function* rowsOf(
  deps: Deps,
  holder: string,
  made: WholePage[],
  rest: AsyncGenerator<WholePage>,
): AsyncGenerator<readonly string[]> {
  for await (const { rows, newIds } of inTurn(made, rest)) {
    yield rows
    await exportLimits.steps.run(holder, () => markExported(deps.db, newIds, deps.clock.now()))
  }
}

async function* inTurn(made: WholePage[], rest: AsyncGenerator<WholePage>): AsyncGenerator<WholePage> {
  yield* made
  yield* rest
}

async function* pagesOf(deps: Deps, exporter: Requester, chosen: Chosen): AsyncGenerator<WholePage> {
  let after: number | null = null
  while (true) {
    const start: number | null = after
    const page: WholePage | null = await exportLimits.steps.run(callerKey(exporter), () =>
      pageOf(deps, exporter.account, chosen, start),
    )
    if (page === null) return assertStillThere(deps, exporter.account, chosen)
    yield page
    after = page.last
  }
}

/** Throws if the list or account was deleted while its leads were read: the file would be cut short. */
async function assertStillThere(deps: Deps, { id }: Account, { leads: { listId } }: Chosen): Promise<void> {
  if (listId !== null) await leadListName(deps.db, id, listId)
  if ((await readAccount(deps, id)) === undefined) throw new Refusal('NOT_FOUND', { message: 'Account not found' })
}

type WholePage = {
  /** The number of leads, including those that may not be exported. */
  count: number
  /** The written rows. None for leads of sources that may not be exported, or that a preset leaves out. */
  rows: string[]
  /** The leads that are exported for the first time. */
  newIds: number[]
  last: number
}

async function pageOf(
  deps: Deps,
  account: Account,
  { leads, layout }: Chosen,
  after: number | null,
): Promise<WholePage | null> {
  return readLeads(deps, account.id, async snapshot => {
    const page = await exportPage(deps.db, {
      userId: account.id,
      ...leads,
      datasets: layout.writtenByDatabase === null ? [] : exportableDatasets(snapshot, layout.writtenByDatabase),
      writes: layout.writtenByDatabase ?? 'csv',
      hasNotes: layout.columns.includes('notes'),
      after,
      length: PAGE_LEADS[deps.db.kind],
    })
    if (page === null) return null
    const hasContacts = ['website_emails', 'website_phones'].some(column => layout.columns.includes(column))
    const domains = hasContacts ? page.unwritten.flatMap(({ siteDomain }) => siteDomain ?? []) : []
    const contacts = await contactsOfSites(deps.db, domains, found => notOnOwnList(deps.db, account.id, found))
    const rows = writtenRows(page, layout, { snapshot, contacts })
    const newIds = page.ids.filter((_, index) => rows[index] !== '' && page.isNew[index] === true)
    return { count: page.ids.length, rows: rows.filter(row => row !== ''), newIds, last: page.last }
  })
}

/** The row of each lead on the page. It is empty if the lead is left out. */
function writtenRows(
  { ids, lines, unwritten }: ExportPage,
  { rowOf, writer }: ExportLayout,
  { snapshot, contacts }: { snapshot: CatalogSnapshot; contacts: ReadonlyMap<string, SiteContacts> },
): string[] {
  const written = new Map(
    unwritten.flatMap(stored => {
      const lead = currentLead(stored, snapshot)
      const row = isExportable(lead.source)
        ? rowOf(lead, { ...stored, contacts: contacts.get(stored.siteDomain ?? '') })
        : null
      return row === null ? [] : [[lead.id, writer.row(row)]]
    }),
  )
  return ids.map((id, index) => lines[index] || (written.get(id) ?? ''))
}

/** The sources that may be exported, and whose place keys are unambiguous up to the first colon. */
export const exportableDatasets = ({ datasets }: CatalogSnapshot, writes: LineKind): ExportableDataset[] => {
  const all = [...datasets.values()]
  return all
    .filter(({ source, key }) => source.isExportable && !all.some(other => other.key.startsWith(`${key}:`)))
    .map(({ id, key, name, source }) => ({
      id,
      key,
      name,
      source: source.key,
      attribution: writes === 'csv' ? csvField(source.attribution) : source.attribution,
    }))
}

const slug = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80)
