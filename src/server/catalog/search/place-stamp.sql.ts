import { foundFacts } from '#server/catalog/place/place-facts.ts'
import { shownFlags } from '#server/catalog/place/place-flags.ts'

const shownFacts = foundFacts.filter(({ name }) => name !== 'flags')
const firstFacts = shownFacts.filter(({ isHashedIfKnown }) => isHashedIfKnown !== true)
const stamped = ['dataset_id', 'source_id', ...firstFacts.map(({ column }) => column), 'provenance']
const laterFacts = shownFacts.filter(({ isHashedIfKnown }) => isHashedIfKnown === true)
const seedOf = (row: string): string =>
  ['0', ...laterFacts.map(({ column }, index) => `coalesce(hashtextextended(${row}.${column}, ${index}), 0)`)].join(
    ' # ',
  )

/**
 * Changes when a fact of the place changes that a lead shows. It has 53 bits, which a JavaScript number represents
 * exactly. Leads store it, so another order would make all of them look outdated.
 */
export const placeStamp = (row: string): string =>
  `hash_record_extended((${stamped.map(column => `${row}.${column}`).join(', ')}, ${row}.flags & ${shownFlags},
    (SELECT name FROM category WHERE id = ${row}.category_ids[1])), ${seedOf(row)}) & ${Number.MAX_SAFE_INTEGER}`

/** Changes when the name, a contact, or the address of the place changes, but not with a new date or score. */
export const factStamp = (row: string): string =>
  `hash_record_extended((${['name', 'phone', 'website', 'email', 'street', 'city', 'state', 'zip'].map(column => `${row}.${column}`).join(', ')}), 0) & ${Number.MAX_SAFE_INTEGER}`
