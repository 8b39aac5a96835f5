import type { UsedFilter } from '#contract/search-filters.ts'
import { boxOfRing, type County, countyOfFips } from '#server/catalog/gazetteer/counties.ts'
import type { Area, Circle } from '#server/catalog/place/area.ts'
import { cellsOfBox } from '#server/catalog/place/cell.ts'
import { type Box, boxAround, boxAroundAll, EARTH_RADIUS_MILES } from '#server/catalog/place/great-circle.ts'
import { nameOrder } from '#server/catalog/place/name-order.ts'
import { factFields, foundFacts } from '#server/catalog/place/place-facts.ts'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import type {
  AskedCount,
  AskedPage,
  AvoidedPlaces,
  LeftOutPlaces,
  ReturnedPlace,
} from '#server/catalog/place/places-provider.ts'
import { choiceCondition, filterConditions, type Filters, hasFilters } from '#server/catalog/place/search-filters.ts'
import type { CategoriesSought, PageKey, SearchPlan } from '#server/catalog/place/search-plan.ts'
import { hostsOf } from '#server/catalog/suppression/suppression.repository.ts'
import { boxOfArea } from './area-cells.ts'

export type Statement = { text: string; values: unknown[] }
export type Bind = (value: unknown) => string

/**
 * One statement that returns a page of a search, the exact total, and what each filter left out. The scan of one
 * covering index gives every match (`everything`), and filters reduce it to `matches`. Of places with the same phone,
 * only the best one is kept; one with a separate license is kept only if there is no other. The page is cut by its sort
 * key before the full rows are read. The text contains only the filters in use: with conditions such as `$1 IS NULL OR …`,
 * the database would plan for the worst case.
 */
export function searchStatement(plan: SearchPlan, page: AskedPage): Statement {
  const values: unknown[] = []
  const bind: Bind = value => `$${values.push(value)}`
  const matches = matchesOf(plan)
  const text = `
WITH ${leadsListed(plan, bind, page)},
${plan.sortBy === 'name' ? pageByName(page, bind) : pageByNumber(plan.sortBy, page, bind)}
SELECT (SELECT count(*)::int FROM ${matches}) - (SELECT count(*)::int FROM repeats) AS total,
  ${page.without === undefined ? 'NULL::int' : '(SELECT count(*)::int FROM listed)'} AS remaining,
  (SELECT version FROM catalog_version) AS version,
  ${hasFilters(plan.filters) ? leftOut(plan.filters, bind) : 'NULL::jsonb'} AS left_out,
  page.sort_value, p.id, ${placeColumns('p')}, ${possibleDuplicates('p')} AS "possibleDuplicates"
FROM (SELECT 1) one LEFT JOIN (page JOIN place p ON p.id = page.id) ON true
ORDER BY page.sort_value ${plan.sortBy === 'name' ? '' : 'DESC'}, page.id`
  return { text, values }
}

const matchesOf = ({ filters }: SearchPlan): string => (hasFilters(filters) ? 'matches' : 'everything')

/** The leads of a search as `listed`, with the steps to it. */
export const leadsListed = (
  plan: SearchPlan,
  bind: Bind,
  { without, ...ofUser }: Pick<AskedPage, 'without' | 'avoided' | 'returned'> = {},
): string => `
${everything(plan, bind, ofUser)},
${hasFilters(plan.filters) ? `${filtered(plan.filters, bind)},` : ''}
repeats AS (
  SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY phone ORDER BY flags & ${placeFlags.apart}, relevance DESC, id) AS place_of_phone
    FROM ${matchesOf(plan)} WHERE flags & ${placeFlags.sharedPhone} <> 0
  ) shared WHERE place_of_phone > 1),
listed AS (
  SELECT id, relevance, rating, name_order, phone FROM ${matchesOf(plan)}
  WHERE (flags & ${placeFlags.sharedPhone} = 0 OR id NOT IN (SELECT id FROM repeats))${without === undefined ? '' : notAmong(without, bind)})`

