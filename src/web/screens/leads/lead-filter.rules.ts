import { leadStatuses } from '#contract/leads/lead-status.ts'
import { type Lead, type LeadFilter as AskedFilter, leadQualities, leadQuality } from '#contract/leads/leads.ts'
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

/** The filters of the server, without the text, which has a field of its own. */
type OfServer = Exclude<keyof AskedFilter, 'text' | 'followUpBy'> | 'isDue'
type Setting<Value> = {
  name: string
  read: (value: string) => Value | undefined
  matches: (lead: Lead, value: Value) => boolean
}
const setting = <Value>(
  name: string,
  read: Setting<Value>['read'],
  matches: Setting<Value>['matches'],
): Setting<Value> => ({ name, read, matches })

const flag = (name: string, matches: (lead: Lead) => boolean) =>
  setting<true>(name, value => (value === 'yes' ? true : undefined), matches)
const oneOf = <Value extends string>(name: string, values: readonly Value[], matches: Setting<Value>['matches']) =>
  setting(name, value => values.find(one => one === value), matches)
const words = (name: string, matches: Setting<string>['matches']) =>
  setting(name, value => value.trim().slice(0, 80) || undefined, matches)

const flagsNamed = (value: string) => siteFlagNames.filter(name => value.split(',').includes(name))
/** Names of flags with commas between them. */
const flags = (name: string, flagsOf: (site: LeadWebsite) => readonly SiteFlagName[]) =>
  setting(
    name,
    value => flagsNamed(value).join(',') || undefined,
    ({ site }, value) => site !== null && flagsNamed(value).every(one => flagsOf(site).includes(one)),
  )

/** Each filter of the server has a setting here. */
const settings = {
  quality: oneOf('quality', leadQualities, ({ qualityScore }, quality) => leadQuality(qualityScore) === quality),
  hasWebsite: flag('website', ({ hasWebsite }) => hasWebsite),
  hasPhone: flag('phone', ({ phoneNumber }) => phoneNumber !== null),
  hasEmail: flag('email', ({ email }) => email !== null),
  state: setting(
    'state',
    value => (/^[A-Z]{2}$/.test(value) ? value : undefined),
    (lead, state) => lead.state === state,
  ),
  status: oneOf('status', leadStatuses, (lead, status) => lead.status === status),
  tag: words('tag', ({ tags }, tag) => tags.some(other => other.toLowerCase() === tag.toLowerCase())),
  website: oneOf('site', websiteStates, ({ website, hasWebsite, site }, state) =>
    state === 'broken'
      ? site?.missing.includes('works') === true
      : state === 'none'
        ? website === null
        : website !== null && !hasWebsite,
  ),
  gradeAtMost: oneOf('grade', siteGradeNames, ({ site }, grade) => site?.grade != null && site.grade >= grade),
  missing: flags('missing', site => site.missing),
  shows: flags('shows', site => site.shows),
  platform: words('builtWith', ({ site }, platform) => site?.platform?.toLowerCase() === platform.toLowerCase()),
  profileOn: oneOf(
    'profile',
    networkNames,
    ({ socials }, network) => socials?.some(profile => networkOf(profile) === network) === true,
  ),
  isDue: flag('due', ({ followUpOn }) => followUpOn !== null && followUpOn <= today()),
} satisfies Record<OfServer, unknown>

/** The settings of the Filter button. Unset means any. */
export type LeadFilter = {
  [Name in OfServer]?: (typeof settings)[Name] extends Setting<infer Value> ? Value : never
}
export type FlagFilter = {
  [Name in OfServer]: (typeof settings)[Name] extends Setting<true> ? Name : never
}[OfServer]
export type FilterChange = { [Name in keyof LeadFilter]?: LeadFilter[Name] | undefined }
type AnySetting = Setting<LeadFilter[keyof LeadFilter]>
const all = Object.entries(settings) as unknown as [keyof LeadFilter, AnySetting][]

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
