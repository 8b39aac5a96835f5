import { typedPhone } from '#contract/leads/lead-texts.ts'
import { type LeadFilter, qualityRange } from '#contract/leads/leads.ts'
import { networks, type SiteFlagName } from '#contract/leads/site-lines.ts'
import { bitsOf } from '#server/catalog/sites/flag-bits.ts'

/** A condition with a value. `sql` gets the place of the value, such as `$4`. */
type Asked = { value: unknown; sql: (place: string) => string }
/**
 * What a filter asks for: conditions on `lead l`, or sets of leads that the user's work has marked. Each set is SQL for
 * the ids of leads, each at most once; $1 is the user.
 */
type Rule<Value> = { ofLead: (value: Value) => Asked[] } | { ofWork: (place: string) => string }

const equals = (column: string) => ({
  ofLead: (value: unknown): Asked[] => [{ value, sql: place => `${column} = ${place}` }],
})

const hasAll = (column: string) => ({
  ofLead: (flags: string): Asked[] => [
    { value: bitsOf(flags.split(',') as SiteFlagName[]), sql: place => `${column} & ${place}::int = ${place}::int` },
  ],
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
          WHEN 'social' THEN l.website_domain IS NOT NULL AND NOT l.has_website
          ELSE l.site_missing & ${bitsOf(['works'])} <> 0 END`,
      },
    ],
  },
  gradeAtMost: { ofLead: grade => [{ value: grade, sql: place => `l.site_grade >= ${place}` }] },
  missing: hasAll('l.site_missing'),
  shows: hasAll('l.site_shows'),
  platform: { ofLead: name => [{ value: name, sql: place => `lower(l.site_platform) = lower(${place})` }] },
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

const inUse = (filter: LeadFilter): { name: keyof LeadFilter; value: unknown; rule: Rule<unknown> }[] =>
  Object.entries(leadFilters).flatMap(([key, rule]) => {
    const name = key as keyof LeadFilter
    return filter[name] === undefined ? [] : [{ name, value: filter[name], rule: rule as Rule<unknown> }]
  })

/** The conditions of a filter on `lead l`, with parameters from `$firstValue` on. */
export function conditionOf(filter: LeadFilter, firstValue: number): { sql: string; values: unknown[] } {
  const asked = inUse(filter).flatMap(({ rule, value }) => ('ofLead' in rule ? rule.ofLead(value) : []))
  const conditions = asked.map(({ sql }, index) => ` AND ${sql(`$${firstValue + index}`)}`)
  return { sql: conditions.join(''), values: asked.map(({ value }) => value) }
}

/** Leads that are in each of the sets `within`, and in none of the sets `without`. */
export type WorkSets = { within: string[]; without: string[]; values: unknown[] }

/**
 * The sets of leads that a filter and a list ask for, with parameters from `$firstValue` on. The first of `within` is
 * usually the smallest. A lead without a mark counts as new. A lead with a tag, a follow-up, or a list always has a mark.
 * The caller has checked that the list belongs to the user.
 */
export function workSetsOf(
  { filter, listId }: { filter: LeadFilter; listId: number | null },
  firstValue: number,
): WorkSets {
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
  const digits = typedPhone(text)
  return [containing(text.toLowerCase()), ...(digits === null ? [] : [containing(digits)])]
}

const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