/** Every match of the plan without its filters. What is left out here is not part of any figure of the search. */
function everything(
  plan: SearchPlan,
  bind: Bind,
  { avoided, returned }: Pick<AskedPage, 'avoided' | 'returned'>,
): string {
  const scan = 'categoryIds' in plan.what ? byCategory(plan, plan.what, bind) : byName(plan, plan.what.nameWords, bind)
  if (avoided === undefined && returned === undefined) return `everything AS MATERIALIZED (${scan})`
  return `scanned AS MATERIALIZED (${scan}),
everything AS MATERIALIZED (
  SELECT * FROM scanned WHERE true${avoided === undefined ? '' : notAmong(avoided, bind) + notReachedAt(avoided, bind)}${returned === undefined ? '' : notReturned(returned, bind)})`
}

const notReturned = (returned: readonly ReturnedPlace[], bind: Bind): string => `
    AND id NOT IN (
      SELECT h.id FROM unnest(${bind(returned.map(({ datasetId }) => datasetId))}::smallint[], ${bind(returned.map(({ sourceId }) => sourceId))}::text[],
        ${bind(returned.map(({ factStamp: stamp }) => stamp))}::bigint[]) AS n (dataset_id, source_id, stamp)
      JOIN place m ON m.dataset_id = n.dataset_id AND m.source_id = n.source_id
      JOIN place h ON h.id = coalesce(m.merged_into, m.id)
      WHERE ${factStamp('h')} = n.stamp)`

// The covering index has no emails and domains, so the places themselves are looked up.
function notReachedAt({ emails, domains }: AvoidedPlaces, bind: Bind): string {
  const tests = [
    ...(emails.length === 0 ? [] : [{ values: bind(emails), names: ['p.email'] }]),
    ...(domains.length === 0 ? [] : [{ values: bind(domains), names: ['p.domain', ...hostsOf('p.email')] }]),
  ].flatMap(({ values, names }) => names.map(name => `${name} = ANY(${values}::text[])`))
  if (tests.length === 0) return ''
  return `
    AND id NOT IN (
      SELECT p.id FROM place p
      WHERE p.id IN (SELECT id FROM scanned WHERE flags & ${placeFlags.website | placeFlags.email} <> 0)
        AND (${tests.join(' OR ')}))`
}

/** A lead without a phone is recognized by its row, which may be part of a merged place. */
const notAmong = ({ phones, places }: LeftOutPlaces, bind: Bind): string => `
    AND (phone = 0 OR NOT phone = ANY(${bind(phones)}::bigint[]))
    AND id NOT IN (
      SELECT coalesce(p.merged_into, p.id)
      FROM unnest(${bind(places.map(({ datasetId }) => datasetId))}::smallint[], ${bind(places.map(({ sourceId }) => sourceId))}::text[])
        AS n (dataset_id, source_id)
      JOIN place p ON p.dataset_id = n.dataset_id AND p.source_id = n.source_id)`

/** Counts the leads of a search. If there are `atMost` so many, also returns their phones and the names of those without. */
export function countStatement(plan: SearchPlan, { atMost, choices = [], ...ofUser }: AskedCount): Statement {
  const values: unknown[] = []
  const bind: Bind = value => `$${values.push(value)}`
  const text = `
WITH ${leadsListed(plan, bind, ofUser)},
few AS MATERIALIZED (SELECT id, phone FROM listed WHERE (SELECT count(*) FROM listed) <= ${bind(atMost)}::int)
SELECT (SELECT count(*)::int FROM listed) AS total,
  (SELECT coalesce(jsonb_agg(phone), '[]') FROM few WHERE phone <> 0) AS phones,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('datasetId', p.dataset_id, 'sourceId', p.source_id)), '[]')
    FROM few JOIN place p ON p.id = few.id WHERE few.phone = 0) AS "withoutPhone",
  ${choices.length === 0 ? "'[]'::jsonb" : choiceCounts(plan.filters, choices, bind)} AS choices`
  return { text, values }
}

