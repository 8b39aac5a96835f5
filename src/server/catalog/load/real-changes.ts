import { compareNames } from '#server/catalog/merge/compare-names.ts'
import { houseOf, isSameHouse, isSameHouseNumber, unitsOf } from '#server/catalog/merge/house.rules.ts'
import { coreName, namePartsOf, placeWordsOf } from '#server/catalog/merge/name-parts.ts'
import { nameSort } from '#server/catalog/place/name-order.ts'
import { changeBits, type SourceChange, type SourceFacts } from '#server/catalog/place/place-changes.ts'

/**
 * The bits of a logged change that matter to users. A fact that the source only spells differently does not count.
 * Neither does a fact that the source no longer has, because it may still be true.
 */
export function realChanges({ what, was, is }: SourceChange): number {
  const isReal = [
    [changeBits.name, () => isRenamed(was, is)],
    [changeBits.website, () => isOtherWebsite(was, is)],
    [changeBits.address, () => isOtherAddress(was, is, (what & changeBits.moved) !== 0)],
  ] as const
  return isReal.reduce((bits, [bit, test]) => ((bits & bit) !== 0 && !test() ? bits & ~bit : bits), what)
}

/** A longer form of the name, another spelling, or an added legal form does not count. */
function isRenamed(was: SourceFacts, is: SourceFacts): boolean {
  const difference = compareNames(namePartsOf(was.name), namePartsOf(is.name), placeWordsOf(was, is))
  if (difference === 'none' || difference === 'extra words in one') return false
  const [before, after] = [coreName(was.name).split(' '), coreName(is.name).split(' ')]
  return !isPart(before, after) && !isPart(after, before)
}

const isPart = (some: readonly string[], all: readonly string[]): boolean => some.every(word => all.includes(word))

/** Another page of the same website does not count as another website. */
function isOtherWebsite(was: SourceFacts, is: SourceFacts): boolean {
  if (is.website === null) return false
  return was.domain === null || is.domain === null
    ? pageOf(was.website) !== pageOf(is.website)
    : was.domain !== is.domain
}

const pageOf = (website: string | null): string | null =>
  website
    ?.toLowerCase()
    .replace(/^https?:\/\/(?:www\.|m\.)?/, '')
    // Keep the number of a profile without a name: facebook.com/profile.php?id=5
    .replace(/[?#](?:(?:.*&)?(?<id>id=[^&#]+))?.*$/, '$<id>')
    .replace(/(?:\/index\.\w+)?\/*$/, '') ?? null

/** If the place has not moved, only a house number or unit counts: streets and towns are spelled in many ways. */
function isOtherAddress(was: SourceFacts, is: SourceFacts, isMoved: boolean): boolean {
  if (was.street === null || is.street === null) return false
  if (isSameHouse(was.street, is.street))
    return (isMoved && isOtherTown(was.city, is.city)) || isOtherUnit(unitsOf(was.street), unitsOf(is.street))
  const isNumbered = houseOf(was.street) !== null && houseOf(is.street) !== null
  return isMoved || (isNumbered && !isSameHouseNumber(was.street, is.street))
}

const isOtherTown = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && nameSort(a) !== nameSort(b)

/** Units only differ if neither address has all units of the other one, because sources often leave units out. */
const isOtherUnit = (a: readonly string[], b: readonly string[]): boolean => !isPart(a, b) && !isPart(b, a)
