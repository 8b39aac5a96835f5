import { foundFacts } from '#server/catalog/place/place-facts.ts'

// Leads store the stamp, so another order would make all of them look outdated.
const stampedLast = ['license', 'confirmed_on', 'origin', 'provenance', 'flags']
const firstFacts = foundFacts.filter(({ isHashedIfKnown }) => isHashedIfKnown !== true)
const stamped = [
  ...['dataset_id', 'source_id', ...firstFacts.map(({ column }) => column)].filter(
    column => !stampedLast.includes(column),
  ),
  ...stampedLast,
]
const laterFacts = foundFacts.filter(({ isHashedIfKnown }) => isHashedIfKnown === true)
const seedOf = (row: string): string =>
  ['0', ...laterFacts.map(({ column }, index) => `coalesce(hashtextextended(${row}.${column}, ${index}), 0)`)].join(
    ' # ',
  )

/** Changes when a fact of the place changes. It has 53 bits, which a JavaScript number represents exactly. */
export const placeStamp = (row: string): string =>
  `hash_record_extended((${stamped.map(column => `${row}.${column}`).join(', ')}, (SELECT name FROM category WHERE id = ${row}.category_ids[1])), ${seedOf(row)}) & ${Number.MAX_SAFE_INTEGER}`

/** Changes when the name, a contact, or the address of the place changes, but not with a new date or score. */
export const factStamp = (row: string): string =>
  `hash_record_extended((${['name', 'phone', 'website', 'email', 'street', 'city', 'state', 'zip'].map(column => `${row}.${column}`).join(', ')}), 0) & ${Number.MAX_SAFE_INTEGER}`
