import type { Lead } from '#contract/leads.ts'
import { csvLine } from '#server/platform/basics/csv.ts'

/** A stable header: new columns are only added at the end. */
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

/** What a line says about the search that pulled the lead. */
export type LineContext = { categoryWords: string; locationLabel: string; distanceMiles: number | null }

/** A lead as a CSV line. For most leads, `exportLines` writes the same line in SQL. */
export const exportLine = (lead: Lead, row: LineContext): string =>
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
    row.distanceMiles,
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

/**
 * "name, phone: Overture Maps (Meta), CDLA-Permissive-2.0, 2026-04-06; email: …": facts from the same source row are
 * grouped.
 */
function factSourcesOf({ factSources }: Lead): string {
  const rows = Map.groupBy(factSources, ({ sourceName, license, confirmedOn, release }) =>
    [sourceName, license, confirmedOn ?? `release ${release ?? 'not known'}`].join(', '),
  )
  return [...rows].map(([row, facts]) => `${facts.map(({ fact }) => fact).join(', ')}: ${row}`).join('; ')
}
