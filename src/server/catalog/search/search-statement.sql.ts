import type { UsedFilter } from '#contract/searches/search-filter-schemas.ts'
import { nameOrder } from '#server/catalog/place/name-order.ts'
import { factFields, foundFacts } from '#server/catalog/place/place-facts.ts'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import type {
  AskedCount,
  AskedPage,
  LeftOutPlaces,
  NamedPlaces,
  ReturnedPlace,
} from '#server/catalog/place/places-provider.ts'
import { isTemporarilyClosedIn } from '#server/catalog/place/score-lines.ts'
import { hasFilters } from '#server/catalog/place/search-filters.ts'
import type { CategoriesSought, PageKey, SearchPlan } from '#server/catalog/place/search-plan.ts'
import { isPublished } from '#server/catalog/tables/published.sql.ts'
import { type AreaCondition, areaConditions, inAnyArea, inCells } from './area-conditions.sql.ts'
import { isNamed, outsideDoNotContact } from './do-not-contact.repository.ts'
import { notOwned } from './owned-conditions.sql.ts'
import { factStamp, placeStamp } from './place-stamp.sql.ts'
import { choiceCondition, filterConditions, MAIN_CATEGORY } from './search-filters.sql.ts'
import { type Bind, type Statement, statementOf } from './statement.ts'

/**
 * One statement that returns a page of a search, the exact total, and what each filter left out. The scan of one
 * covering index gives every match (`everything`), and filters reduce it to `matches`. Of places with the same phone and
 * name, only the best one is kept; one with a separate license is kept only if there is no other. The page is cut by its
 * sort key before the full rows are read. The text contains only the filters in use: with conditions such as `$1 IS NULL OR …`,
 * the database would plan for the worst case.
 */
export const searchStatement = (plan: SearchPlan, page: AskedPage): Statement =>
  statementOf(
    bind => `
WITH ${leadsListed(plan, bind, page)},
${plan.sortBy === 'name' ? pageByName(page, bind) : pageByNumber(plan.sortBy, page, bind)}
SELECT (SELECT count(*)::int FROM ${matchesOf(plan)}) - (SELECT count(*)::int FROM repeats) AS total,
  ${page.without === undefined ? 'NULL::int' : '(SELECT count(*)::int FROM listed)'} AS remaining,
  (SELECT version FROM catalog_version) AS version,
  ${hasFilters(plan.filters) ? leftOut(plan, bind) : 'NULL::jsonb'} AS left_out,
  page.sort_value, p.id, ${placeColumns('p')}, ${possibleDuplicates('p')} AS "possibleDuplicates"
FROM (SELECT 1) one LEFT JOIN (page JOIN place p ON p.id = page.id) ON true
ORDER BY page.sort_value ${plan.sortBy === 'name' ? '' : 'DESC'}, page.id`,
  )

/** SQL for what the places of one lead have in common. The index has no names, so only those of twins are looked up. */
export const leadOfTwin = (row: string): string =>
  `${row}.phone, (SELECT lower(n.name) FROM place n WHERE n.id = ${row}.id)`

const matchesOf = ({ filters }: SearchPlan): string => (hasFilters(filters) ? 'matches' : 'everything')

/** The leads of a search as `listed`, with the steps to it. */
export const leadsListed = (
  plan: SearchPlan,
  bind: Bind,
  { without, ...ofUser }: LeftOutPlaces & Pick<AskedPage, 'formerNews'> = {},
): string => `
${everything(plan, bind, ofUser)},
${hasFilters(plan.filters) ? `${filtered(plan, bind)},` : ''}
repeats AS (
  SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY ${leadOfTwin('m')} ORDER BY flags & ${placeFlags.separateLicense}, relevance DESC, id) AS rank
    FROM ${matchesOf(plan)} m WHERE flags & ${placeFlags.twin} <> 0
  ) twins WHERE rank > 1),
listed AS (
  SELECT id, relevance, rating, name_order, phone FROM ${matchesOf(plan)} m
  WHERE (flags & ${placeFlags.twin} = 0 OR id NOT IN (SELECT id FROM repeats))${without === undefined ? '' : notOwned(without, bind)})`

