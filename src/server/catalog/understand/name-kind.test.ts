import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readBlocks } from '#server/catalog/words/word-file.ts'
import { describeRealFiles, realFiles } from '#tests/support/real-files.ts'
import { hintIn, hintInDomain, kindOfName } from './name-kind.ts'

test.each([
  ['Elizabeth Plumbing and Heating', 'plumbing'],
  ['Number 7 Pharmacy', 'pharmacy'],
  ['The Richman Law Firm, PLLC', 'lawyer'],
  ["Joe's Auto Glass Inc.", 'auto_glass_service'],
  ['Farmers Insurance - Brian Dolan', 'insurance_agency'],
  ['Ralph Lopez, D.M.D., DDS', 'dentist'],
  ['Pioneer House Apartments', 'apartments'],
  ['ALPINE MOTEL', 'hotel'],
  ['Golden Paws Dog Daycare', 'pet_boarding'],
  ['Law Offices of Ann Lee', 'lawyer'],
  ['Samuel Austin & Co Architects', 'architect'],
  ['New York Stem Cell Foundation', 'community_services_non_profits'],
  ['Glass Gecko Window Cleaning', 'window_washing'],
  ['Hampton Inn & Suites Albuquerque Airport', 'hotel'],
  ['Center for Dermatology', 'dermatologist'],
  ['Premier Mortgage Group, Ann Lee, NMLS# 1234', 'mortgage_broker'],
  ['Ann Lee, MD - Ophthalmology', 'ophthalmologist'],
  ['Greater Lansing Chamber of Commerce', 'chambers_of_commerce'],
  ['Lake County Visitors Bureau', 'visitor_center'],
  ['Restoration Hardware', 'furniture_store'],
  ['Lake Unified School District', 'school_district_offices'],
  ['Bay Smog Check', 'emissions_inspection'],
  ['Ann Lee Mobile Notary', 'notary_public'],
  ['Lake Court HOA', 'homeowner_association'],
])('"%s" tells its kind', (name, key) => {
  expect(kindOfName(name)?.key).toBe(key)
})

test.each([
  'Plumbing',
  'School of Dentistry',
  'Boulder Food Bank',
  "Lowe's Home Improvement",
  'Pizza Time Theatre Supplies',
  'Ace',
  '',
  '—|—',
  'x '.repeat(100_000),
])('"%.40s" tells no kind', name => {
  expect(kindOfName(name)).toBeNull()
})

test.each([
  ['Lee Team Wealth Advisor Boulder', 'financial_advising'],
  ['Horizon Elevator Experts', 'elevator_service'],
  ['Bubbly Photo Booth Idaho', 'photo_booth_rental'],
])('words within "%s" are a hint, but do not correct a trade with fanciful names', (name, key) => {
  const hint = hintIn(name)
  expect([kindOfName(name), hint?.key]).toEqual([null, key])
  expect([hint?.corrects('electrical_supply_store'), hint?.corrects('cocktail_bar')]).toEqual([true, false])
})

test.each([
  ['trendzsalon.com', 'Trendz', 'beauty_salon'],
  ['ace-plumbers.com', 'Ace & Sons', 'plumbing'],
  ['aceplumber.com', 'Ace Plumber', null],
  ['the-pizza-shop.com', 'Tossa', 'pizza_restaurant'],
  ['nyc.gov', 'NYCHA Roosevelt Houses', 'low_income_housing'],
  ['govindas.com', 'Govinda', null],
  ['vapensiero.com', 'Va Pensiero', null],
  ['', '', null],
])('the domain %s of "%s" suggests the kind %s', (domain, name, key) => {
  expect(hintInDomain(domain, name)?.key ?? null).toBe(key)
})

test('a word within the domain corrects even trades with fanciful names, but not a library', () => {
  expect(hintInDomain('trendzsalon.com', 'Trendz')?.corrects('dance_club')).toBe(true)
  expect(hintInDomain('nyc.gov', 'Roosevelt Houses')?.corrects('library')).toBe(false)
})

test('the name of a chain corrects other shops, but not every kind of business', () => {
  const chain = kindOfName('Safeway')
  expect([chain?.key, chain?.corrects('retail'), chain?.corrects('real_estate_agent')]).toEqual([
    'supermarket',
    true,
    false,
  ])
})

test('the town at the end of a name tells no kind', () => {
  expect(kindOfName('Elizabeth Plumbing of Jersey City', 'Jersey City')?.key).toBe('plumbing')
  expect(kindOfName('Smoke & Vape Cambridge', 'Cambridge')?.key).toBe('tobacco_shop')
  expect(kindOfName('Plumbing', 'Plumbing')).toBeNull()
})

test('a name corrects a main category that is of another trade, too broad, or missing, but not one of the same trade', () => {
  const plumber = kindOfName('Elizabeth Plumbing')
  const isCorrected = (main: string | undefined) => plumber?.corrects(main)
  expect(['plumbing', 'hvac_services', 'septic_services'].filter(isCorrected)).toEqual([])
  expect(
    ['hardware_store', 'corporate_office', 'retail', 'home_service', 'contractor', undefined].every(isCorrected),
  ).toBe(true)
})

test('a name that may be a surname corrects only some categories', () => {
  const dealer = kindOfName('Sterling Ford')
  expect([dealer?.corrects('used_car_dealer'), dealer?.corrects('lawyer'), dealer?.corrects(undefined)]).toEqual([
    true,
    false,
    false,
  ])
})

describeRealFiles('kinds of names', () => {
  test('are categories that places have', async () => {
    const keys = new Set((await readFile(realFiles.olderKeys, 'utf8')).split('\n').map(line => line.split(';')[0]))
    const kinds = readBlocks('name-kinds.txt').map(({ heading }) => heading)
    expect(kinds.filter(kind => /^[a-z]/.test(kind) && kind !== 'none' && !keys.has(kind))).toEqual([])
  })
})
