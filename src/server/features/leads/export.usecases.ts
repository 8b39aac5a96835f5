import { Readable } from 'node:stream'
import type { z } from 'zod'
import { defaultColumns, type ExportColumn } from '#contract/export-columns.ts'
import { exportFormats } from '#contract/export-formats.ts'
import type { ExportInput } from '#contract/leads.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import { isExportable } from '#server/catalog/place/sources.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import type { Deps } from '#server/features/deps.ts'
import { csvField } from '#server/platform/basics/csv.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { FileReply } from '#server/platform/basics/replies.ts'
import { currentLead } from './current-lead.ts'
import { ExportLimits } from './export-limits.ts'
import { exportRow } from './export-row.rules.ts'
import { type ExportWriter, exportWriters } from './export-writers.ts'
import { type ExportableDataset, type ExportPage, exportPage, markExported } from './export.repository.ts'
import { countOwned } from './leads.repository.ts'
import { ownSearchTitle } from './own-search.usecases.ts'
import { readLeads } from './refresh-leads.usecases.ts'

/** Leads per page. Between pages, other requests get the embedded database's only session. */
const PAGE_LEADS = { embedded: 250, postgres: 1000 }

/** Exports up to this size are completed before they are sent, so that a slow reader does not hold them up. */
const SMALL_LEADS = 500

const exportLimits = new ExportLimits()
export const exportsRunning = (): number => exportLimits.largeOnes

type Chosen = {
  searchId: number | null
  leadIds: number[] | null
  columns: readonly ExportColumn[]
  writer: ExportWriter
}

/** A file of the user's leads: of a search, chosen ones, or all. Streamed, with one page in memory. */
export async function exportLeads(
  deps: Deps,
  account: Account,
  {
    searchId = null,
    leadIds = null,
    columns,
    format,
  }: { [K in keyof z.output<typeof ExportInput>]?: z.output<typeof ExportInput>[K] | null },
): Promise<FileReply> {
  const title = searchId === null ? 'all' : await ownSearchTitle(deps.db, account.id, searchId)
  const chosen: Chosen = {
    searchId,
    leadIds: leadIds === null ? null : [...new Set(leadIds)],
    columns: columns ?? defaultColumns,
    writer: exportWriters[format ?? 'csv'],
  }
  if (chosen.leadIds !== null) {
    const owned = await countOwned(deps.db, { userId: account.id, leadIds: chosen.leadIds, searchId })
    if (owned < chosen.leadIds.length) throw new Refusal('NOT_FOUND')
  }
  const today = deps.clock.now().toISOString().slice(0, 10)
  const { extension, mediaType } = exportFormats[format ?? 'csv']
  return {
    fileName: `leads-${slug(title)}-${today}.${extension}`,
    mediaType,
    content: await contentOf(deps, account, chosen),
  }
}

/** A small export is completed here. A larger one continues while it is sent, and can only be refused before that. */
async function contentOf(deps: Deps, account: Account, chosen: Chosen): Promise<Readable> {
  const ends = [exportLimits.open(account.id)]
  try {
    const pages = pagesOf(deps, account, chosen)
    const made: WholePage[] = []
    let next = await pages.next()
    while (next.done !== true) {
      made.push(next.value)
      if (made.reduce((leads, { count }) => leads + count, 0) > SMALL_LEADS) break
      next = await pages.next()
    }
    if (next.done !== true) ends.push(exportLimits.takeLarge(account.id))
    return Readable.from(textOf(deps, chosen, made, pages)).once('close', () => ends.forEach(end => end()))
  } catch (error) {
    for (const end of ends) end()
    throw error
  }
}

async function* textOf(
  deps: Deps,
  { columns, writer }: Chosen,
  made: WholePage[],
  rest: AsyncGenerator<WholePage>,
): AsyncGenerator<string> {
  yield writer.start(columns)
  let isFirst = true
  for await (const { rows, newIds } of inTurn(made, rest)) {
    if (rows.length > 0) {
      yield (isFirst ? '' : writer.between) + rows.join(writer.between)
      isFirst = false
    }
    await exportLimits.steps.run(() => markExported(deps.db, newIds, deps.clock.now()))
  }
  yield writer.end
}

async function* inTurn(made: WholePage[], rest: AsyncGenerator<WholePage>): AsyncGenerator<WholePage> {
  yield* made
  yield* rest
}

async function* pagesOf(deps: Deps, account: Account, chosen: Chosen): AsyncGenerator<WholePage> {
  let after: number | null = null
  while (true) {
    const start: number | null = after
    const page: WholePage | null = await exportLimits.steps.run(() => pageOf(deps, account, chosen, start))
    if (page === null) return
    yield page
    after = page.last
  }
}

type WholePage = {
  /** The number of leads, including those that may not be exported. */
  count: number
  /** Written rows. Leads from sources that may not be exported have none. */
  rows: string[]
  /** Exported for the first time. */
  newIds: number[]
  last: number
}

async function pageOf(
  deps: Deps,
  account: Account,
  { searchId, leadIds, columns, writer }: Chosen,
  after: number | null,
): Promise<WholePage | null> {
  return readLeads(deps, account.id, async snapshot => {
    // Written by the database, CSV rows of the default columns cost a twelfth of the CPU time.
    const isWrittenByDatabase = writer === exportWriters.csv && columns === defaultColumns
    const page = await exportPage(deps.db, {
      userId: account.id,
      searchId,
      leadIds,
      datasets: isWrittenByDatabase ? exportableDatasets(snapshot) : [],
      after,
      length: PAGE_LEADS[deps.db.kind],
    })
    if (page === null) return null
    const rows = writtenRows(page, { columns, writer, snapshot })
    const newIds = page.ids.filter((_, index) => rows[index] !== '' && page.isNew[index] === true)
    return { count: page.ids.length, rows: rows.filter(row => row !== ''), newIds, last: page.last }
  })
}

/** A row for each lead of the page; empty if it may not be exported. */
function writtenRows(
  { ids, lines, unwritten }: ExportPage,
  { columns, writer, snapshot }: Pick<Chosen, 'columns' | 'writer'> & { snapshot: CatalogSnapshot },
): string[] {
  const written = new Map(
    unwritten.flatMap(stored => {
      const lead = currentLead(stored, snapshot)
      return isExportable(lead.source) ? [[lead.id, writer.row(exportRow(lead, stored, columns))]] : []
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