/** Every match of the plan without its filters. What is left out here is not part of any figure of the search. */
function everything(
  plan: SearchPlan,
  bind: Bind,
  { doNotContact, returned, formerNews }: Pick<AskedPage, 'doNotContact' | 'returned' | 'formerNews'>,
): string {
  const areas = areaConditions(plan, bind)
  const tables = areas.flatMap(({ table }) =>
    table === null ? [] : `${table.name} AS MATERIALIZED (${table.rows}),\n`,
  )
  const scan =
    'categoryIds' in plan.what
      ? byCategory(plan, plan.what, areas, bind)
      : byName(plan, plan.what.nameWords, areas, bind)
  const conditions = [
    doNotContact === undefined ? '' : outsideDoNotContact(doNotContact, bind),
    returned === undefined ? '' : notReturned(returned, bind),
    plan.newsOf === undefined ? '' : isNewsOf(plan.newsOf, formerNews, bind),
  ].join('')
  if (conditions === '') return `${tables.join('')}everything AS MATERIALIZED (${scan})`
  return `${tables.join('')}scanned AS MATERIALIZED (${scan}),
everything AS MATERIALIZED (SELECT * FROM scanned s WHERE true${conditions})`
}

const isNewsOf = (savedSearchId: number, former: NamedPlaces | undefined, bind: Bind): string => `
    AND (id IN (
      SELECT c.place_id FROM alert_hit h JOIN place_change c ON c.id = h.change_id
      WHERE h.saved_search_id = ${bind(savedSearchId)})${former === undefined ? '' : ` OR ${isNamed(former, bind)}`})`

const notReturned = (returned: readonly ReturnedPlace[], bind: Bind): string => `
    AND id NOT IN (
      SELECT h.id FROM unnest(${bind(returned.map(({ datasetId }) => datasetId))}::smallint[], ${bind(returned.map(({ sourceId }) => sourceId))}::text[],
        ${bind(returned.map(({ factStamp: stamp }) => stamp))}::bigint[]) AS n (dataset_id, source_id, stamp)
      JOIN place m ON m.dataset_id = n.dataset_id AND m.source_id = n.source_id
      JOIN place h ON h.id = coalesce(m.merged_into, m.id)
      WHERE ${factStamp('h')} = n.stamp)`

/** Counts the leads of a search. If there are at most `atMost`, also returns their ids and phones. */
export const countStatement = (plan: SearchPlan, { atMost, choices = [], ...ofUser }: AskedCount): Statement =>
  statementOf(
    bind => `
WITH ${leadsListed(plan, bind, ofUser)},
few AS MATERIALIZED (SELECT id, phone FROM listed WHERE (SELECT count(*) FROM listed) <= ${bind(atMost)}::int)
SELECT (SELECT count(*)::int FROM listed) AS total,
  (SELECT coalesce(jsonb_agg(jsonb_build_array(id, phone)), '[]') FROM few) AS matches,
  ${choices.length === 0 ? "'[]'::jsonb" : choiceCounts(plan, choices, bind)} AS choices`,
  )

/** Counts the leads of a search that each of its categories finds. */
export function categoryCountStatement(plan: SearchPlan, ofUser: LeftOutPlaces): Statement {
  const what = 'categoryIds' in plan.what ? plan.what : { categoryIds: [], relatedMains: [] }
  return statementOf(
    bind => `
WITH ${leadsListed(plan, bind, ofUser)}
SELECT c.category_id AS "categoryId", count(*)::int AS matches
FROM listed JOIN place_category c ON c.place_id = listed.id
WHERE ${inCategories(what, bind, { isOnce: false })}
GROUP BY c.category_id ORDER BY c.category_id`,
  )
}

const keys = [
  { field: 'datasetId', column: 'dataset_id' },
  { field: 'sourceId', column: 'source_id' },
  { field: 'provenance', column: 'provenance' },
]

export const placeColumns = (row: string): string =>
  `${keys.map(({ field, column }) => `${row}.${column} AS "${field}"`).join(', ')},
  ${factFields(foundFacts, row)}, ${placeStamp(row)} AS stamp`

/** Looks in both directions, because only the worse of two places is marked. */
export const possibleDuplicates = (row: string): string =>
  `(SELECT jsonb_agg(jsonb_build_object('datasetId', t.dataset_id, 'sourceId', t.source_id)) FROM (
    SELECT o.dataset_id, o.source_id FROM place o WHERE o.id = ${row}.possible_duplicate_of
    UNION ALL SELECT o.dataset_id, o.source_id FROM place o WHERE o.possible_duplicate_of = ${row}.id) t)`

