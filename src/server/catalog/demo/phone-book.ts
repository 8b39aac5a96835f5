import { areaCodes } from '#geography/index.ts'

/*
 * Only 555-0100 to 555-0199 are reserved for fiction: a hundred numbers in each area code, for three times as many
 * places. Because one phone is one lead, no search may find a number twice. So the places of a state have the numbers of
 * its own codes first, and then those of states that are far away.
 */
const NUMBERS_PER_CODE = 100
const FIRST_NUMBER = 5_550_100

/** Every eighth state of the alphabet comes next, so that hardly any state uses up the numbers of a neighbor. */
const STEP = 8
const byState = Map.groupBy(areaCodes, ({ state }) => state)
const states = [...byState.keys()].toSorted()
const codes = states.flatMap((_, place) => byState.get(states[(place * STEP) % states.length] ?? '') ?? [])
const firstOf = new Map(codes.map(({ state }, at) => [state, at * NUMBERS_PER_CODE] as const).toReversed())

/** The phone (E.164 digits) of a place. `position`: its number among the places of its state. */
export function phoneOf(state: string, position: number): number | null {
  const at = ((firstOf.get(state) ?? 0) + position) % (codes.length * NUMBERS_PER_CODE)
  const area = codes[Math.floor(at / NUMBERS_PER_CODE)]
  return area === undefined ? null : 10_000_000_000 + area.code * 10_000_000 + FIRST_NUMBER + (at % NUMBERS_PER_CODE)
}
