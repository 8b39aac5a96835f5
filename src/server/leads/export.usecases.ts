import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { ExportInput } from '#contract/leads.ts'
import type { Account } from '../auth/session.usecases.ts'
import type { Deps } from '../deps.ts'
import type { FileReply } from '../http/serve.ts'
import { sources } from '../places/sources.ts'
import { ownSearch } from '../searches/own-search.usecases.ts'
import { byteOrderMark, csvLine } from '../shared/csv.ts'
import { Refusal } from '../shared/refusal.ts'
import { countOwned, type ExportedLead, exportPage, markExported } from './leads.repository.ts'

const PAGE_ROWS = 1000
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
] as const

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
  return { fileName: `leads-${slug(title)}-${today}.csv`, content: Readable.from(csvOf(deps, account, chosen)) }
}

async function* csvOf(deps: Deps, account: Account, chosen: Chosen): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(exportColumns)
  let after: number | null = null
  while (true) {
    const page: ExportedLead[] = await exportPage(deps.db, { userId: account.id, ...chosen, after, limit: PAGE_ROWS })
    if (page.length === 0) return
    const exported = page.filter(lead => isExportable(lead.facts.source))
    yield exported.map(lineOf).join('')
    await markExported(
      deps.db,
      account.id,
      exported.map(lead => lead.id),
      deps.clock.now(),
    )
    after = page.at(-1)?.position ?? null
  }
}

const isExportable = (source: string): boolean =>
  source in sources && sources[source as keyof typeof sources].isExportable

const lineOf = ({ id, facts, distanceMiles, categoryWords, locationLabel }: ExportedLead): string =>
  csvLine([
    facts.businessName,
    facts.category,
    facts.phoneNumber,
    facts.website,
    facts.email,
    facts.address,
    facts.city,
    facts.state,
    facts.zipCode,
    facts.latitude,
    facts.longitude,
    distanceMiles === null ? null : Number(distanceMiles.toFixed(2)),
    facts.rating === null ? null : Number(facts.rating),
    facts.qualityScore,
    facts.source,
    facts.sourceLicense,
    facts.lastConfirmed,
    id,
    categoryWords,
    locationLabel,
  ])

const slug = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80)
