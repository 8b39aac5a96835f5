import { leadStatuses, type LeadStatus } from '#contract/leads/lead-status.ts'
import {
  type Lead,
  type LeadFilter as AskedFilter,
  leadQualities,
  leadQuality,
  type LeadQuality,
} from '#contract/leads/leads.ts'
import type { LeadWebsite } from '#contract/leads/site-check.ts'
import {
  networkNames,
  networkOf,
  siteFlagNames,
  type SiteFlagName,
  siteGradeNames,
  websiteStates,
} from '#contract/leads/site-lines.ts'
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
  website?: SiteChoice<'website'>
  gradeAtMost?: SiteChoice<'gradeAtMost'>
  /** Names of flags with commas between them. */
  missing?: string
  shows?: string
  platform?: string
  profileOn?: SiteChoice<'profileOn'>
}
type SiteChoice<Name extends keyof AskedFilter> = NonNullable<AskedFilter[Name]>
/** The filters that are a checkbox. */
export type FlagFilter = {
  [Name in keyof LeadFilter]-?: LeadFilter[Name] extends true | undefined ? Name : never
}[keyof LeadFilter]
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

const flagsNamed = (value: string) => siteFlagNames.filter(name => value.split(',').includes(name))
const flags = (name: string, flagsOf: (site: LeadWebsite) => readonly SiteFlagName[]): Setting<string> => ({
  name,
  read: value => flagsNamed(value).join(',') || undefined,
  matches: ({ site }, value) => site !== null && flagsNamed(value).every(one => flagsOf(site).includes(one)),
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
  website: {
    name: 'site',
    read: value => websiteStates.find(state => state === value),
    matches: ({ website, hasWebsite, site }, state) =>
      state === 'broken'
        ? site?.missing.includes('works') === true
        : state === 'none'
          ? website === null
          : website !== null && !hasWebsite,
  },
  gradeAtMost: {
    name: 'grade',
    read: value => siteGradeNames.find(grade => grade === value),
    matches: ({ site }, grade) => site?.grade != null && site.grade >= grade,
  },
  missing: flags('missing', site => site.missing),
  shows: flags('shows', site => site.shows),
  platform: {
    name: 'builtWith',
    read: value => value.trim().slice(0, 80) || undefined,
    matches: ({ site }, platform) => site?.platform?.toLowerCase() === platform.toLowerCase(),
  },
  profileOn: {
    name: 'profile',
    read: value => networkNames.find(network => network === value),
    matches: ({ socials }, network) => socials?.some(profile => networkOf(profile) === network) === true,
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
