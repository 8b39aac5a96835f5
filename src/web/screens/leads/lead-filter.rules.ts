import { leadStatuses, type LeadStatus } from '#contract/leads/lead-status.ts'
import {
  type Lead,
  type LeadFilter as AskedFilter,
  leadQualities,
  leadQuality,
  type LeadQuality,
} from '#contract/leads/leads.ts'
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

/** The filters of the server, without the text, which has a field of its own. */
type OfServer = Exclude<keyof AskedFilter, 'text' | 'followUpBy'> | 'isDue'
type Setting<Value> = {
  /** The name in the URL. */
  name: string
  /** Reads the value in the URL. */
  read: (value: string) => Value | undefined
  matches: (lead: Lead, value: Value) => boolean
}
const flag = (name: string, matches: (lead: Lead) => boolean): Setting<true> => ({
  name,
  read: value => (value === 'yes' ? true : undefined),
  matches,
})

/** Each filter of the server has a setting here. */
const settings: { [Name in OfServer]: Setting<NonNullable<LeadFilter[Name]>> } = {
  quality: {
    name: 'quality',
    read: value => leadQualities.find(quality => quality === value),
    matches: ({ qualityScore }, quality) => leadQuality(qualityScore) === quality,
  },
  hasWebsite: flag('website', ({ hasWebsite }) => hasWebsite),
  hasPhone: flag('phone', ({ phoneNumber }) => phoneNumber !== null),
  hasEmail: flag('email', ({ email }) => email !== null),
  state: {
    name: 'state',
    read: value => (/^[A-Z]{2}$/.test(value) ? value : undefined),
    matches: (lead, state) => lead.state === state,
  },
  status: {
    name: 'status',
    read: value => leadStatuses.find(status => status === value),
    matches: (lead, status) => lead.status === status,
  },
  tag: {
    name: 'tag',
    read: value => value.trim().slice(0, 80) || undefined,
    matches: ({ tags }, tag) => tags.some(other => other.toLowerCase() === tag.toLowerCase()),
  },
  isDue: flag('due', ({ followUpOn }) => followUpOn !== null && followUpOn <= today()),
}
type AnySetting = Setting<LeadFilter[keyof LeadFilter]>
const all = Object.entries(settings) as [keyof LeadFilter, AnySetting][]

export const readFilter = (params: URLSearchParams): LeadFilter =>
  Object.fromEntries(
    all.flatMap(([key, { name, read }]) => {
      const value = read(params.get(name) ?? '')
      return value === undefined ? [] : [[key, value]]
    }),
  )

/** The filter's part of the query string, in a fixed order. */
export const filterPart = (params: URLSearchParams): string =>
  new URLSearchParams(
    all.flatMap(([, { name }]) => {
      const value = params.get(name)
      return value === null ? [] : [[name, value]]
    }),
  ).toString()

export function writeFilter(params: URLSearchParams, change: FilterChange): void {
  for (const [key, { name }] of all) {
    if (!(key in change)) continue
    const value = change[key]
    if (value === undefined) params.delete(name)
    else params.set(name, value === true ? 'yes' : value)
  }
}

export const noFilter: FilterChange = Object.fromEntries(all.map(([key]) => [key, undefined]))

export const countFilters = (filter: LeadFilter): number => Object.keys(filter).length

export const matchesFilter = (lead: Lead, filter: LeadFilter): boolean =>
  all.every(([key, { matches }]) => filter[key] === undefined || matches(lead, filter[key]))
