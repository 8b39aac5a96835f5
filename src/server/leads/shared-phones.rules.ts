import { lineKey } from './lead-facts.rules.ts'

/** A lead that may share phones with others. */
export type PhoneSharer = {
  id: number
  /** Its own phone and those of other rows of its place, as E.164 digits; without any, its place as a negative id. */
  phones: number[]
  name: string
  /** True if the catalog has neither the place nor another one with its phone and name. */
  isGone: boolean
  /** True if the source still lists the place, and it may be contacted. */
  isLive: boolean
}

/** Leads whose place exists come first, then those that are listed and may be contacted, then older ones. */
const byRank = (a: PhoneSharer, b: PhoneSharer): number =>
  Number(a.isGone) - Number(b.isGone) || Number(b.isLive) - Number(a.isLive) || a.id - b.id

/**
 * Maps each lead to the one that is listed for its business: the lead itself, or the best one that shares a phone and
 * the name with it. Instead of a lead that is gone, any lead with its phone is listed: that is its business under
 * another name.
 */
export function keptFor(leads: readonly PhoneSharer[]): Map<number, number> {
  const ofLine = new Map<string, number>()
  const ofPhone = new Map<number, number>()
  const kept = new Map<number, number>()
  for (const { id, phones, name, isGone } of leads.toSorted(byRank)) {
    const lines = phones.map(phone => lineKey(phone, name))
    const successors = isGone ? phones.map(phone => ofPhone.get(phone)) : []
    const keptId = [...lines.map(line => ofLine.get(line)), ...successors].find(each => each !== undefined) ?? id
    kept.set(id, keptId)
    for (const line of lines) if (!ofLine.has(line)) ofLine.set(line, keptId)
    if (!isGone) for (const phone of phones) if (!ofPhone.has(phone)) ofPhone.set(phone, keptId)
  }
  return kept
}
