import { describe, expect, test } from 'vitest'
import { inBoulder } from '#tests/support/imports.ts'
import { type ComparedPlace, comparePlaces, type Similarity } from './compare-places.ts'
import { houseOf } from './house.rules.ts'
import { nameSimilarity } from './name-similarity.ts'

const row = (name: string, facts: Partial<ComparedPlace> = {}): ComparedPlace => ({
  id: 1,
  name,
  phone: null,
  domain: null,
  street: null,
  city: 'Boulder',
  zip: '80302',
  ...inBoulder,
  categories: [],
  ...facts,
})
const phone = { phone: 1 }
const house = { street: '12 Main St' }
const compared = (a: ComparedPlace, b: ComparedPlace): Similarity[] => [comparePlaces(a, b), comparePlaces(b, a)]

test.each([
  ['with one phone and a longer name', row('Ace Plumbing', phone), row('Ace Plumbing & Heating', phone)],
  ['with one phone and the town in a name', row('Ace Pie Boulder', phone), row('Ace Pie', phone)],
  [
    'in one house with other spelling',
    row('The Ace Grill', house),
    row('Ace Grill, Inc.', { street: '12 Main Street' }),
  ],
  ['in one house if one row has no phone', row('Ace Grill & Bar', { ...house, phone: 1 }), row('Ace Grill', house)],
  [
    'in one house with one website and two phones',
    row('acesmiles', { ...house, phone: 1, domain: 'acesmiles.com' }),
    row('Ace Smiles', { ...house, phone: 2, domain: 'acesmiles.com' }),
  ],
  ['in one house nearby if a row has no ZIP', row('Ace Grill', { ...house, zip: null }), row('Ace Grill', house)],
  ['at one spot with one name if a row has no address', row('Ace Grill', { zip: null }), row('Ace Grill', house)],
  [
    'with one phone in a ZIP if a row has no house number',
    row('Ace Grill', { ...phone, ...house }),
    row('The Ace Grill LLC', { ...phone, lat: 40.05 }),
  ],
  [
    'with one phone in a town if a row has no ZIP',
    row('Ace Grill', { ...phone, ...house }),
    row('Ace Grill', { ...phone, zip: null, city: 'BOULDER', lat: 40.05 }),
  ],
  [
    'with one name, number, and ZIP on a street with two names',
    row('Ace Pretzels', { street: '1990 Route 70 E' }),
    row('Ace Pretzels', { street: '1990 Marlton Pike East' }),
  ],
  [
    'with one phone and the state in a name',
    row('Red Wing - Boulder, CA', { ...phone, ...house }),
    row('Red Wing', { ...phone, ...house, domain: 'redwing.example' }),
  ],
  ['in one house if only one name has a space', row('AcePie', house), row('Ace Pie', { ...house, phone: 1 })],
  ['in one house with a letter missing', row('Subwy', house), row('Subway', { ...house, phone: 1 })],
  ['with one phone, a typo, and a longer name', row('Hadley Plumbing', phone), row('Hadely Plumbing & Heating', phone)],
  ['in one house with an abbreviation', row('Ace Ctr for Art', house), row('Ace Center for Art', house)],
  [
    'in one house if the row without a phone lacks the part after the dash',
    row('Ace Phi', house),
    row('Ace Phi - Rocky Mountain Chapter', { ...house, phone: 1 }),
  ],
  [
    'in one house with one website and two phones, if one name has an extra general word',
    row('Onus Wellness Bar', { ...house, phone: 1, domain: 'onus.example' }),
    row('Onus Bar', { ...house, phone: 2, domain: 'onus.example' }),
  ],
  ['whose street ends with the town', row('Ace Pie', { street: '12 Main St Boulder' }), row('Ace Pie', house)],
  [
    'next door if a row has no phone',
    row('Ace Grill', { ...house, phone: 1 }),
    row('Ace Grill', { street: '14 Main St' }),
  ],
  [
    'that has moved within a mile and kept its phone',
    row('Ace Grill', { ...phone, ...house }),
    row('Ace Grill', { ...phone, street: '9 Elm St', lat: inBoulder.lat + 0.01 }),
  ],
  [
    'at one spot with one website, if the row without an address has fewer words',
    row('Ace Original Pizza', { domain: 'ace.example' }),
    row('Ace Original Pizza (AOP)', { ...house, phone: 1, domain: 'ace.example' }),
  ],
  [
    'with "&" or "and" at half a house number',
    row('Salt & Light Yoga', { street: '12 1/2 Main St' }),
    row('Salt and Light Yoga', { street: '12½ Main Street', phone: 1 }),
  ],
  [
    'if one address lacks half a house number',
    row('Ace Grill & Bar', { street: '12-1/2 Main St' }),
    row('Ace Grill', { ...house, phone: 1 }),
  ],
  ['with "4" for "for" and "U" for "you"', row('Clean 4 U', house), row('Clean for You', { ...house, phone: 1 })],
  ['with "2" for "to"', row('Back 2 Basics', { ...house, phone: 2 }), row('Back to Basics', { ...house, phone: 1 })],
  [
    'with "Shopping Center" in one name',
    row('Paseo Nuevo', house),
    row('Paseo Nuevo Shopping Center', { ...house, phone: 1 }),
  ],
  [
    'with one phone and "& Spa" in one name, if both are hotels',
    row('Hotel Ace', { ...phone, categories: ['hotel'] }),
    row('Hotel Ace & Spa', { ...phone, categories: ['resort', 'hotel'] }),
  ],
  ['that is one machine at one spot', row('Ace ATM', { zip: null }), row('Ace ATM', house)],
  [
    'at a host whose name is in the address',
    row('Ace Bitcoin ATM', house),
    row('Ace ATM', { street: 'Sunoco, 12 Main St' }),
  ],
])('one business %s is one lead', (_, a, b) => {
  expect(compared(a, b)).toEqual(['same', 'same'])
})