const keys = [
  { field: 'datasetId', column: 'dataset_id' },
  { field: 'sourceId', column: 'source_id' },
  { field: 'provenance', column: 'provenance' },
]

/** The columns of a found place as fields. */
export const placeColumns = (row: string): string =>
  `${keys.map(({ field, column }) => `${row}.${column} AS "${field}"`).join(', ')},
  ${factFields(foundFacts, row)}, ${placeStamp(row)} AS stamp`

/** Looks in both directions, because only the worse of two places is marked. */
const possibleDuplicates = (row: string): string =>
  `(SELECT jsonb_agg(jsonb_build_object('datasetId', t.dataset_id, 'sourceId', t.source_id)) FROM (
    SELECT o.dataset_id, o.source_id FROM place o WHERE o.id = ${row}.possible_duplicate_of
    UNION ALL SELECT o.dataset_id, o.source_id FROM place o WHERE o.possible_duplicate_of = ${row}.id) t)`

// Leads store the stamp, so another order would make all of them look outdated.
const stampedLast = ['license', 'confirmed_on', 'origin', 'provenance', 'flags']
const firstFacts = foundFacts.filter(({ isHashedIfKnown }) => isHashedIfKnown !== true)
const stamped = [
  ...['dataset_id', 'source_id', ...firstFacts.map(({ column }) => column)].filter(
    column => !stampedLast.includes(column),
  ),
  ...stampedLast,
]
const laterFacts = foundFacts.filter(({ isHashedIfKnown }) => isHashedIfKnown === true)
const seedOf = (row: string): string =>
  ['0', ...laterFacts.map(({ column }, index) => `coalesce(hashtextextended(${row}.${column}, ${index}), 0)`)].join(
    ' # ',
  )

/** Changes when a fact of the place changes. It has 53 bits, which a JavaScript number represents exactly. */
export const placeStamp = (row: string): string =>
  `hash_record_extended((${stamped.map(column => `${row}.${column}`).join(', ')}, (SELECT name FROM category WHERE id = ${row}.category_ids[1])), ${seedOf(row)}) & ${Number.MAX_SAFE_INTEGER}`

/** Changes when the name, a contact, or the address of the place changes, but not with a new date or score. */
export const factStamp = (row: string): string =>
  `hash_record_extended((${['name', 'phone', 'website', 'email', 'street', 'city', 'state', 'zip'].map(column => `${row}.${column}`).join(', ')}), 0) & ${Number.MAX_SAFE_INTEGER}`

// `= ANY` even for one category: with `=`, PostgreSQL 18's generic plan overestimates the covering index and reads the
// table.
/** The condition on a row `c` of `place_category`, by which each place of the categories is found once. */
export function inCategories({ categoryIds, sideWith }: CategoriesSought, bind: Bind): string {
  const ids = bind(categoryIds)
  const isFirst = categoryIds.length > 1 ? [`NOT c.earlier && ${ids}::int[]`] : []
  const isRelated =
    sideWith === undefined || sideWith.length === 0 ? [] : [`c.earlier[1] = ANY(${bind(sideWith)}::int[])`]
  const asSide = [...isFirst, ...isRelated].join(' AND ')
  const isWanted =
    sideWith?.length === 0 ? 'AND c.earlier IS NULL' : asSide === '' ? '' : `AND (c.earlier IS NULL OR ${asSide})`
  return `c.category_id = ANY(${ids}::int[]) ${isWanted}`
}

const byCategory = (plan: SearchPlan, what: CategoriesSought, bind: Bind): string => `
  SELECT c.place_id AS id, c.relevance, c.rating, c.name_order, c.phone, c.flags
  FROM place_category c
  WHERE ${inCategories(what, bind)}
    AND ${inArea(plan, 'c', bind)}
    AND ${isOfKind(plan, 'c')}`

