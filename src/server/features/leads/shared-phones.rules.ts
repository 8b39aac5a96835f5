/** A lead beside the others of its phones. */
export type PhoneSharer = {
  id: number
  /** Its own, and those of other rows of its place; E.164 digits. */
  phones: number[]
  /** The catalog has its place, and it may be contacted. */
  isLive: boolean
}

/** Better leads first: a business that is still there before one that is gone, then the one that was pulled first. */
const byRank = (a: PhoneSharer, b: PhoneSharer): number => Number(b.isLive) - Number(a.isLive) || a.id - b.id

/** The leads that are listed for their phones: each shares none with a better one. */
export function firstOfPhones(leads: readonly PhoneSharer[]): Set<number> {
  const taken = new Set<number>()
  const first = new Set<number>()
  for (const { id, phones } of leads.toSorted(byRank)) {
    if (!phones.some(phone => taken.has(phone))) first.add(id)
    for (const phone of phones) taken.add(phone)
  }
  return first
}