test.each([
  ['with one phone and unrelated names', row('Ace Plumbing', phone), row('Boulder Cardiology', phone)],
  [
    'with one phone, far apart in two houses',
    row('Ace Plumbing', { ...phone, ...house }),
    row('Ace Plumbing', { ...phone, street: '9 Elm St', lat: 40.1 }),
  ],
  [
    'with one phone in two ZIPs',
    row('Ace Plumbing', phone),
    row('Ace Plumbing', { ...phone, zip: '80501', lat: 40.1 }),
  ],
  [
    'with one phone in one ZIP but different names',
    row('Ace Plumbing', { ...phone, ...house }),
    row('Ace Roofing', { ...phone, lat: 40.1 }),
  ],
  [
    'with one phone in one ZIP but two websites',
    row('Ace Plumbing', { ...phone, ...house, domain: 'ace.example' }),
    row('Ace Plumbing', { ...phone, lat: 40.1, domain: 'ace2.example' }),
  ],
  ['in two houses', row('Ace Grill', house), row('Ace Grill', { street: '40 Main St' })],
  ['next door with two phones', row('Ace', { ...house, phone: 1 }), row('Ace', { street: '14 Main St', phone: 2 })],
  ['at one spot on two streets', row('Ace Grill', { street: 'Elm St' }), row('Ace Grill', house)],
  [
    'with a toll-free number of all branches',
    row('Ace Rent', { ...house, phone: 18_005_550_100 }),
    row('Ace Rent', { street: '9 Elm St', phone: 18_005_550_100, lat: inBoulder.lat + 0.01 }),
  ],
  ['with two numbers in their names', row('Studio 2 Salon', house), row('Studio 4 Salon', house)],
  ['that are two towers', row('Ace Tower A', house), row('Ace Tower B', house)],
  ['that are a dealer and its workshop', row('Ace Ford Service', phone), row('Ace Ford', phone)],
  ['that are a supermarket and its bakery', row('Safeway Bakery', phone), row('Safeway', phone)],
  [
    'that are a person with an initial and the firm',
    row('Zorba Q. Keloth - Ace Wealth', phone),
    row('Ace Wealth', phone),
  ],
  [
    'on the north and the south side',
    row('Ace', { street: '12 N Main St' }),
    row('Ace', { street: '12 S Main St', zip: '80303' }),
  ],
  ['that are a store and its pharmacy', row('Ace Market', phone), row('Ace Market Pharmacy', phone)],
  ['that are departments of a hospital', row('Ace Hospital Cardiology', phone), row('Ace Hospital', phone)],
  ['that are a bank and an ATM', row('Ace Bank', house), row('ATM Ace Bank', house)],
  ['that are two advisors of one firm', row('Ann Lee - Ace Wealth', phone), row('Bob Day - Ace Wealth', phone)],
  ['that are an advisor and the firm', row('Ace Wealth Group', phone), row('Carol Day - Ace Wealth', phone)],
  [
    'that are a museum and its coffee bar',
    row('Museum of Boulder', { ...phone, categories: ['museum'] }),
    row('Museum of Boulder Coffee Bar', { ...phone, categories: ['coffee_shop', 'cafe'] }),
  ],
  [
    'that are a hotel and its café with one website',
    row('Hotel Ace', { ...house, domain: 'ace.example', categories: ['hotel'] }),
    row('Hotel Ace Café', { ...house, domain: 'ace.example', categories: ['cafe'] }),
  ],
  [
    'that are a shop in a shop with one phone',
    row('Ace Grocery', { ...phone, categories: ['grocery_store'] }),
    row('Java Stop', { ...phone, categories: ['coffee_shop'] }),
  ],
  ['that are a hotel and its bar', row('Fireside Bistro at Ace Hotel', phone), row('Ace Hotel', phone)],
  ['with one name down the street, if one row has no address', row('Ace', { lat: 40.0205 }), row('Ace', house)],
  ['at one spot with different phones', row('Ace', { phone: 1 }), row('Ace', { ...house, phone: 2 })],
  ['that are machines of two operators', row('Ace Bitcoin ATM', house), row('Coin Hub Bitcoin ATM', house)],
  [
    'that are machines of one operator in two houses',
    row('Ace ATM', { ...phone, ...house }),
    row('Ace ATM', { ...phone, street: 'Sunoco, 14 Main St' }),
  ],
  ['that are a team and its firm', row('Kalin Team at Ace of Boulder', phone), row('Ace of Boulder', phone)],
  ['that have different numbers', row('Ace #12', phone), row('Ace #14', phone)],
  ['that share only the name of the town', row('Boulder', house), row('Boulder Barks', { ...house, phone: 1 })],
])('businesses %s are two leads', (_, a, b) => {
  expect(compared(a, b)).toEqual(['different', 'different'])
})

