/** A lead that may share phones with others. */
export type PhoneSharer = {
  id: number
  /** Its own phone and those of other rows of its place, as E.164 digits. */
  phones: number[]
  /** The catalog has its place, and it is not suppressed. */
  isLive: boolean
}

/** Sorts leads that still exist before others, then older leads before newer ones. */
const byRank = (a: PhoneSharer, b: PhoneSharer): number => Number(b.isLive) - Number(a.isLive) || a.id - b.id

/** The leads that are listed for their phones: each one shares no phone with a better one. */
export function firstOfPhones(leads: readonly PhoneSharer[]): Set<number> {
  const taken = new Set<number>()
  const first = new Set<number>()
  for (const { id, phones } of leads.toSorted(byRank)) {
    if (!phones.some(phone => taken.has(phone))) first.add(id)
    for (const phone of phones) taken.add(phone)
  }
  return first
}
