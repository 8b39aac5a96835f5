import { z } from 'zod'
import { choiceOf } from '../choice-of.ts'
import { type LeadFactName, leadFactNames, leadFacts } from './lead-facts.ts'

/** The columns of an export that does not choose any. A stable header: it never changes. */
export const defaultColumns = [
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

type FactColumn = (typeof leadFacts)[LeadFactName]['exportColumn']
const workColumns = ['status', 'tags', 'follow_up_on', 'notes'] as const
/** What the lead's website says and how it is made; empty if it was never checked. */
const siteColumns = [
  'website_grade',
  'website_score',
  'reasons_to_call',
  'website_shows',
  'website_lacks',
  'built_with',
  'booking_page',
  'website_emails',
  'website_phones',
  'website_checked_on',
] as const
export type ExportColumn =
  | (typeof defaultColumns)[number]
  | FactColumn
  | (typeof workColumns)[number]
  | (typeof siteColumns)[number]

export const perFactColumn = <Value>(valueOf: (name: LeadFactName) => Value): Record<FactColumn, Value> =>
  Object.fromEntries(leadFactNames.map(name => [leadFacts[name].exportColumn, valueOf(name)])) as Record<
    FactColumn,
    Value
  >

export const exportColumns = [
  ...defaultColumns,
  ...(Object.keys(perFactColumn(name => name)) as FactColumn[]),
  ...workColumns,
  ...siteColumns,
] as const satisfies readonly ExportColumn[]
export const ChosenColumns = z
  .array(choiceOf('column', exportColumns))
  .min(1)
  .refine(columns => new Set(columns).size === columns.length, 'Each column can be chosen only once')

/** "Postal code" for `postal_code`. */
export const columnLabel = (column: ExportColumn): string =>
  column
    .replace('kind_told_by', 'kind_confirmed_by')
    .replaceAll('_', ' ')
    .replace(/\bid$/, 'ID')
    .replace(/^./, first => first.toUpperCase())