/** The main category of a place whose name says the second one: it is behind that. In old rows, it is before it. */
const isMainBehindName = `c.flags & ${placeFlags.namedOtherwise} <> 0 AND cardinality(c.earlier) = 1`
const isMain = `CASE WHEN c.flags & ${placeFlags.namedOtherwise} = 0 THEN c.earlier IS NULL
    ELSE c.relevance < ${MAIN_CATEGORY} AND coalesce(cardinality(c.earlier), 1) = 1 END`

// `= ANY` even for one category: with `=`, PostgreSQL 18's generic plan overestimates the covering index and reads the
// table.
/** The condition on a row `c` of `place_category`. With it, each place is found once, or once by each category. */
export function inCategories(
  { categoryIds, relatedMains }: CategoriesSought,
  bind: Bind,
  { isOnce } = { isOnce: true },
): string {
  const ids = bind(categoryIds)
  const isOf = `c.category_id = ANY(${ids}::int[])`
  if (relatedMains.length === 0) return `${isOf} AND ${isMain}`
  const isFirst = isOnce && categoryIds.length > 1 ? `NOT c.earlier && ${ids}::int[] AND ` : ''
  return `${isOf} AND (c.earlier IS NULL OR ${isFirst}(c.earlier[1] = ANY(${bind(relatedMains)}::int[]) OR ${isMainBehindName}))`
}

/** A place found by its main category is as relevant as by the one that its name says, if that is searched for, too. */
const relevanceIn = ({ categoryIds, relatedMains }: CategoriesSought, bind: Bind): string =>
  relatedMains.length > 0 || categoryIds.length < 2
    ? 'c.relevance'
    : `c.relevance + CASE WHEN ${isMainBehindName} AND c.earlier && ${bind(categoryIds)}::int[] THEN ${MAIN_CATEGORY} ELSE 0 END`

/** Each area is a scan of its own: one for all would read everything between them. No place is found twice. */
function byCategory(plan: SearchPlan, what: CategoriesSought, areas: readonly AreaCondition[], bind: Bind): string {
  const conditions = `${inCategories(what, bind)} AND ${isOfKind(plan, 'c')} AND ${isPublished('c.place_id')}`
  const relevance = relevanceIn(what, bind)
  const scans = areas.map(({ table, holds }) => {
    const scan = `SELECT c.place_id AS id, ${relevance} AS relevance, c.rating, c.name_order, c.phone, c.flags
  FROM place_category c
  WHERE ${conditions}
    AND ${holds('c')}`
    // OFFSET keeps the planner from joining the table in another way than area by area.
    return table === null ? scan : `SELECT found.* FROM ${table.name} a, LATERAL (${scan} OFFSET 0) found`
  })
  return areas.every(({ table }) => table === null) && scans.length === 1
    ? scans.join('')
    : `SELECT DISTINCT * FROM (${scans.join(' UNION ALL ')}) several`
}

function byName(plan: SearchPlan, nameWords: string[], areas: readonly AreaCondition[], bind: Bind): string {
  const query = nameWords.map(word => `${word}:*`).join(' & ')
  return `
  SELECT p.id, p.quality AS relevance, coalesce(p.rating, 0) AS rating, p.name_order,
    coalesce(p.phone, 0) AS phone, p.flags
  FROM place p
  WHERE to_tsvector('simple', p.name_sort) @@ to_tsquery('simple', ${bind(query)}) AND p.is_offered AND ${isPublished('p.id')}
    AND p.flags & ${placeFlags.publicPlace} = 0 AND NOT ${isTemporarilyClosedIn('p')}
    ${inCells(plan, bind)}
    AND ${inAnyArea(areas, 'p')}
    AND ${isOfKind(plan, 'p')}`
}

/** A search never mixes sample places and real ones, whatever was loaded between two of its pages. */
const isOfKind = ({ withoutSample }: SearchPlan, row: string): string =>
  `${row}.flags & ${placeFlags.sample} ${withoutSample ? '=' : '<>'} 0`

function filtered(plan: SearchPlan, bind: Bind): string {
  const { filters } = plan
  const all = Object.values(filterConditions(plan, bind)).filter(condition => condition !== null)
  const named =
    filters.keywords.length > 0
      ? `named AS MATERIALIZED (
  SELECT p.id FROM place p WHERE p.id IN (SELECT id FROM everything)
    AND ' ' || p.name_sort LIKE ANY(${bind(filters.keywords.map(phrase => `% ${phrase}%`))}::text[])),
`
      : ''
  return `${named}matches AS (SELECT * FROM everything WHERE ${all.join(' AND ')})`
}

