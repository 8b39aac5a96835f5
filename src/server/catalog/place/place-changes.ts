import type { PlaceFacts } from './place-facts.ts'

/** Bits of `place_change.what`. 0: only dates or minor facts changed, which is no news. `moved` may be a correction. */
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

export const changedFactsOf = (what: number): ChangedFact[] =>
  Object.entries(factBits).flatMap(([fact, bits]) => ((what & bits) === 0 ? [] : [fact as ChangedFact]))

/** The imports with ids after `after` and up to `through`. Imports run one at a time, so their ids are in order. */
export type Runs = { after: number; through: number }
export type Whereabouts = { cells: Set<number>; states: Set<string> }
export type NewPlace = { changeId: number; placeKey: string; town: string | null }

export type SourceFacts = Pick<PlaceFacts, 'name' | 'street' | 'city' | 'website' | 'domain'>
export type SourceChange = { what: number; was: SourceFacts; is: SourceFacts }
