import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { ExportInput } from '#contract/leads.ts'
import type { Account } from '../auth/session.usecases.ts'
import type { Deps } from '../deps.ts'
import type { FileReply } from '../http/serve.ts'
import type { CatalogSnapshot } from '../places/catalog.ts'
import { isExportable } from '../places/sources.ts'
import { isSuppressed } from '../places/suppression/suppression.rules.ts'
import { ownSearch } from '../searches/own-search.usecases.ts'
import { byteOrderMark, csvField, csvLine } from '../shared/csv.ts'
import { exportColumns, exportLine } from './export-line.rules.ts'
import { ExportTurns } from './export-turns.ts'
import { currentLeads, isPulledSuppressed } from './current-leads.usecases.ts'
import { Refusal } from '../shared/refusal.ts'
import {
  type ExportableDataset,
  type ExportedContacts,
  type ExportedLines,
  exportLines,
  markExported,
} from './export.repository.ts'
import { countOwned } from './leads.repository.ts'

/** In a page. What else the process and the database have to answer comes in between: on one session it waits for it. */
const PAGE_LEADS = { embedded: 250, postgres: 1000 }

const exportTurns = new ExportTurns()
export const exportsRunning = (): number => exportTurns.running

type Chosen = { searchId: number | null; leadIds: number[] | null }

/** A CSV file of leads that the user has pulled: of a search, chosen ones, or all. Streams; a page is in memory at a time. */
export async function exportLeads(
  deps: Deps,
  account: Account,
  {
    searchId = null,
    leadIds = null,
  }: { [K in keyof z.output<typeof ExportInput>]?: z.output<typeof ExportInput>[K] | null },
): Promise<FileReply> {
  const search = searchId === null ? null : await ownSearch(deps.db, account.id, searchId)
  const chosen: Chosen = { searchId, leadIds: leadIds === null ? null : [...new Set(leadIds)] }
  if (chosen.leadIds !== null) {
    const owned = await countOwned(deps.db, { userId: account.id, leadIds: chosen.leadIds, searchId })
    if (owned < chosen.leadIds.length) throw new Refusal('NOT_FOUND')
  }
  const today = deps.clock.now().toISOString().slice(0, 10)
  const title = search === null ? 'all' : `${search.categoryWords}-${search.locationLabel}`
  const endTurn = exportTurns.take(account.id)
  const content = Readable.from(csvOf(deps, account, chosen))
  content.once('close', endTurn)
  return { fileName: `leads-${slug(title)}-${today}.csv`, content }
}

async function* csvOf(deps: Deps, account: Account, chosen: Chosen): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(exportColumns)
  let after: number | null = null
  while (true) {
    const start: number | null = after
    const page: WholePage | null = await exportTurns.steps.run(() => pageOf(deps, account, chosen, start))
    if (page === null) return
    yield page.lines.join('')
    await exportTurns.steps.run(() => markExported(deps.db, page.newIds, deps.clock.now()))
    after = page.last
  }
}

type WholePage = {
  /** Empty for businesses that asked to be left alone, and sources that are not given away. */
  lines: string[]
  /** Written for the first time. */
  newIds: number[]
  last: number
}

async function pageOf(deps: Deps, account: Account, chosen: Chosen, after: number | null): Promise<WholePage | null> {
  const snapshot = await deps.catalog.refresh()
  const page = await exportLines(deps.db, {
    userId: account.id,
    ...chosen,
    datasets: exportableDatasets(snapshot),
    withContacts: Object.values(snapshot.suppressed).some(({ size }) => size > 0),
    after,
    length: PAGE_LEADS[deps.db.kind],
  })
  if (page === null) return null
  const lines = await wholeLines(deps, page, snapshot)
  const newIds = page.ids.filter((_, index) => lines[index] !== '' && page.isNew[index] === true)
  return { lines, newIds, last: page.last }
}

async function wholeLines(deps: Deps, page: ExportedLines, snapshot: CatalogSnapshot): Promise<string[]> {
  const rows = new Map(page.unwritten.map(row => [row.id, row]))
  const leads = await currentLeads(deps, page.unwritten)
  const written = new Map(
    leads.flatMap(lead => {
      const row = rows.get(lead.id)
      return row === undefined || lead.doNotContact || !isExportable(lead.source)
        ? []
        : [[lead.id, exportLine(lead, row)]]
    }),
  )
  return page.ids.map((id, index) => {
    const contacts = page.contacts[index]
    if (contacts !== undefined && isLeftAlone(contacts, snapshot)) return ''
    return page.lines[index] || (written.get(id) ?? '')
  })
}

const isLeftAlone = ({ pulled, placeKey, ...now }: ExportedContacts, snapshot: CatalogSnapshot): boolean =>
  isPulledSuppressed(pulled, placeKey, snapshot) || isSuppressed({ ...now, placeKeys: [placeKey] }, snapshot.suppressed)

/** Sources that are given away, and whose key is told from the others' by the first colon of a place's key. */
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