/** How many leads each filter leaves out by itself. Twins are one lead, which is kept if any of them passes. */
function leftOut(plan: SearchPlan, bind: Bind): string {
  const tests = { ...filterConditions(plan, bind), withoutRating: plan.filters.minRating > 0 ? 'rating > 0' : null }
  const set = Object.entries(tests).filter(([, test]) => test !== null)
  const passes = (aggregate: string) => set.map(([name, test]) => `${aggregate}(${test}) AS "${name}"`).join(', ')
  const counts = Object.entries(tests).map(
    ([name, test]) => `'${name}', ${test === null ? '0' : `count(*) FILTER (WHERE NOT "${name}")`}`,
  )
  return `(SELECT jsonb_build_object(${counts.join(', ')}) FROM (${eachLead('everything', passes)}) leads)`
}

/** SQL for the leads of a set of places. `passes`: what is true of a lead, with the aggregate for its places. */
const eachLead = (places: string, passes: (aggregate: string) => string): string => `
    SELECT ${passes('')} FROM ${places} WHERE flags & ${placeFlags.twin} = 0
    UNION ALL SELECT ${passes('bool_or')} FROM ${places} m WHERE flags & ${placeFlags.twin} <> 0 GROUP BY ${leadOfTwin('m')}`

/** What is left if one filter has another value and the others stay. */
function choiceCounts(plan: SearchPlan, choices: readonly UsedFilter[], bind: Bind): string {
  const on = Object.entries(filterConditions(plan, bind)).filter(([, condition]) => condition !== null)
  const tests = choices.map(choice => {
    const others = on.filter(([name]) => name !== choice.name).map(([name]) => `"${name}"`)
    return [choiceCondition(choice, plan, bind), ...others].join(' AND ')
  })
  const passes = (aggregate: string) => tests.map((test, index) => `${aggregate}(${test}) AS c${index}`).join(', ')
  return `(WITH tested AS (SELECT *${on.map(([name, condition]) => `, (${condition}) AS "${name}"`).join('')} FROM everything)
    SELECT jsonb_build_array(${choices.map((_, index) => `count(*) FILTER (WHERE c${index})`).join(', ')}) FROM (${eachLead('tested', passes)}) leads)`
}

function pageByNumber(
  sortBy: 'relevance' | 'rating',
  { after, limit }: { after: PageKey | null; limit: number },
  bind: Bind,
): string {
  const type = sortBy === 'rating' ? 'real' : 'int'
  const value = after === null ? null : `${bind(after.value)}::${type}`
  const begin =
    value === null || after === null
      ? ''
      : `WHERE ${sortBy} <= ${value} AND (${sortBy} < ${value} OR id > ${bind(after.id)})`
  return `page AS (
  SELECT id, ${sortBy} AS sort_value FROM listed ${begin}
  ORDER BY ${sortBy} DESC, id LIMIT ${bind(limit)})`
}

/**
 * `name_order` contains only the first characters. So the page's last value is found first, with room for rows with the
 * same characters on earlier pages. Full names are then read only for the rows up to there.
 */
function pageByName({ after, limit }: { after: PageKey | null; limit: number }, bind: Bind): string {
  const size = bind(limit)
  const name = after === null ? null : bind(after.value)
  const order = after === null ? null : bind(nameOrder(String(after.value)))
  const begin = order === null ? '' : `WHERE name_order >= ${order}::bigint`
  const sameLetters = order === null ? '0' : `(SELECT count(*) FROM listed WHERE name_order = ${order}::bigint)`
  const beginExactly =
    name === null || after === null ? '' : `AND (p.name_sort, p.id) > (${name}, ${bind(after.id)}::bigint)`
  return `last AS (
  SELECT max(name_order) AS name_order FROM (
    SELECT name_order FROM listed ${begin} ORDER BY name_order LIMIT ${size}::int + ${sameLetters}) near),
page AS (
  SELECT p.id, p.name_sort AS sort_value FROM listed l JOIN place p ON p.id = l.id
  WHERE l.name_order <= (SELECT name_order FROM last) ${order === null ? '' : `AND l.name_order >= ${order}::bigint`} ${beginExactly}
  ORDER BY p.name_sort, p.id LIMIT ${size}::int)`
}
