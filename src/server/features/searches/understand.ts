import { categoryMessage, maxCategoryLength, type SearchCriteria, type Understood } from '#contract/searches.ts'
import type { Area } from '#server/catalog/place/area.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import type { Catalog, CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import type { Sense } from '#server/catalog/understand/category-index.ts'
import { resolveCategory } from '#server/catalog/understand/resolve-category.ts'
import { resolveLocation } from '#server/catalog/understand/resolve-location.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { categoryWordsOf, nameWordsOf } from './search-plan.rules.ts'

/** `radius` is null if the words name a whole area: a state, a county, or a region. */
type Where = { where: SearchPlan['where']; location: Understood['location']; radius: number | null }

/** Resolves the words of a search to a location and categories, or throws a refusal that says what was not found. */
export function understandWhere({ gazetteer }: Catalog, criteria: SearchCriteria): Where {
  const words = criteria.location
  const location = resolveLocation(gazetteer, words)
  if (location.kind === 'point') {
    const { lat, lon, label } = location
    const { radius } = criteria
    return {
      where: { anyOf: [{ lat, lon, radiusMiles: radius }] },
      location: { words, label, statewide: false },
      radius,
    }
  }
  if (location.kind === 'state')
    return wholeArea([{ state: location.state }], { words, label: location.label, statewide: true })
  if (location.kind === 'area') return wholeArea(location.areas, { words, label: location.label, statewide: false })
  if (location.kind === 'ambiguous') throw new Refusal('AMBIGUOUS_LOCATION', { choices: location.choices })
  throw unknownPlace(words, location.suggestions)
}

const wholeArea = (anyOf: Area[], location: Understood['location']): Where => ({
  where: { anyOf },
  location,
  radius: null,
})

function unknownPlace(words: string, suggestions: string[]): Refusal {
  if (suggestions.length === 0) return new Refusal('UNKNOWN_LOCATION')
  return new Refusal('UNKNOWN_LOCATION', {
    message: `We could not find "${words}". Did you mean ${suggestions.join(' or ')}?`,
    choices: suggestions.map(suggestion => ({ label: suggestion, location: suggestion })),
  })
}

/** What a search looks for, with its description. */
export type Sought = { what: SearchPlan['what']; category: Understood['category'] }

/** The category is uncertain. The last choice searches business names. */
export type CategoryQuestion = { message: string; choices: { label: string; category: string; sought: Sought }[] }

/** Resolves the words for a category, or returns what to ask. A choice's `category` is understood without a question. */
export function understandWhat(
  { gazetteer }: Catalog,
  snapshot: CatalogSnapshot,
  criteria: SearchCriteria,
): Sought | CategoryQuestion {
  const words = categoryWordsOf(criteria)
  const resolved = resolveCategory(
    snapshot.categories,
    words,
    place => resolveLocation(gazetteer, place).kind === 'point',
  )
  if (resolved.kind === 'name') return soughtByName(words)
  if (resolved.kind === 'certain') return soughtBySense(criteria, 'sure', resolved.sense)
  const senses = resolved.choices.map(sense => ({
    label: sense.label,
    category: sense.label,
    sought: soughtBySense(criteria, 'likely', sense),
  }))
  return {
    message:
      resolved.kind === 'unavailable'
        ? `Our places have no category for “${resolved.label}”. These come closest. Nothing was charged.`
        : `We are not sure what “${words}” means. Nothing was charged.`,
    choices: [...senses, ...namedLike(words)],
  }
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
  if (nameWords.length === 0)
    throw new Refusal('INVALID_REQUEST', {
      message: categoryMessage,
      issues: [{ path: 'businessCategory', message: categoryMessage }],
    })
  return { what: { nameWords }, category: { words, match: 'names', label: words, categoryCount: 0, contains: [] } }
}

function soughtBySense(
  criteria: SearchCriteria,
  match: 'sure' | 'likely',
  { label, categories, sideWith }: Sense,
): Sought {
  const left = categories.filter(({ key }) => !criteria.withoutCategories.includes(key))
  const sought = left.length > 0 ? left : categories
  return {
    what: {
      categoryIds: sought.map(({ id }) => id),
      sideWith: criteria.mainCategoryOnly ? [] : sideWith.map(({ id }) => id),
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
