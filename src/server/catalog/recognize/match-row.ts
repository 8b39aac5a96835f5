import { compareNames, isContainedIn, isPartOf, shareWord } from '#server/catalog/merge/compare-names.ts'
import { compare, type Comparison, similarityOf } from '#server/catalog/merge/compare-places.ts'
import { houseOf, isSameHouse } from '#server/catalog/merge/house.rules.ts'
import { namePartsOf, type PlaceWords, placeWordsOf } from '#server/catalog/merge/name-parts.ts'
import { isTollFree } from '#server/catalog/place/phone-kind.ts'
import type { DescribedBusiness } from './described-business.ts'
import type { Candidate } from './recognize.repository.ts'
import { namesIn } from './row-name.ts'

/** `keys`: of the place if it is sure, or of the places that it may be, the most similar first. */
export type RowMatch = { match: 'sure' | 'likely' | 'none'; keys: readonly string[] }
/** `isSettled`: so much agrees that no other place can be more similar. `isNamed`: the best place has the row's name. */
export type SettledMatch = RowMatch & { isSettled: boolean; isNamed: boolean }

/** `zips`: its own, or those of its town. Places in them may have another town, such as the city. */
export type KnownBusiness = DescribedBusiness & { zips?: readonly string[] }

const MOST_CANDIDATES = 3
/** As many places with one website are a chain. */
const CHAIN = 3

/** How similar two names must be, depending on what else agrees. `npm run bench -- own-rows` shows the effect. */
const least = { samePhone: 0.5, sameHouse: 0.6, sameDomain: 0.6, nameAlone: 0.8, equal: 0.85, renamed: 0.3 }
/** How similar two names are at least if one is a part of the other. */
const PART = 0.8
/** By how much the best place must lead the second one. */
const CLEAR_LEAD = 0.5

