import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { z } from 'zod'
import type { ExportInput, Lead } from '#contract/leads.ts'
import type { Account } from '../auth/session.usecases.ts'
import type { Deps } from '../deps.ts'
import type { FileReply } from '../http/serve.ts'
import { sources } from '../places/sources.ts'
import { ownSearch } from '../searches/own-search.usecases.ts'
import { byteOrderMark, csvLine } from '../shared/csv.ts'
import { ExportTurns } from './export-turns.ts'
import { currentLeads } from './current-leads.usecases.ts'
import { Refusal } from '../shared/refusal.ts'
import { countOwned, type ExportedLead, exportPage, markExported } from './leads.repository.ts'

// Small pages: what else the process has to answer comes in between.
const PAGE_ROWS = 500
/** The stable header: columns are added at the end or not at all. */
export const exportColumns = [
  'name',
  'category',
  'phone',
  'website',
  'email',
  'street',
  'city',
  'state',
  'postal_code',
  'latitude',
  'longitude',
  'distance_miles',
  'rating',
  'quality_score',
  'source',
  'source_license',
  'last_confirmed',
  'lead_id',
  'search_category',
  'search_location',
  'attribution',
  'fact_sources',
  'still_listed',
] as const

const exportTurns = new ExportTurns()

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
    const page: ExportedLead[] = await exportPage(deps.db, { userId: account.id, ...chosen, after, limit: PAGE_ROWS })
    if (page.length === 0) return
    // The facts of today, and none of a business that asked to be left alone.
    const current = await currentLeads(deps, page)
    const exported = page.flatMap((row, index) => {
      const lead = current[index]
      return lead === undefined || lead.doNotContact || !isExportable(lead.source) ? [] : [{ row, lead }]
    })
    yield exported.map(lineOf).join('')
    await nextTurn()
    await markExported(
      deps.db,
      account.id,
      exported.map(({ lead }) => lead.id),
      deps.clock.now(),
    )
    after = page.at(-1)?.position ?? null
  }
}

const isExportable = (source: string): boolean =>
  source in sources && sources[source as keyof typeof sources].isExportable

const lineOf = ({ row, lead }: { row: ExportedLead; lead: Lead }): string =>
  csvLine([
    lead.businessName,
    lead.category,
    lead.phoneNumber,
    lead.website,
    lead.email,
    lead.address,
    lead.city,
    lead.state,
    lead.zipCode,
    lead.latitude,
    lead.longitude,
    row.distanceMiles === null ? null : Number(row.distanceMiles.toFixed(2)),
    lead.rating === null ? null : Number(lead.rating),
    lead.qualityScore,
    lead.source,
    lead.sourceLicense,
    lead.lastConfirmed,
    lead.id,
    row.categoryWords,
    row.locationLabel,
    lead.attribution.join('; '),
    factSourcesOf(lead),
    lead.isListed ? 'yes' : 'no',
  ])

/** "name, phone: Overture Maps (Meta), CDLA-Permissive-2.0, 2026-04-06; email: …": facts of the same row stand together. */
function factSourcesOf({ factSources }: Lead): string {
  const rows = Map.groupBy(factSources, ({ sourceName, license, confirmedOn, release }) =>
    [sourceName, license, confirmedOn ?? `release ${release ?? 'not known'}`].join(', '),
  )
  return [...rows].map(([row, facts]) => `${facts.map(({ fact }) => fact).join(', ')}: ${row}`).join('; ')
}

const slug = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80)
