import type { LeadFilter } from '#contract/leads/leads.ts'
import { qualityRange } from '#contract/leads/leads.ts'
import { networks, type SiteFlagName } from '#contract/leads/site-lines.ts'
import { bitsOf } from '#server/catalog/sites/flag-bits.ts'

/** A condition with a value. `sql` gets the place of the value, such as `$4`. */
type Asked = { value: unknown; sql: (place: string) => string }
/**
 * What a filter asks for: conditions on `lead l`, or on the check of its website, `site_check c`, or sets of leads that the user's work has marked. Each set is SQL for
 * the ids of leads, each at most once; $1 is the user.
 */
type Rule<Value> =
  | { ofLead: (value: Value) => Asked[] }
  | { ofCheck: (value: Value) => Asked[] }
  | { ofWork: (place: string) => string }

const equals = (column: string) => ({
  ofLead: (value: unknown): Asked[] => [{ value, sql: place => `${column} = ${place}` }],
})

const checked = (condition: string): string =>
  `EXISTS (SELECT FROM site_check c WHERE c.domain = l.site_domain AND ${condition})`
const flagBits = (flags: string): number => bitsOf(flags.split(',') as SiteFlagName[])
/**
 * Whether bits contain all the given ones. They are never more than those, so `>=` is the same as `=`, for which the
 * planner would expect a match in one of 200 websites.
 */
const hasAll = (bits: string, place: string): string => `${bits} & ${place}::int >= ${place}::int`
const doesNotWork = `c.missing & ${bitsOf(['works'])} <> 0`
const ofCheck = <Value>(valueOf: (value: Value) => unknown, sql: (place: string) => string) => ({
  ofCheck: (value: Value): Asked[] => [{ value: valueOf(value), sql }],
})

/**
 * Every filter of a list of leads. Lists, figures, changes of all leads that match, the API, and the assistants' tools use
 * this table, so a filter of the contract without an entry here does not compile.
 */
const leadFilters: { [Name in keyof Required<LeadFilter>]: Rule<NonNullable<LeadFilter[Name]>> } = {
  quality: {
    ofLead: quality => [
      { value: qualityRange[quality].from, sql: place => `l.quality >= ${place}` },
      { value: qualityRange[quality].below, sql: place => `l.quality < ${place}` },
    ],
  },
  hasWebsite: equals('l.has_website'),
  hasPhone: equals('l.has_phone'),
  hasEmail: equals('l.has_email'),
  state: equals('l.state'),
  text: {
    ofLead: text => [{ value: patternsOf(text), sql: place => `l.list_text LIKE ANY (${place}::text[])` }],
  },
  website: {
    ofLead: state => [
      {
        value: state,
        sql: place => `CASE ${place}::text WHEN 'none' THEN l.website_domain IS NULL
          WHEN 'social' THEN l.website_domain IS NOT NULL AND NOT l.has_website ELSE ${checked(doesNotWork)} END`,
      },
    ],
  },
  gradeAtMost: ofCheck(
    grade => grade,
    place => `c.grade >= ${place}`,
  ),
  missing: ofCheck(flagBits, place => hasAll('c.missing', place)),
  shows: ofCheck(flagBits, place => hasAll('c.shows', place)),
  platform: ofCheck(
    name => name,
    place => `lower(c.platform) = lower(${place})`,
  ),
  profileOn: {
    ofLead: network => [
      {
        value: `//([a-z0-9-]+[.])*(${networks[network].domains.join('|').replaceAll('.', '[.]')})/`,
        sql: place => `l.profiles ~* ${place}`,
      },
    ],
  },
  tag: {
    ofWork: name =>
      `SELECT e.lead_id FROM lead_list_entry e WHERE e.list_id = (
     SELECT t.id FROM lead_list t WHERE t.user_id = $1 AND t.kind = 'tag' AND lower(t.name) = lower(${name}))`,
  },
  followUpBy: {
    ofWork: day => `SELECT m.lead_id FROM lead_mark m WHERE m.user_id = $1 AND m.follow_up_on <= ${day}::date`,
  },
  status: {
    ofWork: status => `SELECT m.lead_id FROM lead_mark m WHERE m.user_id = $1 AND m.status = ${status}`,
  },
}