export function matchRow(business: KnownBusiness, candidates: readonly Candidate[]): SettledMatch {
  const found = [...Map.groupBy(candidates, ({ id }) => id).values()].flatMap(rows => judged(business, rows))
  // Of a chain, a row with another house is none of the branches, even if one of them has moved.
  const isOfChain = found.filter(isElsewhere).length >= CHAIN
  const places = found
    .filter(place => !isOfChain || !isElsewhere(place))
    .toSorted((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
  const [best, second] = places
  if (best === undefined) return { match: 'none', keys: [], isSettled: false, isNamed: false }
  const isNamed = (best.name ?? 0) >= least.equal
  const isClear = second === undefined || best.score - second.score >= CLEAR_LEAD || isTwin(best, second)
  if (best.verdict !== 'sure' || !isClear)
    return { match: 'likely', keys: places.slice(0, MOST_CANDIDATES).map(({ key }) => key), isSettled: false, isNamed }
  const isSettled = isNamed && best.house === 'equal' && (best.phone === 'equal' || best.domain === 'equal')
  return { match: 'sure', keys: [best.key], isSettled, isNamed }
}

/** Empty if the place is not the row's. Comparing names takes long and is rarely needed, so it comes last. */
function judged(business: KnownBusiness, rows: readonly Candidate[]) {
  const evidence = evidenceOf(business, rows)
  if (verdictOf(evidence) === 'none') return []
  const { name } = business
  if (name !== null) {
    Object.assign(evidence, compareNamesOf(name, business, rows))
    if (verdictOf(evidence) === 'none') return []
    evidence.areTwo = rows.every(row => namesTwo(namesIn(name)[0] ?? name, business, row))
  }
  const verdict = verdictOf(evidence)
  return verdict === 'none' ? [] : [{ ...evidence, verdict, score: scoreOf(evidence) }]
}

const isElsewhere = ({ phone, house }: Evidence): boolean => phone !== 'equal' && house === 'differ'

type Evidence = {
  key: string
  /** How similar the names are, 0 to 1; null if the row has no name. */
  name: number | null
  /** The same, if one name is a part of the other, or both have an uncommon word: reasons to ask about the place. */
  likeness: number
  /** True if the names must be those of two businesses, such as a clinic and one of its practitioners. */
  areTwo: boolean
  phone: Comparison
  isTollFree: boolean
  domain: Comparison
  house: Comparison
  town: Comparison
}

/** What a row has in common with a place, by those of the place's rows that were found, as if their names were equal. */
function evidenceOf(business: KnownBusiness, rows: readonly Candidate[]): Evidence {
  const phone = bestOf(rows.map(row => compare(business.phone, row.phone)))
  const isCentral = business.phone !== null && isTollFree(business.phone)
  return {
    key: rows[0]?.key ?? '',
    name: business.name === null ? null : 1,
    likeness: business.name === null ? 0 : 1,
    areTwo: false,
    phone: phone === 'differ' && isCentral ? 'unknown' : phone,
    isTollFree: isCentral,
    domain: bestOf(rows.map(({ domain }) => compare(business.domain, domain))),
    house: bestOf(rows.map(row => compareHouses(business, row))),
    town: bestOf(rows.map(row => compareTowns(business, row))),
  }
}

const bestOf = (all: readonly Comparison[]): Comparison =>
  all.includes('equal') ? 'equal' : all.includes('differ') ? 'differ' : 'unknown'

/** How similar names are. Of a name with parts, each may be a person, or another business in the same house. */
function compareNamesOf(name: string, { city }: DescribedBusiness, rows: readonly Candidate[]) {
  const [whole = name, ...parts] = namesIn(name)
  const of = (one: string) => rows.map(row => compareOne(one, row.name, placeWordsOf({ city }, row)))
  const all = of(whole)
  return {
    name: Math.max(...all.map(one => one.name)),
    likeness: Math.max(...[...all, ...parts.flatMap(of)].map(one => one.likeness)),
  }
}

function compareOne(name: string, other: string, placeWords: PlaceWords): { name: number; likeness: number } {
  const [a, b] = [namePartsOf(name), namePartsOf(other)]
  const similarity = similarityOf({ name }, { name: other }, placeWords)
  if (similarity >= PART || !shareWord(a, b, placeWords)) return { name: similarity, likeness: similarity }
  const isContained = isContainedIn(a, b, placeWords) || isContainedIn(b, a, placeWords)
  const isPart = isContained || isPartOf(a, b, placeWords) || isPartOf(b, a, placeWords)
  return {
    name: isContained ? PART : similarity,
    likeness: isPart ? PART : Math.max(similarity, least.sameHouse),
  }
}

const namesTwo = (name: string, { city }: DescribedBusiness, row: Candidate): boolean =>
  compareNames(namePartsOf(name), namePartsOf(row.name), placeWordsOf({ city }, row)) === 'two businesses'

function compareHouses(business: KnownBusiness, row: Candidate): Comparison {
  if (houseOf(business.street) === null || houseOf(row.street) === null) return 'unknown'
  if (!isSameHouse(business.street, row.street)) return 'differ'
  return compareTowns(business, row) === 'differ' ? 'differ' : 'equal'
}

function compareTowns(business: KnownBusiness, row: Candidate): Comparison {
  const isInTown = row.zip !== null && business.zips?.includes(row.zip) === true
  const zip = isInTown ? 'equal' : compare(business.zip, row.zip)
  const city = compare(business.city?.toLowerCase() ?? null, row.city?.toLowerCase() ?? null)
  if (compare(business.state, row.state) === 'differ') return zip === 'equal' ? 'equal' : 'differ'
  return bestOf([zip, city])
}

/** Whether a place is the row, may be it, or is not. */
function verdictOf(evidence: Evidence): 'sure' | 'likely' | 'none' {
  const { name, likeness, phone, domain, house, town, areTwo } = evidence
  if (name === null) return verdictWithoutName(evidence)
  // Only a name and a town say too little, however rare the name is.
  const hasMore = phone === 'equal' || domain === 'equal' || house === 'equal'
  if (!hasMore) return likeness >= least.nameAlone && house === 'unknown' && town === 'equal' ? 'likely' : 'none'
  if (isSure(evidence, name) && !areTwo) return 'sure'
  if (house === 'equal' && (phone === 'equal' || domain === 'equal' || likeness >= least.sameHouse)) return 'likely'
  if (phone === 'equal') return likeness >= least.renamed || domain === 'equal' ? 'likely' : 'none'
  return domain === 'equal' && town !== 'differ' && likeness >= least.sameDomain ? 'likely' : 'none'
}

/** A contact alone is enough for a row without a name, if nothing contradicts it. */
function verdictWithoutName({ phone, domain, house, town }: Evidence): 'sure' | 'likely' | 'none' {
  if (phone === 'equal') return house === 'differ' || town === 'differ' ? 'likely' : 'sure'
  if (domain !== 'equal' || town === 'differ') return 'none'
  return house === 'equal' ? 'sure' : 'likely'
}

function isSure({ phone, isTollFree: isCentral, domain, house, town }: Evidence, name: number): boolean {
  if (house === 'equal') {
    const needed = phone === 'equal' ? least.samePhone : phone === 'differ' ? least.equal : least.sameHouse
    return name >= needed || (domain === 'equal' && phone !== 'differ' && name >= least.samePhone)
  }
  // A business that has moved has kept its phone and its name. A chain's phone is that of many branches.
  if (phone === 'equal' && house === 'differ') return name >= least.equal && !isCentral
  if (phone === 'equal') return town === 'differ' ? name >= least.equal && !isCentral : name >= least.samePhone
  return domain === 'equal' && house === 'unknown' && town === 'equal' && phone !== 'differ' && name >= least.equal
}

const points: Record<Comparison, number> = { equal: 1, unknown: 0, differ: -0.5 }
const scoreOf = ({ name, likeness, phone, domain, house, town, areTwo }: Evidence): number =>
  3 * (points[phone] + points[house]) + 2 * points[domain] + points[town] + (name ?? 0) + likeness - (areTwo ? 2 : 0)

/** Whether two places are listed twice in the catalog: everything that is known of them is the same. */
const isTwin = (a: Evidence, b: Evidence): boolean =>
  a.house === 'equal' && b.house === 'equal' && a.phone === b.phone && a.name === b.name && a.name === 1