test('similar names in one house may be one business if each has an extra word', () => {
  const domain = 'ace.example'
  expect(compared(row('Elegant Tailoring And Mending', phone), row('Elegant Tailoring And Drapes', phone))).toEqual([
    'possible',
    'possible',
  ])
  expect(
    compared(
      row('Elegant Tailoring And Mending', { ...house, domain }),
      row('Elegant Tailoring And Drapes', { ...house, domain }),
    ),
  ).toEqual(['possible', 'possible'])
})

test.each([
  [
    'under another name with its phone and trade',
    row('Seoul Kitchen', { ...phone, ...house, categories: ['korean_restaurant'] }),
    row('Goody Monster', { ...phone, ...house, categories: ['restaurant', 'korean_restaurant'] }),
  ],
  ['under a name with two other letters and its phone', row('Ace Brand Bakery', phone), row('Ace Broad Bakery', phone)],
  [
    'under a longer name with its phone, beyond 300 m',
    row('Ace Plumbing', phone),
    row('Ace Plumbing & Heating', { ...phone, lat: inBoulder.lat + 0.003 }),
  ],
  [
    'under a longer name within a mile with its phone',
    row('Quokka Films', { ...phone, ...house }),
    row('Quokka Adventure Films', { ...phone, street: '9 Elm St', lat: inBoulder.lat + 0.01 }),
  ],
])('one business may be listed twice %s', (_, a, b) => {
  expect(compared(a, b)).toEqual(['possible', 'possible'])
})

test('names with the same long beginning and one extra word each may be one business, but not certainly', () => {
  const clinic = 'Atrium Health Wake Forest Baptist Medical Group'
  expect(compared(row(`${clinic} Zebra`, phone), row(`${clinic} Quokka`, phone))).toEqual(['possible', 'possible'])
})

test('a row without a phone may be the firm of the person in the other row', () => {
  expect(
    compared(row('Guild Mortgage', house), row('Guild Mortgage - Portiana Noelsen', { ...house, phone: 1 })),
  ).toEqual(['possible', 'possible'])
})

describe('a street address', () => {
  test('is recognized in any spelling', () => {
    expect(houseOf('1400 North Pearl Street, Suite 200')).toBe('1400 n pearl st')
    expect(houseOf('1400 N. Pearl St #200')).toBe('1400 n pearl st')
    expect(houseOf('1400 N Pearl St Ste 200')).toBe('1400 n pearl st')
    expect(houseOf('12 Constructor Avenue')).toBe('12 constructor ave')
    expect([houseOf('Pearl St'), houseOf(null)]).toEqual([null, null])
    expect(nameSimilarity("Joe's Café, LLC", 'Joes Cafe')).toBe(1)
  })

  test('may lack its direction or its kind of street', () => {
    expect(compared(row('Ace', { street: '12 N Main St' }), row('Ace', { street: '12 Main' }))).toEqual([
      'same',
      'same',
    ])
  })
})
