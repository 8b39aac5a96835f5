import { areaCodes } from '#geography/index.ts'

export const tollFreeAreas = [800, 822, 833, 844, 855, 866, 877, 880, 881, 882, 883, 888]
const areas = new Set(tollFreeAreas)

/** `phone` has the digits of E.164, without the plus, of a number in the United States. */
export const isTollFree = (phone: number): boolean => areas.has(Math.floor(phone / 1e7) - 1000)

const stateOfCode: ReadonlyMap<number, string> = new Map(areaCodes.map(({ code, state }) => [code, state]))

/**
 * Whether a number belongs to the business's state or to another state, or is toll-free. Null if that is unknown.
 * `phone` has the digits of E.164. `state` is a USPS code.
 */
export function phoneKindOf(phone: number, state: string | null): 'in-state' | 'out-of-state' | 'toll-free' | null {
  if (isTollFree(phone)) return 'toll-free'
  const stateOfPhone = stateOfCode.get(Math.floor(phone / 1e7) - 1000)
  if (stateOfPhone === undefined || state === null) return null
  return stateOfPhone === state ? 'in-state' : 'out-of-state'
}
