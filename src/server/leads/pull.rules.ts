export type Pullable = {
  placeKey: string
  lines: readonly string[]
  /** Keys of places that may be the same business. */
  duplicateKeys: readonly string[]
}
export type Owned = {
  placeKeys: ReadonlySet<string>
  lines: ReadonlySet<string>
}
export type Pull<P> = {
  /** The places at the start of the page that the quota covers. */
  taken: { place: P; isFirstOfLine: boolean; isFree: boolean }[]
  /** The cost of these places in contact pulls. */
  cost: number
  /** True if the quota did not cover the whole page. */
  isCut: boolean
}

type Wanted<P> = { page: P[]; owned: Owned; pullsLeft: number }

/**
 * Decides which leads of a page a user gets, and their cost. A place is free if the user already has it, one of its
 * lines, or a possible duplicate of it. Any other place costs one contact pull. The page ends before the first lead
 * that the user cannot pay for. With no pulls left, a page with a new lead returns nothing.
 */
export function pullPage<P extends Pullable>({ page, owned, pullsLeft }: Wanted<P>): Pull<P> {
  const lines = new Set(owned.lines)
  const keys = new Set(owned.placeKeys)
  const taken: Pull<P>['taken'] = []
  let cost = 0
  for (const place of page) {
    const isOwnedLine = place.lines.some(line => lines.has(line))
    const isFree = isOwnedLine || [place.placeKey, ...place.duplicateKeys].some(key => keys.has(key))
    if (!isFree && cost === pullsLeft)
      return pullsLeft === 0 ? { taken: [], cost: 0, isCut: true } : { taken, cost, isCut: true }
    if (!isFree) cost += 1
    for (const line of place.lines) lines.add(line)
    keys.add(place.placeKey)
    taken.push({ place, isFirstOfLine: !isOwnedLine, isFree })
  }
  return { taken, cost, isCut: false }
}
