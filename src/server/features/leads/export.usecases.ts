import { Readable } from 'node:stream'
import type { z } from 'zod'
import { defaultColumns, type ExportColumn } from '#contract/export-columns.ts'
import type { ExportInput } from '#contract/leads.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import type { FileReply } from '#server/platform/basics/replies.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { isExportable } from '#server/catalog/place/sources.ts'
import { ownSearchTitle } from './own-search.usecases.ts'
import { byteOrderMark, csvField, csvLine } from '#server/platform/basics/csv.ts'
import { exportLine } from './export-line.rules.ts'
import { ExportTurns } from './export-turns.ts'
import { currentLead } from './current-lead.rules.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { type ExportableDataset, type ExportedLines, exportLines, markExported } from './export.repository.ts'
import { countOwned } from './leads.repository.ts'
import { readLeads } from './refresh-leads.usecases.ts'

/** Leads per page. Between pages, other requests get the embedded database's only session. */
const PAGE_LEADS = { embedded: 250, postgres: 1000 }

/** Exports up to this size are completed before they are sent, so that a slow reader does not hold them up. */
const SMALL_LEADS = 500

const exportTurns = new ExportTurns()
export const exportsRunning = (): number => exportTurns.largeOnes

type Chosen = { searchId: number | null; leadIds: number[] | null; columns: readonly ExportColumn[] }

/** A CSV file of the user's leads: of a search, chosen ones, or all. Streamed, with one page in memory. */
export async function exportLeads(
  deps: Deps,
  account: Account,
  {
    searchId = null,
    leadIds = null,
    columns,
  }: { [K in keyof z.output<typeof ExportInput>]?: z.output<typeof ExportInput>[K] | null },
): Promise<FileReply> {
  const title = searchId === null ? 'all' : await ownSearchTitle(deps.db, account.id, searchId)
  const chosen: Chosen = {
    searchId,
    leadIds: leadIds === null ? null : [...new Set(leadIds)],
    columns: columns ?? defaultColumns,
  }
  if (chosen.leadIds !== null) {
    const owned = await countOwned(deps.db, { userId: account.id, leadIds: chosen.leadIds, searchId })
    if (owned < chosen.leadIds.length) throw new Refusal('NOT_FOUND')
  }
  const today = deps.clock.now().toISOString().slice(0, 10)
  return { fileName: `leads-${slug(title)}-${today}.csv`, content: await contentOf(deps, account, chosen) }
}

/** A small export is completed here. A larger one continues while it is sent, and can only be refused before that. */
async function contentOf(deps: Deps, account: Account, chosen: Chosen): Promise<Readable> {
  const ends = [exportTurns.open(account.id)]
  try {
    const pages = pagesOf(deps, account, chosen)
    const made: WholePage[] = []
    let next = await pages.next()
    while (next.done !== true) {
      made.push(next.value)
      if (made.reduce((leads, { lines }) => leads + lines.length, 0) > SMALL_LEADS) break
      next = await pages.next()
    }
    if (next.done !== true) ends.push(exportTurns.takeLarge(account.id))
    return Readable.from(csvOf(deps, chosen, made, pages)).once('close', () => ends.forEach(end => end()))
  } catch (error) {
    for (const end of ends) end()
    throw error
  }
}

async function* csvOf(
  deps: Deps,
  { columns }: Chosen,
  made: WholePage[],
  rest: AsyncGenerator<WholePage>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns)
  for (const page of made) yield* sent(deps, page)
  for await (const page of rest) yield* sent(deps, page)
}

async function* sent(deps: Deps, { lines, newIds }: WholePage): AsyncGenerator<string> {
  yield lines.join('')
  await exportTurns.steps.run(() => markExported(deps.db, newIds, deps.clock.now()))
}

async function* pagesOf(deps: Deps, account: Account, chosen: Chosen): AsyncGenerator<WholePage> {
  let after: number | null = null
  while (true) {
    const start: number | null = after
    const page: WholePage | null = await exportTurns.steps.run(() => pageOf(deps, account, chosen, start))
    if (page === null) return
    yield page
    after = page.last
  }
}

type WholePage = {
  /** Empty for leads from sources that may not be exported. */
  lines: string[]
  /** Exported for the first time. */
  newIds: number[]
  last: number
}

async function pageOf(
  deps: Deps,
  account: Account,
  { columns, ...chosen }: Chosen,
  after: number | null,
): Promise<WholePage | null> {
  return readLeads(deps, account.id, async snapshot => {
    const page = await exportLines(deps.db, {
      userId: account.id,
      ...chosen,
      // The database writes lines of the default columns only.
      datasets: columns === defaultColumns ? exportableDatasets(snapshot) : [],
      after,
      length: PAGE_LEADS[deps.db.kind],
    })
    if (page === null) return null
    const lines = wholeLines(page, columns, snapshot)
    const newIds = page.ids.filter((_, index) => lines[index] !== '' && page.isNew[index] === true)
    return { lines, newIds, last: page.last }
  })
}

function wholeLines(
  { ids, lines, unwritten }: ExportedLines,
  columns: readonly ExportColumn[],
  snapshot: CatalogSnapshot,
): string[] {
  const written = new Map(
    unwritten.flatMap(row => {
      const lead = currentLead(row, snapshot)
      return isExportable(lead.source) ? [[lead.id, exportLine(lead, row, columns)]] : []
    }),
  )
  return ids.map((id, index) => lines[index] || (written.get(id) ?? ''))
}

/** Sources that may be exported, and whose places' keys are unambiguous up to the first colon. */
export const exportableDatasets = ({ datasets }: CatalogSnapshot): ExportableDataset[] => {
  const all = [...datasets.values()]
  return all
    .filter(({ source, key }) => source.isExportable && !all.some(other => other.key.startsWith(`${key}:`)))
    .map(({ id, key, name, source }) => ({
      id,
      key,
      name,
      source: source.key,
      attribution: csvField(source.attribution),
    }))
}

const slug = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80)
