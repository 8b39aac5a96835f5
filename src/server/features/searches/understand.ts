import type { Issue } from '#contract/errors.ts'
import { plans, type Tier } from '#contract/plans.ts'
import type { Outline, SearchedArea } from '#contract/searches/search-areas.ts'
import { categoryMessage, maxCategoryLength } from '#contract/searches/search-form.ts'
import type { SearchCriteria, Understood } from '#contract/searches/searches.ts'
import { boxAround, boxOfRing, distanceMiles, type Gazetteer, isInBox, middleOf } from '#geography/index.ts'
import type { Sense } from '#server/catalog/kinds/category-index.ts'
import { resolveCategory } from '#server/catalog/kinds/resolve-category.ts'
import type { Area } from '#server/catalog/place/area.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import type { Catalog, CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { invalidInput, Refusal } from '#server/platform/basics/refusal.ts'
import { type PlaceChoice, type PlaceReading, readPlace } from '#words/index.ts'
import { polygonFault } from './polygon.rules.ts'
import { categoryWordsOf, nameWordsOf } from './search-plan.rules.ts'

/** A searched area. Its words may stand for several counties. */
export type SearchedPart = { label: string; anyOf: Area[] }
/** `radius` is null if the words name a whole area, such as a state, a county, or a region. */
export type Where = { parts: SearchedPart[]; location: Understood['location']; radius: number | null }

/** Resolves the words of a search to its areas, or throws a refusal that says what was not found. */
export function understandWhere({ gazetteer }: Pick<Catalog, 'gazetteer'>, criteria: SearchCriteria): Where {
  if (criteria.areas !== undefined) return understandAreas(gazetteer, criteria.areas, criteria)
  const words = criteria.location
  const location = readPlace(gazetteer, words)
  if (location.kind === 'several') throw severalPlaces(location.choices)
  if (location.kind === 'ambiguous') throw new Refusal('AMBIGUOUS_LOCATION', { choices: location.choices })
  if (location.kind === 'unknown') throw unknownPlace(words, location.suggestions)
  const { label } = location
  return {
    parts: [{ label, anyOf: areasOf(location, criteria) }],
    location: { words, label, statewide: location.kind === 'state' },
    radius: location.kind === 'point' ? criteria.radius : null,
  }
}

const severalPlaces = (choices: PlaceChoice[]): Refusal =>
  new Refusal('AMBIGUOUS_LOCATION', {
    message: `You named ${choices.length} places. Please choose one, or search them together on a larger plan. Nothing was charged.`,
    choices,
  })

type Found = Exclude<PlaceReading, { kind: 'several' | 'ambiguous' | 'unknown' }>

function areasOf(location: Found, { radius }: Pick<SearchCriteria, 'radius'>): Area[] {
  if (location.kind === 'state') return [{ state: location.state }]
  if (location.kind === 'area') return location.areas
  return [{ lat: location.lat, lon: location.lon, radiusMiles: radius }]
}

/** "Boulder, Longmont" in the field for one place is a search in both, if the plan includes so many. */
function inPlacesNamed(gazetteer: Gazetteer, criteria: SearchCriteria, tier: Tier): SearchCriteria {
  if (criteria.areas !== undefined) return criteria
  const location = readPlace(gazetteer, criteria.location)
  if (location.kind !== 'several' || location.choices.length > plans[tier].areasPerSearch) return criteria
  return { ...criteria, areas: location.choices.map(choice => ({ place: choice.location })) }
}

/** The search without repeated areas, because each area costs a search, and where it searches. */
export function inEachAreaOnce(
  { gazetteer }: Pick<Catalog, 'gazetteer'>,
  asked: SearchCriteria,
  tier: Tier,
): { criteria: SearchCriteria; where?: Where } {
  const criteria = inPlacesNamed(gazetteer, asked, tier)
  const { areas } = criteria
  if (areas === undefined) return { criteria }
  const { parts } = understandAreas(gazetteer, areas, criteria)
  const keys = parts.map(keyOf)
  const isFirst = (_: unknown, index: number): boolean => keys.indexOf(keys[index] ?? '') === index
  return { criteria: { ...criteria, areas: areas.filter(isFirst) }, where: whereOf(parts.filter(isFirst), criteria) }
}

