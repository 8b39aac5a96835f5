import { defaultColumns, type ExportColumn, perFactColumn } from '#contract/export-columns.ts'
import type { Lead } from '#contract/leads.ts'
import { csvLine } from '#server/platform/basics/csv.ts'

/** What a line says about the search that pulled the lead. */
export type LineContext = { categoryWords: string; locationLabel: string; distanceMiles: number | null }

type Field = (lead: Lead, row: LineContext) => string | number | null

const fields: Record<ExportColumn, Field> = {
  name: lead => lead.businessName,
  category: lead => lead.category,
  phone: lead => lead.phoneNumber,
  website: lead => lead.website,
  email: lead => lead.email,
  street: lead => lead.address,
  city: lead => lead.city,
  state: lead => lead.state,
  postal_code: lead => lead.zipCode,
  latitude: lead => lead.latitude,
  longitude: lead => lead.longitude,
  distance_miles: (_, row) => row.distanceMiles,
  rating: lead => (lead.rating === null ? null : Number(lead.rating)),
  quality_score: lead => lead.qualityScore,
  source: lead => lead.source,
  source_license: lead => lead.sourceLicense,
  last_confirmed: lead => lead.lastConfirmed,
  lead_id: lead => lead.id,
  search_category: (_, row) => row.categoryWords,
  search_location: (_, row) => row.locationLabel,
  attribution: lead => lead.attribution.join('; '),
  fact_sources: factSourcesOf,
  still_listed: lead => (lead.isListed ? 'yes' : 'no'),
  ...perFactColumn<Field>(name => lead => lead[name]),
}

/** A lead as a CSV line. For most leads, `exportLines` writes the line of the default columns in SQL. */
export const exportLine = (lead: Lead, row: LineContext, columns: readonly ExportColumn[] = defaultColumns): string =>
  csvLine(columns.map(column => fields[column](lead, row)))

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
