/** A lead that may share phones with others. */
export type PhoneSharer = {
  id: number
  /** Its own phone and those of other rows of its place, as E.164 digits. */
  phones: number[]
  /** True if the catalog has the place and it is not suppressed. */
  isLive: boolean
}

/** Sorts leads that still exist before others, then older leads before newer ones. */
const byRank = (a: PhoneSharer, b: PhoneSharer): number => Number(b.isLive) - Number(a.isLive) || a.id - b.id

/**
 * Maps each lead to the one that is listed for its phones: the lead itself, or the best one that shares a phone with
 * it.
 */
export function keptFor(leads: readonly PhoneSharer[]): Map<number, number> {
  const keptOf = new Map<number, number>()
  const kept = new Map<number, number>()
  for (const { id, phones } of leads.toSorted(byRank)) {
    const shared = phones.find(phone => keptOf.has(phone))
    const keptId = (shared === undefined ? undefined : keptOf.get(shared)) ?? id
    kept.set(id, keptId)
    for (const phone of phones) if (!keptOf.has(phone)) keptOf.set(phone, keptId)
  }
  return kept
}
