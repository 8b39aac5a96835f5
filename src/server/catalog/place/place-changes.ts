/**
 * Bits of `place_change.what`. 0 means that only dates, scores, or other small facts changed, which is no news. `moved` is
 * a change of the position, which may only be a correction.
 */
export const changeBits = { name: 1, phone: 2, website: 4, email: 8, address: 16, moved: 32, categories: 64 } as const

type ChangedFact = 'name' | 'phone' | 'website' | 'email' | 'address'
const factBits: Record<ChangedFact, number> = {
  name: changeBits.name,
  phone: changeBits.phone,
  website: changeBits.website,
  email: changeBits.email,
  address: changeBits.address,
}
/** The bits of changes that people who work a lead want to know. */
export const newsBits = Object.values(factBits).reduce((all, bits) => all | bits, 0)

/** The facts that a change is about. */
export const changedFactsOf = (what: number): ChangedFact[] =>
  Object.entries(factBits).flatMap(([fact, bits]) => ((what & bits) === 0 ? [] : [fact as ChangedFact]))

/** Imports after one and up to another, by their ids. They run one after the other. */
export type Runs = { after: number; through: number }
/** Where imports have added places. */
export type Whereabouts = { cells: Set<number>; states: Set<string> }
export type NewPlace = { changeId: number; placeKey: string; town: string | null }

/** What a source says about a place, before or after a release. */
export type SaidFacts = {
  name: string
  street: string | null
  city: string | null
  website: string | null
  domain: string | null
}
export type SaidChange = { what: number; was: SaidFacts; is: SaidFacts }
