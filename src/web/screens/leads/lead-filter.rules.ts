import { leadStatuses, type LeadStatus } from '#contract/leads/lead-status.ts'
import { type Lead, leadQualities, leadQuality, type LeadQuality } from '#contract/leads/leads.ts'
import { today } from '../../shared/format.ts'

/** The settings of the Filter button. Unset means any. */
export type LeadFilter = {
  quality?: LeadQuality
  hasWebsite?: true
  hasPhone?: true
  hasEmail?: true
  state?: string
  status?: LeadStatus
  /** Name of a tag. */
  tag?: string
  /** A follow-up is due today or earlier. */
  isDue?: true
}
export type FilterChange = { [Name in keyof LeadFilter]?: LeadFilter[Name] | undefined }

/** The names in the URL. */
const names = {
  quality: 'quality',
  hasWebsite: 'website',
  hasPhone: 'phone',
  hasEmail: 'email',
  state: 'state',
  status: 'status',
  tag: 'tag',
  isDue: 'due',
} as const
const filterNames = Object.keys(names) as (keyof LeadFilter)[]

export function readFilter(params: URLSearchParams): LeadFilter {
  const quality = leadQualities.find(name => name === params.get(names.quality))
  const state = params.get(names.state)
  const tag = (params.get(names.tag) ?? '').trim().slice(0, 80)
  const status = leadStatuses.find(name => name === params.get(names.status))
  return {
    ...(quality && { quality }),
    ...(params.get(names.hasWebsite) === 'yes' && { hasWebsite: true }),
    ...(params.get(names.hasPhone) === 'yes' && { hasPhone: true }),
    ...(params.get(names.hasEmail) === 'yes' && { hasEmail: true }),
    ...(state !== null && /^[A-Z]{2}$/.test(state) && { state }),
    ...(status && { status }),
    ...(tag !== '' && { tag }),
    ...(params.get(names.isDue) === 'yes' && { isDue: true }),
  }
}

/** The filter's part of the query string, in a fixed order. */
export const filterPart = (params: URLSearchParams): string =>
  new URLSearchParams(
    Object.values(names).flatMap(name => {
      const value = params.get(name)
      return value === null ? [] : [[name, value]]
    }),
  ).toString()

export function writeFilter(params: URLSearchParams, change: FilterChange): void {
  for (const name of filterNames) {
    if (!(name in change)) continue
    const value = change[name]
    if (value === undefined) params.delete(names[name])
    else params.set(names[name], value === true ? 'yes' : value)
  }
}

export const noFilter: FilterChange = Object.fromEntries(filterNames.map(name => [name, undefined]))

export const countFilters = (filter: LeadFilter): number => Object.keys(filter).length

export const matchesFilter = (lead: Lead, filter: LeadFilter): boolean =>
  (filter.quality === undefined || leadQuality(lead.qualityScore) === filter.quality) &&
  (filter.state === undefined || lead.state === filter.state) &&
  (filter.status === undefined || lead.status === filter.status) &&
  (filter.tag === undefined || lead.tags.some(tag => tag.toLowerCase() === filter.tag?.toLowerCase())) &&
  (filter.isDue !== true || (lead.followUpOn !== null && lead.followUpOn <= today())) &&
  (filter.hasWebsite !== true || lead.hasWebsite) &&
  (filter.hasPhone !== true || lead.phoneNumber !== null) &&
  (filter.hasEmail !== true || lead.email !== null)
