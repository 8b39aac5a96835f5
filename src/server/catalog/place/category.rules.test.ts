import { expect, test } from 'vitest'
import { type NameKind, pickCategories } from './category.rules.ts'

const doubtAbout = (key: string, main: string) =>
  key === 'event_planning' && main !== 'caterer'
    ? { isSupportedBy: (text: string) => text.includes('event'), instead: 'venue_and_event_space' }
    : undefined
const named = (name: string, domain: string | null = null) => ({ name, town: null, domain })

test('a generic category comes last, because the others say what the place is', () => {
  expect(pickCategories(['professional_services', 'plumbing', 'retail', 'hvac_services'], named('Flatirons'))).toEqual([
    'plumbing',
    'hvac_services',
    'professional_services',
    'retail',
  ])
  expect(pickCategories(['professional_services'], named('Flatirons'))).toEqual(['professional_services'])
})

test('an ATM in a list of banks, a parcel locker, and a bus stop have categories of their own', () => {
  expect(pickCategories(['banks'], named('Chase ATM'))).toEqual(['atm'])
  expect(pickCategories(['storage_facility'], named('Amazon Locker - Basil'))).toEqual(['package_locker'])
  expect(pickCategories(['shipping_center'], named('UPS Access Point location'))).toEqual(['package_locker'])
  expect(pickCategories(['bike_rentals'], named('Citi Bike Station'))).toEqual(['bike_sharing'])
  expect(pickCategories(['financial_service'], named('Coinstar'))).toEqual(['self_service_kiosk'])
  expect(pickCategories(['kitchen_supply_store'], named('Resharp'))).toEqual(['self_service_kiosk'])
  expect(pickCategories(['library', 'bookstore'], named('Little Free Library #2'))).toEqual(['book_exchange_box'])
  expect(pickCategories(['transportation'], named('MTA M7 & M20 Bus Stop'))).toEqual(['bus_stop'])
  expect(pickCategories(['transportation'], named('MTA Subway - Park Place'))).toEqual(['metro_station'])
  expect(pickCategories(['sandwich_shop'], named('Subway'))).toEqual(['sandwich_shop'])
})

const pick = (words: string[], name: string, domain?: string) =>
  pickCategories(words, named(name, domain), { isNamedIn: (text, key) => text.includes(key), doubtAbout })

test('the categories beside a generic one need a word in the name or the domain', () => {
  expect(pick(['services', 'bar', 'plumbing'], 'Ace Plumbing'.toLowerCase())).toEqual(['plumbing', 'services'])
  expect(pick(['services', 'bar'], 'Ace', 'acebar.example')).toEqual(['bar', 'services'])
  expect(pick(['services', 'bar'], 'Ace')).toEqual(['services'])
  expect(pick(['bar', 'plumbing'], 'Ace')).toEqual(['bar', 'plumbing'])
})

const plumbing = {
  key: 'plumbing',
  corrects: (main: string | undefined) => main !== 'plumbing' && main !== 'contractor',
}
const categoriesOf = (words: string[]) =>
  pickCategories(words, named('Elizabeth Plumbing'), { kindOfName: () => plumbing })

test('a name that contradicts the main category decides; one that agrees changes nothing', () => {
  expect(categoriesOf(['hardware_store'])).toEqual(['plumbing', 'hardware_store'])
  expect(categoriesOf(['hardware_store', 'plumbing'])).toEqual(['plumbing', 'hardware_store'])
  expect(categoriesOf(['contractor', 'plumbing'])).toEqual(['contractor', 'plumbing'])
  expect(categoriesOf(['professional_services'])).toEqual(['plumbing', 'professional_services'])
  expect(categoriesOf([])).toEqual(['plumbing'])
})

const pickCertain = (words: string[], name: string, domain?: string) =>
  pickCategories(words, named(name, domain), { doubtAbout })

test('a doubtful category needs a name or a domain that supports it', () => {
  expect(pickCertain(['event_planning', 'bar'], 'The Vault')).toEqual(['venue_and_event_space', 'bar'])
  expect(pickCertain(['bar', 'event_planning'], 'The Vault')).toEqual(['bar'])
  expect(pickCertain(['caterer', 'event_planning'], 'The Vault')).toEqual(['caterer', 'event_planning'])
  expect(pickCertain(['event_planning'], 'Vault Events')).toEqual(['event_planning'])
  expect(pickCertain(['event_planning'], 'The Vault', 'vaultevents.example')).toEqual(['event_planning'])
})

const groomer = ['pet_groomer', 'pets_and_more', 'retail']
const shop = { key: 'pet_store', corrects: (main: string | undefined) => main !== 'pet_store' }
const pickNamed = (name: string, context: object, domain?: string) =>
  pickCategories(groomer, named(name, domain), { isNamedIn: (text, key) => text.includes(key.slice(4, 9)), ...context })

test('a main category that the name contradicts is removed, unless the name also has a word for it', () => {
  expect(pickNamed('Valu', { kindOfName: () => shop })).toEqual(['pet_store', 'pets_and_more', 'retail'])
  expect(pickNamed('Valu Grooming', { kindOfName: () => shop })).toEqual(['pet_store', ...groomer])
})

test('a hint counts only if neither the name nor the domain has a word for the main category', () => {
  const hinted = { kindOfName: () => null, hintIn: () => shop }
  expect(pickNamed('Valu', hinted)[0]).toBe('pet_store')
  expect(pickNamed('Valu Grooming', hinted)).toEqual(groomer)
  expect(pickNamed('Valu', hinted, 'valugrooming.example')).toEqual(groomer)
  expect(pickCategories(groomer, named('Valu'), hinted)).toEqual(groomer)
})

test('a hint in the domain counts if the name does not tell the kind and has no hint that corrects the category', () => {
  const salon = { key: 'hair_salon', corrects: () => true }
  const inDomain = { kindOfName: () => null, hintInDomain: () => salon }
  expect(pickNamed('Valu', inDomain, 'valu.example')[0]).toBe('hair_salon')
  expect(pickNamed('Valu', inDomain)).toEqual(groomer)
  expect(pickNamed('Valu Grooming', inDomain, 'valu.example')).toEqual(groomer)
  expect(pickNamed('Valu', { ...inDomain, hintIn: () => shop }, 'valu.example')[0]).toBe('pet_store')
})

const pickHinted = (kind: NameKind) => pickNamed('Valu', { kindOfName: () => kind, hintIn: () => shop })[0]

test('a narrow kind that does not correct the main category leaves the decision to hints', () => {
  const bar = { key: 'bar', corrects: () => false }
  expect([pickHinted(bar), pickHinted({ ...bar, isNarrow: true })]).toEqual(['pet_groomer', 'pet_store'])
})

test('a category that the name tells is not in doubt', () => {
  const venue = { key: 'event_planning', corrects: () => true }
  expect(pickCategories(['bar'], named('The Vault'), { doubtAbout, kindOfName: () => venue })).toEqual([
    'event_planning',
    'bar',
  ])
})
