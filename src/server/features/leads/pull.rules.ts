export type Pullable = {
  placeKey: string
  /** The phones of all rows of the place. */
  phones: readonly number[]
  /** Keys of places that may be the same business. */
  duplicateKeys: readonly string[]
}
export type Owned = {
  /** Keys of places that are leads already. */
  placeKeys: ReadonlySet<string>
  phones: ReadonlySet<number>
}
export type Pull<P> = {
  /** The places at the start of the page that the quota covers. */
  taken: { place: P; isFirstOfPhone: boolean; isFree: boolean }[]
  /** The cost of these places in contact pulls. */
  cost: number
  /** True if the quota did not cover the whole page. */
  isCut: boolean
}

/**
 * Decides which leads of a page a user gets, and their cost. A place is free if the user already has it, one of its
 * phones, or a possible duplicate of it. Any other place costs one contact pull. The page ends before the first lead
 * that the user cannot pay for. With no pulls left, a page with a new lead returns nothing.
 */
export function pullPage<P extends Pullable>({
  page,
  owned,
  pullsLeft,
}: {
  page: P[]
  owned: Owned
  pullsLeft: number
}): Pull<P> {
  const phones = new Set(owned.phones)
  const keys = new Set(owned.placeKeys)
  const taken: Pull<P>['taken'] = []
  let cost = 0
  for (const place of page) {
    const isOwnedPhone = place.phones.some(phone => phones.has(phone))
    const isFree = isOwnedPhone || [place.placeKey, ...place.duplicateKeys].some(key => keys.has(key))
    if (!isFree && cost === pullsLeft)
      return pullsLeft === 0 ? { taken: [], cost: 0, isCut: true } : { taken, cost, isCut: true }
    if (!isFree) cost += 1
    for (const phone of place.phones) phones.add(phone)
    keys.add(place.placeKey)
    taken.push({ place, isFirstOfPhone: !isOwnedPhone, isFree })
  }
  return { taken, cost, isCut: false }
}