function byName(plan: SearchPlan, nameWords: string[], bind: Bind): string {
  const query = nameWords.map(word => `${word}:*`).join(' & ')
  return `
  SELECT p.id, p.quality AS relevance, coalesce(p.rating, 0) AS rating, p.name_order,
    coalesce(p.phone, 0) AS phone, p.flags
  FROM place p
  WHERE to_tsvector('simple', p.name_sort) @@ to_tsquery('simple', ${bind(query)}) AND p.is_offered
    ${inCells(plan, bind)}
    AND ${inArea(plan, 'p', bind)}
    AND ${isOfKind(plan, 'p')}`
}

/** A search never mixes sample places and real ones, whatever was loaded between two of its pages. */
const isOfKind = ({ withoutSample }: SearchPlan, row: string): string =>
  `${row}.flags & ${placeFlags.sample} ${withoutSample ? '=' : '<>'} 0`

/**
 * Limits a name search to the cells of the area, because a common name exists all over the country. A state has its own
 * index.
 */
function inCells({ where }: SearchPlan, bind: Bind): string {
  const boxes = where.anyOf.flatMap(area => boxOfArea(area) ?? [])
  if (boxes.length < where.anyOf.length) return ''
  return `AND p.cell = ANY(${bind([...new Set(boxes.flatMap(cellsOfBox))])}::int[])`
}

/** With several areas, the box around all of them comes first: a covering index has latitude after the category. */
function inArea({ where: { anyOf } }: SearchPlan, row: string, bind: Bind): string {
  const conditions = [...inZips(anyOf, row, bind), ...anyOf.flatMap(area => inOneArea(area, row, bind) ?? [])]
  const [only] = conditions
  if (only !== undefined && conditions.length === 1) return only
  const boxes = anyOf.flatMap(area => boxOfArea(area) ?? [])
  const around = boxes.length === anyOf.length ? [inBox(boxAroundAll(boxes), row, bind)] : []
  return [...around, `(${conditions.map(condition => `(${condition})`).join(' OR ')})`].join(' AND ')
}

/** All ZIP codes as one condition. The covering index has no ZIP, so the place itself is looked up. */
function inZips(anyOf: readonly Area[], row: string, bind: Bind): string[] {
  const zips = anyOf.filter(area => 'zip' in area)
  if (zips.length === 0) return []
  const box = boxAroundAll(zips.flatMap(area => boxOfArea(area) ?? []))
  const id = row === 'c' ? 'c.place_id' : `${row}.id`
  const inZip = `EXISTS (SELECT FROM place z WHERE z.id = ${id} AND z.zip = ANY(${bind(zips.map(({ zip }) => zip))}::text[]))`
  return [`${inBox(box, row, bind)} AND ${inZip}`]
}

const inBox = ({ south, north, west, east }: Box, row: string, bind: Bind): string =>
  `${row}.lat BETWEEN ${bind(south)} AND ${bind(north)} AND ${row}.lon BETWEEN ${bind(west)} AND ${bind(east)}`

/** Null for a ZIP code; see `inZips`. */
function inOneArea(area: Area, row: string, bind: Bind): string | null {
  if ('zip' in area) return null
  if ('state' in area) return `${row}.state = ${bind(area.state)}`
  if ('county' in area) return inCounty(countyOfFips(area.county), row, bind)
  if ('polygon' in area) return `${inBox(boxOfRing(area.polygon), row, bind)} AND ${inRing(area.polygon, row, bind)}`
  return inCircle(area, row, bind)
}

/**
 * PostgreSQL takes coordinates for equal that differ by less than 0.000001. In degrees, it then counts the corners on a
 * place's latitude wrong, so both are enlarged.
 */
const ENLARGED = 10_000

const inRing = (ring: ArrayLike<number>, row: string, bind: Bind): string =>
  `point(${row}.lon * ${ENLARGED}, ${row}.lat * ${ENLARGED}) <@ ${bind(polygonText(ring))}::polygon`

function inCounty({ box, polygons }: County, row: string, bind: Bind): string {
  const parts = polygons.map(([outline, ...holes]) =>
    outline === undefined
      ? 'false'
      : [inRing(outline, row, bind), ...holes.map(hole => `NOT ${inRing(hole, row, bind)}`)].join(' AND '),
  )
  return `${inBox(box, row, bind)}
    AND (${parts.join(' OR ')})`
}