/** Whether a search names more areas than allowed, not counting repeated ones. Stops looking areas up when it knows. */
export function hasMoreAreasThan(
  { gazetteer }: Pick<Catalog, 'gazetteer'>,
  criteria: SearchCriteria,
  allowed: number,
): boolean {
  const byWords = new Map(criteria.areas?.map(area => [JSON.stringify(area), area]))
  if (byWords.size <= allowed) return false
  const partOf = partsOf(gazetteer, criteria)
  const keys = new Set<string>()
  return byWords.entries().some(([words, area]) => {
    const part = partOf(area)
    return keys.add('fault' in part ? words : keyOf(part)).size > allowed
  })
}

/** Areas with the same key are the same area, in whatever words. */
const keyOf = ({ anyOf }: SearchedPart): string => JSON.stringify(anyOf)

/** Resolves several areas. A refusal names all areas that were not found, so that they can be corrected together. */
function understandAreas(gazetteer: Gazetteer, areas: readonly SearchedArea[], criteria: SearchCriteria): Where {
  const issues: Issue[] = []
  const parts: SearchedPart[] = []
  const partOf = partsOf(gazetteer, criteria)
  for (const [index, area] of areas.entries()) {
    const part = partOf(area)
    if ('fault' in part) issues.push({ path: `areas.${index}`, message: part.fault })
    else parts.push(part)
  }
  if (issues.length > 0)
    throw new Refusal('UNKNOWN_LOCATION', {
      message: `${issues.map(({ message }) => message).join(' ')} Nothing was charged.`,
      issues,
    })
  return whereOf(parts, criteria)
}

function whereOf(parts: SearchedPart[], criteria: SearchCriteria): Where {
  const [first = { label: '' }, ...others] = parts
  const isRound = parts.every(({ anyOf }) => anyOf.every(area => 'radiusMiles' in area))
  const label = others.length === 0 ? first.label : `${first.label} and ${others.length} more`
  return {
    parts,
    location: { words: criteria.location, label, statewide: false },
    radius: isRound ? criteria.radius : null,
  }
}

type Part = SearchedPart | { fault: string }

/** What was looked up for each request. A list may name a place many times, and each step of a search needs its areas. */
const lookedUp = new WeakMap<SearchCriteria, Map<string, Part>>()

/** Looks an area up, once for each request. */
function partsOf(gazetteer: Gazetteer, criteria: SearchCriteria): (area: SearchedArea) => Part {
  const parts = lookedUp.getOrInsertComputed(criteria, () => new Map())
  return area => parts.getOrInsertComputed(JSON.stringify(area), () => lookUp(gazetteer, area, criteria))
}

function lookUp(gazetteer: Gazetteer, area: SearchedArea, criteria: SearchCriteria): Part {
  if ('polygon' in area) {
    const fault = polygonFault(area.polygon)
    if (fault !== null) return { fault }
    return { label: outlineLabel(gazetteer, area.polygon), anyOf: [{ polygon: area.polygon.flat() }] }
  }
  const location = readPlace(gazetteer, area.place)
  if (location.kind === 'unknown') return { fault: notFound(area.place, location.suggestions) }
  if (location.kind === 'several' || location.kind === 'ambiguous') {
    const choices = location.choices.map(choice => choice.label).join('; ')
    return { fault: `"${area.place}" may mean several places: ${choices}.` }
  }
  if (location.kind === 'point' && location.zip !== null) {
    const { zip, lat, lon, label } = location
    return { label, anyOf: [{ zip, lat, lon }] }
  }
  return { label: location.label, anyOf: areasOf(location, criteria) }
}

/** A label such as "an area near Boulder, CO". A large town is preferred, even if a small town is closer. */
function outlineLabel({ towns }: Gazetteer, corners: Outline): string {
  const middle = middleOf(boxOfRing(corners.flat()))
  const box = boxAround(middle, NEAR_MILES)
  const near = towns
    .filter(town => isInBox(town, box))
    .map(town => ({ town, weight: town.population / (1 + distanceMiles(middle, town) ** 2) }))
    .toSorted((a, b) => b.weight - a.weight)[0]?.town
  return near === undefined ? 'a drawn area' : `an area near ${near.name}, ${near.state}`
}
const NEAR_MILES = 15

