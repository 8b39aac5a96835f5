import { z } from 'zod'
import { readTable } from '#server/catalog/words/word-file.ts'
import { isTollFree } from './toll-free.ts'

export type AreaCode = {
  code: number
  /** USPS code. */
  state: string
  /** The position of the main city, in degrees. */
  lat: number
  lon: number
}

/** The area codes of the fifty states and DC. */
export const areaCodes: readonly AreaCode[] = readTable(
  'area-codes.txt',
  z.tuple([
    z.string().regex(/^[A-Z]{2}$/),
    z.string().min(1),
    z.string().regex(/^-?\d+\.\d+ -\d+\.\d+$/),
    z.string().regex(/^\d{3}( \d{3})*$/),
  ]),
).flatMap(([state, , point, codes]) => {
  const [lat = NaN, lon = NaN] = point.split(' ').map(Number)
  return codes.split(' ').map(code => ({ state, lat, lon, code: Number(code) }))
})

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
