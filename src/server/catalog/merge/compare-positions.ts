import { distanceMiles } from '#geography/index.ts'
import { isTollFree } from '#server/catalog/place/phone-kind.ts'
import type { PlaceFacts } from '#server/catalog/place/place-facts.ts'
import { houseOf, isNextDoor, isSameHouse, isSameHouseNumber, streetsDiffer } from './house.rules.ts'

const NEAR_MILES = 0.1864
const SPOT_MILES = 0.06
const MOVED_MILES = 1

export type Positioned = Pick<PlaceFacts, 'phone' | 'street' | 'city' | 'zip' | 'lat' | 'lon'>

export type Where = {
  isPhoneNearby: boolean
  /** The house number is the same, and perhaps the street. */
  isNumber: boolean
  /** One row has no house number, and both are at nearly the same position. */
  isSpot: boolean
  /** The house numbers are only a few apart. */
  isNeighbor: boolean
  isPhoneInTown: boolean
  /** So little agrees that only equal names count. */
  needsEqualNames: boolean
}

/** What addresses, positions, and phones of two rows have in common; null if too little for one business. */
export function comparePositions(a: Positioned, b: Positioned): Where | null {
  const miles = distanceMiles(a, b)
  const isNear = miles <= NEAR_MILES
  const isPhoneEqual = a.phone !== null && a.phone === b.phone
  const isPhoneNearby = isNear && isPhoneEqual
  const isZipEqual = a.zip !== null && a.zip === b.zip
  const isHouse = (isNear || isZipEqual) && isSameHouse(a.street, b.street)
  // A street can have several names: "Route 70" is "Marlton Pike". For equal names, the same number in the same ZIP is
  // enough.
  const isNumber = isHouse || (isZipEqual && isSameHouseNumber(a.street, b.street))
  const lacksHouse = houseOf(a.street) === null || houseOf(b.street) === null
  const isSpot = lacksHouse && miles <= SPOT_MILES && !streetsDiffer(a.street, b.street)
  const isNeighbor = miles <= SPOT_MILES && isNextDoor(a.street, b.street)
  const hasMoved = isPhoneEqual && miles <= MOVED_MILES && !isTollFree(a.phone ?? 0)
  const isPhoneInTown = isPhoneEqual && (lacksHouse || hasMoved) && (isZipEqual || hasMoved || isTownEqual(a, b))
  if (!isPhoneNearby && !isNumber && !isSpot && !isPhoneInTown && !isNeighbor) return null
  return {
    isPhoneNearby,
    isNumber,
    isSpot,
    isNeighbor,
    isPhoneInTown,
    needsEqualNames: !isPhoneNearby && !isHouse && !isSpot && !isPhoneInTown,
  }
}

/** Compares the towns if a ZIP is missing. */
const isTownEqual = (a: Positioned, b: Positioned): boolean =>
  (a.zip === null || b.zip === null) && a.city !== null && a.city.toLowerCase() === b.city?.toLowerCase()