function unknownPlace(words: string, suggestions: string[]): Refusal {
  if (suggestions.length === 0) return new Refusal('UNKNOWN_LOCATION')
  return new Refusal('UNKNOWN_LOCATION', {
    message: notFound(words, suggestions),
    choices: suggestions.map(suggestion => ({ label: suggestion, location: suggestion })),
  })
}

const notFound = (words: string, suggestions: string[]): string =>
  `We could not find "${words}".${suggestions.length === 0 ? '' : ` Did you mean ${suggestions.join(' or ')}?`}`

export type Sought = { what: SearchPlan['what']; category: Understood['category'] }

/** A question to the user about an uncertain category. The last choice searches by name. */
export type CategoryQuestion = { message: string; choices: { label: string; category: string; sought: Sought }[] }

/** Resolves the words for a category, or returns a question. A choice's `category` is asked about no further. */
export function understandWhat(
  { gazetteer }: Pick<Catalog, 'gazetteer'>,
  snapshot: CatalogSnapshot,
  criteria: SearchCriteria,
): Sought | CategoryQuestion {
  const words = categoryWordsOf(criteria)
  const resolved = resolveCategory(snapshot.categories, words, place => isHere(gazetteer, place, criteria))
  if (resolved.kind === 'name') return soughtByName(words)
  if (resolved.kind === 'certain') return soughtBySense(criteria, 'sure', resolved.sense)
  const senses = resolved.choices.map(sense => ({
    label: sense.label,
    category: sense.label,
    sought: soughtBySense(criteria, 'likely', sense),
  }))
  const offer = senses.length === 0 ? 'You can search their names.' : 'These come closest.'
  return {
    message:
      resolved.kind === 'lacking'
        ? `Our places have no category for “${resolved.label}”. ${offer} Nothing was charged.`
        : `We are not sure what “${words}” means. Nothing was charged.`,
    choices: [...senses, ...namedLike(words)],
  }
}

/** Whether words name the place of the search: "boulder" in "plumbers boulder". */
function isHere(gazetteer: Gazetteer, words: string, { location }: SearchCriteria): boolean {
  const named = readPlace(gazetteer, words)
  const searched = readPlace(gazetteer, location)
  return 'lat' in named && 'lat' in searched && distanceMiles(named, searched) <= NEAR_MILES
}

function namedLike(words: string): CategoryQuestion['choices'] {
  // With its quotation marks, the choice must not be longer than the field allows.
  const name = words
    .replaceAll(/["“”]/g, ' ')
    .trim()
    .slice(0, maxCategoryLength - 2)
  if (nameWordsOf(name).length === 0) return []
  return [{ label: `Businesses named “${name}”`, category: `"${name}"`, sought: soughtByName(name) }]
}

function soughtByName(words: string): Sought {
  const nameWords = nameWordsOf(words)
  if (nameWords.length === 0) throw invalidInput('businessCategory', categoryMessage)
  return { what: { nameWords }, category: { words, match: 'names', label: words, categoryCount: 0, contains: [] } }
}

function soughtBySense(
  criteria: SearchCriteria,
  match: 'sure' | 'likely',
  { label, categories, relatedMains }: Sense,
): Sought {
  const { categories: wanted, withoutCategories } = criteria
  const named = wanted.length === 0 ? categories : categories.filter(({ key }) => wanted.includes(key))
  const left = named.filter(({ key }) => !withoutCategories.includes(key))
  if (named.length === 0 && match === 'sure')
    throw invalidInput('categories', `${wanted.join(', ')}: not a category of “${label}”.`)
  if (left.length === 0 && match === 'sure')
    throw invalidInput('withoutCategories', `This leaves no category of “${label}”.`)
  const sought = left.length > 0 ? left : categories
  return {
    what: {
      categoryIds: sought.map(({ id }) => id),
      relatedMains: criteria.mainCategoryOnly ? [] : relatedMains.map(({ id }) => id),
    },
    category: {
      words: categoryWordsOf(criteria),
      match,
      label,
      categoryCount: sought.length,
      contains: categories.map(category => ({
        category: category.key,
        label: category.name,
        isSearched: sought.includes(category),
      })),
    },
  }
}
