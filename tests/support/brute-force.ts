import { type FilterName, perFilter } from '#contract/searches/search-filters.ts'
import { type Box, countyOfFips, distanceMiles, isInCounty, isInRing } from '#geography/index.ts'
import type { Area } from '#server/catalog/place/area.ts'
import { nameSort } from '#server/catalog/place/name-order.ts'
import type { CategoriesSought, SearchPlan } from '#server/catalog/place/search-plan.ts'
import { boxOfArea } from '#server/catalog/search/area-cells.ts'
import { PLATFORM_PAGE, type SeedPlace } from './seed-places.ts'

export type Seeded = SeedPlace & { id: number; isSample: boolean }

function matchesPlan({ what, where, withoutSample }: SearchPlan, place: Seeded): boolean {
  if (place.isSample === withoutSample) return false
  const isWhat =
    'categoryIds' in what
      ? hasCategory(what, place)
      : what.nameWords.every(word =>
          nameSort(place.name)
            .split(' ')
            .some(part => part.startsWith(word)),
        )
  return isWhat && where.anyOf.some(area => isInArea(area, place))
}

function isInArea(area: Area, place: Seeded): boolean {
  if ('state' in area) return place.state === area.state
  if ('county' in area) return isInCounty(countyOfFips(area.county), place)
  if ('zip' in area) return place.zip === area.zip && isInBox(boxOfArea(area), place)
  if ('polygon' in area) return isInRing(area.polygon, place)
  return distanceMiles(area, place) <= area.radiusMiles
}

const isInBox = (box: Box | null, { lat, lon }: Seeded): boolean =>
  box !== null && lat >= box.south && lat <= box.north && lon >= box.west && lon <= box.east

function hasCategory({ categoryIds, relatedMains }: CategoriesSought, place: Seeded): boolean {
  const [main = 0, second = 0] = place.categoryIds
  if (categoryIds.includes(main)) return true
  if (relatedMains.length === 0) return false
  if (relatedMains.includes(main) && place.categoryIds.some(id => categoryIds.includes(id))) return true
  return place.kindToldBy === 'otherName' && categoryIds.includes(second)
}

/** The category that a place certainly has: the one that its name says, or else the main one. */
const toldCategory = ({ kindToldBy, categoryIds: [main = 0, second = 0] }: Seeded): number =>
  kindToldBy === 'otherName' ? second : main

const isFoundAsTold = ({ categoryIds }: { categoryIds: readonly number[] }, place: Seeded): boolean =>
  categoryIds.includes(toldCategory(place))

/** A search of names finds what it looks for, whatever the category. */
function isClearMatch({ what }: SearchPlan, place: Seeded): boolean {
  const { kindToldBy = null } = place
  if (!('categoryIds' in what)) return kindToldBy !== null && kindToldBy !== 'source' && kindToldBy !== 'otherName'
  return kindToldBy !== null && kindToldBy !== 'source' && isFoundAsTold(what, place)
}

const hasOwnWebsite = ({ website }: Seeded): boolean => website !== null && website !== PLATFORM_PAGE

const filterTests = (plan: SearchPlan): Record<FilterName, (place: Seeded) => boolean> => ({
  minRating: (place: Seeded) => plan.filters.minRating === 0 || (place.rating ?? 0) >= plan.filters.minRating,
  hasWebsite: (place: Seeded) => !plan.filters.hasWebsite || hasOwnWebsite(place),
  withoutWebsite: (place: Seeded) => !plan.filters.withoutWebsite || !hasOwnWebsite(place),
  hasEmail: (place: Seeded) => !plan.filters.hasEmail || (place.email ?? null) !== null,
  minQuality: (place: Seeded) => place.quality >= plan.filters.minQuality,
  hasPhoneNumber: (place: Seeded) => !plan.filters.hasPhoneNumber || place.phone !== null,
  independentOnly: (place: Seeded) => !plan.filters.independentOnly || (place.brand ?? null) === null,
  clearMatchesOnly: (place: Seeded) => !plan.filters.clearMatchesOnly || isClearMatch(plan, place),
  firstSeenWithinDays: (place: Seeded) =>
    plan.filters.firstSeenWithinDays === '' || (place.firstSeenOn ?? '') >= plan.filters.firstSeenWithinDays,
  keywords: (place: Seeded) =>
    plan.filters.keywords.length === 0 ||
    plan.filters.keywords.some(phrase => ` ${nameSort(place.name)}`.includes(` ${phrase}`)),
})

function relevance({ what }: SearchPlan, place: Seeded): number {
  return place.quality + ('categoryIds' in what && isFoundAsTold(what, place) ? 101 : 0)
}

/** Places with the same phone and name are one lead. */
const leadOf = ({ phone, name, id }: Seeded): string => (phone === null ? `${id}` : `${phone} ${name.toLowerCase()}`)

/** The leads that a search finds, in its order. */
export function bruteForce(places: Seeded[], plan: SearchPlan): Seeded[] {
  const passing = places
    .filter(place => matchesPlan(plan, place))
    .filter(place => Object.values(filterTests(plan)).every(passes => passes(place)))
    .toSorted((a, b) => Number(a.isApart) - Number(b.isApart) || relevance(plan, b) - relevance(plan, a) || a.id - b.id)
  const leads = new Set<string>()
  const listed = passing.filter(place => {
    const isFirst = !leads.has(leadOf(place))
    leads.add(leadOf(place))
    return isFirst
  })
  return listed.toSorted((a, b) => compareBy(plan, a, b) || a.id - b.id)
}

function compareBy(plan: SearchPlan, a: Seeded, b: Seeded): number {
  if (plan.sortBy === 'relevance') return relevance(plan, b) - relevance(plan, a)
  if (plan.sortBy === 'rating') return (b.rating ?? 0) - (a.rating ?? 0)
  return Buffer.compare(Buffer.from(nameSort(a.name)), Buffer.from(nameSort(b.name)))
}

/** Counts leads. A filter leaves out a lead if it leaves out all of its places. */
export function bruteLeftOut(places: Seeded[], plan: SearchPlan) {
  const leads = [
    ...Map.groupBy(
      places.filter(place => matchesPlan(plan, place)),
      leadOf,
    ).values(),
  ]
  const tests = filterTests(plan)
  const failing = (passes: (place: Seeded) => boolean): number => leads.filter(lead => !lead.some(passes)).length
  return {
    ...perFilter(name => failing(tests[name])),
    withoutRating: plan.filters.minRating === 0 ? 0 : failing(({ rating }) => rating !== null),
    owned: 0,
  }
}
