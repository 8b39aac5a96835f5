import { expect, test } from 'vitest'
import { changeBits, type SourceFacts } from '#server/catalog/place/place-changes.ts'
import { realChanges } from './real-changes.ts'

const { name, website, address, moved, phone } = changeBits
const was: SourceFacts = {
  name: 'Adler Plumbing',
  street: '1617 Pearl St Ste 4',
  city: 'Boulder',
  website: 'http://www.adlerplumbing.com',
  domain: 'adlerplumbing.com',
}
const after = (what: number, is: Partial<SourceFacts>, before: Partial<SourceFacts> = {}) =>
  realChanges({ what, was: { ...was, ...before }, is: { ...was, ...is } })

const profile = (query: string) => ({ website: `https://facebook.com/profile.php?${query}`, domain: null })
const inBuilding = (suite: string) => `1617 Pearl St Bldg 2 Ste ${suite}`

test.each([
  ['ADLER PLUMBING'],
  ['Adler Plumbing, LLC'],
  ['The Adler Plumbing'],
  ['Adler Plumbing - Boulder'],
  ['Adler Plumbing Boulder, CO'],
  ['Adler Plumbing Rocky Mountain Branch'],
  ['Adler Plumbing Company Parts'],
])('the name “%s” is another spelling', text => {
  expect(after(name | phone, { name: text })).toBe(phone)
})

test('a school of juniors and seniors has one name, abbreviated or not', () => {
  const before = { name: 'Western Boone Junior-Senior High School' }
  expect(after(name, { name: 'Western Boone Jr-Sr High School' }, before)).toBe(0)
})

test.each([['Summit Kitchen'], ['Juniper Plumbing']])('the name “%s” is another name', text => {
  expect(after(name, { name: text })).toBe(name)
})

test.each([
  ['https://adlerplumbing.com/', 'adlerplumbing.com'],
  ['http://adlerplumbing.com/locations/boulder?utm_source=google', 'adlerplumbing.com'],
  [null, null],
])('the website %s is no news', (page, domain) => {
  expect(after(website, { website: page, domain })).toBe(0)
})

test.each([
  ['https://www.adler-heating.com', 'adler-heating.com'],
  ['https://www.facebook.com/adler', null],
])('the website %s is another one', (page, domain) => {
  expect(after(website, { website: page, domain })).toBe(website)
})

test('pages on a platform are compared by their addresses', () => {
  const page = { website: 'https://www.facebook.com/adler/', domain: null }
  expect(after(website, { website: 'http://facebook.com/Adler?ref=1', domain: null }, page)).toBe(0)
  expect(after(website, { website: 'http://facebook.com/bauer', domain: null }, page)).toBe(website)
  expect(after(website, profile('id=5&ref=1'), profile('fbclid=7&id=5'))).toBe(0)
  expect(after(website, profile('id=6'), profile('id=5'))).toBe(website)
})

test.each([['1617 Pearl Street, Suite 4'], ['1617 PEARL ST'], ['1617 Pearl Street Mall'], ['Pearl Street'], [null]])(
  'the address “%s” is another spelling',
  street => {
    expect(after(address, { street })).toBe(0)
    expect(after(address, { street: was.street }, { street })).toBe(0)
  },
)

test.each([
  ['39-16 Prince St', '3916 Prince Street'],
  ['10-16 Main St', '10 Main St'],
  ['676 9th Ave', '676A 9th Ave #399'],
  ['910 Military Dr Ste D115', '910 Military Dr Ste In'],
  ['110 98th St NW', '98th St NW'],
])('“%s” is another spelling of “%s”', (street, other) => {
  expect(after(address, { street: other }, { street })).toBe(0)
  expect(after(address, { street }, { street: other })).toBe(0)
})

test.each([
  ['39-16 Prince St', '3918 Prince St'],
  ['676A 9th Ave', '678 9th Ave'],
  ['98th St NW Ste 4', '98th St NW Ste 5'],
])('“%s” and “%s” are two addresses', (street, other) => {
  expect(after(address | moved, { street: other }, { street })).toBe(address | moved)
})

test.each([['1617 Pearl St Unit 9'], ['1700 Pearl St'], ['2888 Walnut St']])(
  'the address “%s” is another one',
  street => {
    expect(after(address, { street })).toBe(address)
  },
)

test('the same house in another town is a change if the position differs, too', () => {
  expect(after(address, { city: 'Gunbarrel' })).toBe(0)
  expect(after(address | moved, { city: 'Denver' })).toBe(address | moved)
  expect(after(address | moved, { city: 'BOULDER' })).toBe(moved)
  expect(after(address | moved, { city: null })).toBe(moved)
})

test('another suite of the same building is another address', () => {
  expect(after(address, { street: inBuilding('300') }, { street: inBuilding('200') })).toBe(address)
  expect(after(address, { street: '1617 Pearl St Ste 200' }, { street: inBuilding('200') })).toBe(0)
  expect(after(address, { street: '1617 Pearl St #200' }, { street: inBuilding('200') })).toBe(0)
})

test('the same house number on another street is a change if the position differs, too', () => {
  expect(after(address, { street: '1617 Walnut St' })).toBe(0)
  expect(after(address | moved, { street: '1617 Walnut St' })).toBe(address | moved)
})
