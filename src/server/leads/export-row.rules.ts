import { defaultColumns, type ExportColumn, perFactColumn } from '#contract/leads/export-columns.ts'
import { statusNames } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { flagWords } from '#contract/leads/site-lines.ts'
import type { SiteContacts } from '#server/catalog/sites/known-sites.usecases.ts'
import { nationalPhone } from './lead-facts.rules.ts'

/** The facts in a row besides the lead: the search that pulled it, the user's notes, newest first, and its website. */
export type RowContext = {
  categoryWords: string
  locationLabel: string
  distanceMiles: number | null
  notes: string | null
  /** What the website shows. Only if the file has columns for it. */
  contacts?: SiteContacts | undefined
}

type ExportValue = string | number | boolean | null | readonly string[]
/** The columns of a lead with their values, in the order of the file. */
export type ExportRow = readonly (readonly [string, ExportValue])[]

type Field = (lead: Lead, row: RowContext) => ExportValue

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
  attribution: lead => lead.attribution,
  fact_sources: factSourcesOf,
  still_listed: lead => lead.isListed,
  ...perFactColumn<Field>(name => lead => lead[name]),
  status: lead => statusNames[lead.status],
  tags: lead => lead.tags,
  follow_up_on: lead => lead.followUpOn,
  notes: (_, row) => row.notes,
  website_grade: ({ site }) => site?.grade ?? null,
  website_score: ({ site }) => site?.score ?? null,
  reasons_to_call: ({ site }) => site?.reasons ?? null,
  website_shows: ({ site }) => site?.shows.map(flag => flagWords[flag]) ?? null,
  website_lacks: ({ site }) => site?.missing.map(flag => flagWords[flag]) ?? null,
  built_with: ({ site }) => site?.platform ?? null,
  booking_page: ({ site }) => site?.booking ?? null,
  website_emails: (_, { contacts }) => contacts?.emails ?? null,
  website_phones: (_, { contacts }) => contacts?.phones.map(phone => nationalPhone(Number(phone))) ?? null,
  website_checked_on: ({ site }) => site?.checkedAt.slice(0, 10) ?? null,
}

export const exportRow = (
  lead: Lead,
  context: RowContext,
  columns: readonly ExportColumn[] = defaultColumns,
): ExportRow => columns.map(column => [column, fields[column](lead, context)])

/**
 * Formats the sources of facts, and groups facts from the same source row, as in "name, phone: Overture Maps (Meta),
 * CDLA-Permissive-2.0, 2026-04-06", "email: …".
 */
function factSourcesOf({ factSources }: Lead): string[] {
  const rows = Map.groupBy(factSources, ({ sourceName, license, confirmedOn, release }) =>
    [sourceName, license, confirmedOn ?? `release ${release ?? 'not known'}`].join(', '),
  )
  return [...rows].map(([row, facts]) => `${facts.map(({ fact }) => fact).join(', ')}: ${row}`)
}
