import { expect, test } from 'vitest'
import { filterLeads, type LeadSort, sortByName, sortLeads } from './lead-list.rules.ts'
import { makeLead } from './lead.fixture.ts'

const leads = [
  makeLead({ id: 1, businessName: 'boulder Drains', rating: '3.5', city: 'Boulder', qualityScore: 60 }),
  makeLead({
    id: 2,
    businessName: 'Ace Plumbing',
    rating: null,
    city: 'Lafayette',
    phoneNumber: '(720) 555-0111',
    qualityScore: 60,
  }),
  makeLead({
    id: 3,
    businessName: 'Zed Pipes',
    rating: '10',
    city: null,
    address: '9 Elm Ave',
    state: 'WY',
    qualityScore: 91,
  }),
]
const sorted = (sort: LeadSort) => ids(sortLeads(leads, sortByName(leads), sort))
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id)

test('the text matches name, phone, address, city, and state, in upper and lower case', () => {
  expect(ids(filterLeads(leads, 'BOULDER'))).toEqual([1])
  expect(ids(filterLeads(leads, '720'))).toEqual([2])
  const withPhone = [makeLead({ phoneNumber: '(303) 943-1000' }), makeLead({ id: 2, phoneNumber: '(303) 943-2000' })]
  for (const typed of ['303-943-1000', '3039431000', '+1 303.943.1000', '943-1000', '943 1'])
    expect(ids(filterLeads(withPhone, typed))).toEqual([1])
  expect(ids(filterLeads(withPhone, '303-943-1000 x'))).toEqual([])
  expect(ids(filterLeads(leads, 'elm'))).toEqual([3])
  expect(ids(filterLeads(leads, 'lafay'))).toEqual([2])
  expect(ids(filterLeads(leads, ' wy '))).toEqual([3])
  expect(ids(filterLeads(leads, ''))).toEqual([1, 2, 3])
})

test('names sort from A to Z, ignoring case', () => {
  expect(sorted('name')).toEqual([2, 1, 3])
})

test('ratings sort as numbers, highest first, and a missing rating counts as 0', () => {
  expect(sorted('rating')).toEqual([3, 1, 2])
})

test('the best match is the order in which the search found the leads', () => {
  expect(sorted('match')).toEqual([1, 2, 3])
})

test('quality sorts by score, highest first, and by name if the scores are equal', () => {
  expect(sorted('quality')).toEqual([3, 2, 1])
})

test('distances sort with the nearest first, and leads without one come last', () => {
  const measured = [null, 3.2, 0.4].map((distanceMiles, index) => makeLead({ id: index + 1, distanceMiles }))
  expect(ids(sortLeads(measured, sortByName(measured), 'distance'))).toEqual([3, 2, 1])
})

test('categories, websites, and emails sort from A to Z, and leads without one come last', () => {
  const mixed = [
    makeLead({ id: 1, category: null, website: 'https://www.zed.com/', email: null }),
    makeLead({ id: 2, category: 'Plumbing', website: null, email: 'b@x.com' }),
    makeLead({ id: 3, category: 'electrician', website: 'http://ace.com/home', email: 'A@x.com' }),
  ]
  const by = (sort: LeadSort) => ids(sortLeads(mixed, sortByName(mixed), sort))
  expect(by('category')).toEqual([3, 2, 1])
  expect(by('website')).toEqual([3, 1, 2])
  expect(by('email')).toEqual([3, 2, 1])
})