function polygonText(ring: ArrayLike<number>): string {
  const corners: string[] = []
  for (let at = 0; at < ring.length; at += 2)
    corners.push(`(${(ring[at] ?? 0) * ENLARGED},${(ring[at + 1] ?? 0) * ENLARGED})`)
  return `(${corners.join(',')})`
}

function inCircle(circle: Circle, row: string, bind: Bind): string {
  const box = boxAround(circle, circle.radiusMiles)
  const lat = bind(circle.lat)
  const lon = bind(circle.lon)
  const cosLat = bind(Math.cos((circle.lat * Math.PI) / 180))
  const limit = bind(2 * Math.sin(circle.radiusMiles / (2 * EARTH_RADIUS_MILES)) ** 2)
  return `${inBox(box, row, bind)}
    AND (1 - cos(radians(${row}.lat - ${lat}::float8)))
      + ${cosLat}::float8 * cos(radians(${row}.lat)) * (1 - cos(radians(${row}.lon - ${lon}::float8))) <= ${limit}::float8`
}

function filtered(filters: Filters, bind: Bind): string {
  const all = Object.values(filterConditions(filters, bind)).filter(condition => condition !== null)
  const named =
    filters.keywords.length > 0
      ? `named AS MATERIALIZED (
  SELECT p.id FROM place p WHERE p.id IN (SELECT id FROM everything)
    AND ' ' || p.name_sort LIKE ANY(${bind(filters.keywords.map(phrase => `% ${phrase}%`))}::text[])),
`
      : ''
  return `${named}matches AS (SELECT * FROM everything WHERE ${all.join(' AND ')})`
}

/**
 * How many leads each filter leaves out by itself. Places that share a phone are one lead, which is kept if any of them
 * passes.
 */
function leftOut(filters: Filters, bind: Bind): string {
  const tests = { ...filterConditions(filters, bind), withoutRating: filters.minRating > 0 ? 'rating > 0' : null }
  const set = Object.entries(tests).filter(([, test]) => test !== null)
  const passes = (aggregate: string) => set.map(([name, test]) => `${aggregate}(${test}) AS "${name}"`).join(', ')
  const counts = Object.entries(tests).map(
    ([name, test]) => `'${name}', ${test === null ? '0' : `count(*) FILTER (WHERE NOT "${name}")`}`,
  )
  const isShared = `flags & ${placeFlags.sharedPhone} <> 0`
  return `(SELECT jsonb_build_object(${counts.join(', ')}) FROM (
    SELECT ${passes('')} FROM everything WHERE NOT ${isShared}
    UNION ALL SELECT ${passes('bool_or')} FROM everything WHERE ${isShared} GROUP BY phone) leads)`
}

/** What is left if one filter has another value and the others stay. A shared phone is one lead, as in `leftOut`. */
function choiceCounts(filters: Filters, choices: readonly UsedFilter[], bind: Bind): string {
  const on = Object.entries(filterConditions(filters, bind)).filter(([, condition]) => condition !== null)
  const tests = choices.map(choice => {
    const others = on.filter(([name]) => name !== choice.name).map(([name]) => `"${name}"`)
    return [choiceCondition(choice, bind), ...others].join(' AND ')
  })
  const passes = (aggregate: string) => tests.map((test, index) => `${aggregate}(${test}) AS c${index}`).join(', ')
  const isShared = `flags & ${placeFlags.sharedPhone} <> 0`
  return `(WITH tested AS (SELECT *${on.map(([name, condition]) => `, (${condition}) AS "${name}"`).join('')} FROM everything)
    SELECT jsonb_build_array(${choices.map((_, index) => `count(*) FILTER (WHERE c${index})`).join(', ')}) FROM (
      SELECT ${passes('')} FROM tested WHERE NOT ${isShared}
      UNION ALL SELECT ${passes('bool_or')} FROM tested WHERE ${isShared} GROUP BY phone) leads)`
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