const withAnotherStatus = (status: string): string =>
  `SELECT m.lead_id FROM lead_mark m WHERE m.user_id = $1 AND m.status <> ${status}`

const inList = (listId: string): string => `SELECT e.lead_id FROM lead_list_entry e WHERE e.list_id = ${listId}::bigint`

/** The filters in use, with their rules. */
const inUse = (filter: LeadFilter): { name: keyof LeadFilter; value: unknown; rule: Rule<unknown> }[] =>
  Object.entries(leadFilters).flatMap(([key, rule]) => {
    const name = key as keyof LeadFilter
    return filter[name] === undefined ? [] : [{ name, value: filter[name], rule: rule as Rule<unknown> }]
  })

/** A condition on `lead l` (and `search_lead sl`), with its parameters. */
export type Condition = { sql: string; values: unknown[] }

/** The conditions of a filter on the lead itself, with parameters from `$firstValue` on. */
export function conditionOf(filter: LeadFilter, firstValue: number): Condition {
  const used = inUse(filter)
  const ofLead = used.flatMap(({ rule, value }) => ('ofLead' in rule ? rule.ofLead(value) : []))
  const onSite = used.flatMap(({ rule, value }) => ('ofCheck' in rule ? rule.ofCheck(value) : []))
  const asked = [...ofLead, ...onSite]
  const conditions = asked.map(({ sql }, index) => sql(`$${firstValue + index}`))
  const onCheck = conditions.slice(ofLead.length)
  // One look at each website, whatever is asked.
  const all = [...conditions.slice(0, ofLead.length), ...(onCheck.length > 0 ? [checked(onCheck.join(' AND '))] : [])]
  return { sql: all.map(condition => ` AND ${condition}`).join(''), values: asked.map(({ value }) => value) }
}

/** Leads that are in each of the sets `within`, and in none of the sets `without`. */
export type WorkSets = { within: string[]; without: string[]; values: unknown[] }

/**
 * The sets of leads that a filter and a list ask for, with parameters from `$firstValue` on. The first of `within` is
 * usually the smallest. A lead without a mark counts as new. A lead with a tag, a follow-up, or a list always has a mark.
 * The caller has checked that the list belongs to the user.
 */
export function workSetsOf(filter: LeadFilter, listId: number | null, firstValue: number): WorkSets {
  const values: unknown[] = []
  const placeOf = (value: unknown): string => `$${firstValue + values.push(value) - 1}`
  const sets: WorkSets = { within: [], without: [], values }
  const asked = inUse(filter).filter(({ rule }) => 'ofWork' in rule)
  const mayHaveNoMark = filter.status === 'new' && asked.length === 1 && listId === null
  if (mayHaveNoMark) return { ...sets, without: [withAnotherStatus(placeOf('new'))] }
  for (const { name, value, rule } of asked)
    if (name !== 'status' && 'ofWork' in rule) sets.within.push(rule.ofWork(placeOf(value)))
  if (listId !== null) sets.within.push(inList(placeOf(listId)))
  const { status } = leadFilters
  if (filter.status !== undefined && 'ofWork' in status) sets.within.push(status.ofWork(placeOf(filter.status)))
  return sets
}

/** Lower-case LIKE patterns for a text, and for its digits if it looks like a phone number. */
export function patternsOf(text: string): string[] {
  const digits = text.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  const looksLikePhone = digits.length >= 3 && /^[\d\s()+./-]+$/.test(text)
  return [containing(text.toLowerCase()), ...(looksLikePhone ? [containing(digits)] : [])]
}

const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
