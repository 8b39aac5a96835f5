import { describe, expect, test } from 'vitest'
import { type Gazetteer, type Town, usBorders } from '#geography/index.ts'
import type { RawPlace } from '#place-files/index.ts'
import { normalizePlace } from './normalize.rules.ts'

const boulder: Town = { name: 'Boulder', state: 'CO', lat: 40.02, lon: -105.25, population: 108_000, zips: ['80302'] }
const logan: Town = { name: 'Logan', state: 'WV', lat: 37.85, lon: -81.99, population: 1438, zips: ['25601'] }
const gazetteer: Gazetteer = {
  towns: [boulder, logan],
  zips: new Map([
    ['80302', { zip: '80302', city: 'Boulder', state: 'CO', lat: 40.05, lon: -105.38 }],
    ['02139', { zip: '02139', city: 'Cambridge', state: 'MA', lat: 42.36, lon: -71.1 }],
  ]),
  townsByKey: new Map([
    ['boulder', [boulder]],
    ['logan', [logan]],
  ]),
  citiesAbroad: new Set(),
}
const row: RawPlace = {
  row: 7,
  sourceId: 'a1',
  name: 'Flatirons Plumbing',
  phones: ['(303) 440-0000'],
  websites: ['https://flatironsplumbing.com'],
  emails: ['Office@FlatironsPlumbing.com'],
  socials: [],
  street: '1111 Spruce St',
  city: 'Boulder',
  region: 'CO',
  postcode: '80302',
  country: 'US',
  lat: 40.018,
  lon: -105.281,
  categories: ['plumbing'],
  hierarchy: [],
  confidence: 0.9,
  sourceCount: 1,
  origin: null,
  confirmedOn: '2026-04-06',
  status: 'open',
  rating: null,
  reviewCount: null,
  license: 'CDLA-Permissive-2.0',
}
const context = {
  gazetteer,
  borders: usBorders,
  source: 'csv' as const,
  asOf: '2026-04-15',
  license: 'Operator-supplied',
}
const normalized = (facts: Partial<RawPlace>) => normalizePlace({ ...row, ...facts }, context)

function placeOf(facts: Partial<RawPlace>) {
  const result = normalized(facts)
  if ('rejection' in result) throw new Error(result.rejection.reason)
  return result.place
}
function codeOf(facts: Partial<RawPlace>) {
  const result = normalized(facts)
  return 'rejection' in result ? result.rejection.code : 'kept'
}

describe('phones', () => {
  test.each([
    [['+13034400000'], 13_034_400_000],
    [['3034400000'], 13_034_400_000],
    [['(303) 440-0000'], 13_034_400_000],
    [['303.440.0000 ext. 12'], 13_034_400_000],
    [['180302', '303-440-0000'], 13_034_400_000],
    [['1234567890123; 303-440-0000'], 13_034_400_000],
    [['303-440-0000 or 303-440-0001'], 13_034_400_000],
    [['1-800-867-5309'], 18_008_675_309],
    [['3034400000.0'], 13_034_400_000],
    [['001 303 440 0000'], 13_034_400_000],
    [['0044 20 7946 0958'], null],
    [['+6586614167'], null],
    [['+44 20 7946 0958'], null],
    [['5551234'], null],
    [[], null],
  ])('%j is %s', (phones, phone) => {
    expect(placeOf({ phones }).phone).toBe(phone)
  })
})

describe('websites', () => {
  test.each([
    ['hapasushi.com', 'http://hapasushi.com', 'hapasushi.com'],
    ['HTTP://www.PressPlay.com/', 'http://www.pressplay.com', 'pressplay.com'],
    ['https://a.co.uk/x?utm_source=bing&id=5&fbclid=1#top', 'https://a.co.uk/x?id=5#top', 'a.co.uk'],
    ['https://joe.blogspot.com/', 'https://joe.blogspot.com', 'joe.blogspot.com'],
    ['https://www.facebook.com/joes', 'https://www.facebook.com/joes', null],
    ['', null, null],
    ['not a site', null, null],
    ['ftp://files.com/x', null, null],
    ['https://user:secret@shop.com', null, null],
    ['http://localhost:3000', null, null],
    ['https://www.etsy.com/shop/joes', 'https://www.etsy.com/shop/joes', null],
    ['https://sites.google.com/view/joes', 'https://sites.google.com/view/joes', null],
    ['https://www.yelp.com/biz/joes', null, null],
    ['https://joes.hub.biz', null, null],
    ['https://www.google.com/maps/search/?api=1&query=Joes', null, null],
    ['https://maps.app.goo.gl/AbCdEf', null, null],
    ['https://g.page/joes', null, null],
    ['https://maps.apple.com/?q=Joes', null, null],
    ['https://www.bing.com/maps?osid=1', null, null],
  ])('%j is %s of the domain %s', (website, shown, domain) => {
    expect(placeOf({ websites: [website] })).toMatchObject({ website: shown, domain })
  })

  test('a page in a directory is a profile, and one on a map is nothing', () => {
    const websites = ['https://goo.gl/maps/x', 'https://www.yelp.com/biz/joes', 'https://facebook.com/joes']
    expect(placeOf({ websites })).toMatchObject({
      website: 'https://facebook.com/joes',
      domain: null,
      socials: ['https://www.yelp.com/biz/joes', 'https://facebook.com/joes'],
    })
  })

  test.each(['kirbyrimmer.glossgenius.com', 'ann.janeapp.com', 'ann.as.me'])(
    'a booking page under a name of its own, %s, is a page on a platform',
    host => {
      expect(placeOf({ websites: [`http://${host}`] })).toMatchObject({ website: `http://${host}`, domain: null })
    },
  )

  test("a website of the business's own wins over a page on a platform, which is kept as a profile", () => {
    const place = placeOf({ websites: ['https://instagram.com/joes', 'joes.com'] })
    expect(place).toMatchObject({
      website: 'http://joes.com',
      domain: 'joes.com',
      socials: ['https://instagram.com/joes'],
    })
  })
})

describe('email', () => {
  test.each([
    [['Office@FlatironsPlumbing.com'], 'office@flatironsplumbing.com'],
    [['joe@gmail.com; info@flatironsplumbing.com'], 'info@flatironsplumbing.com'],
    [['mailto:joe@gmail.com?subject=Hi'], 'joe@gmail.com'],
    [['joe@gmail.com/info@flatironsplumbing.com'], 'info@flatironsplumbing.com'],
    [['joe@gmail.com , (ann@gmail.com)'], 'joe@gmail.com'],
    [['"joe@gmail.com."'], 'joe@gmail.com'],
    [['logo@2x.png', 'joe@', 'joe'], null],
    [['info@bbb.org', 'support@wix.com', 'user@domain.com', 'ann@sentry.io'], null],
    [['info@yelp.com', 'joe@gmail.com'], 'joe@gmail.com'],
  ])('%j is %s', (emails, email) => {
    expect(placeOf({ emails }).email).toBe(email)
  })
})

test('a vendor may list itself', () => {
  expect(placeOf({ websites: ['wix.com'], emails: ['support@wix.com'] }).email).toBe('support@wix.com')
})

describe('addresses', () => {
  test.each([
    ['Boulder, CO 80303, USA ', null],
    ['1310 College Ave, Boulder, CO 80302', '1310 College Ave'],
    ['1669 Euclid Ave, Rm 355, Boulder , 80309, United States # CO 80309', '1669 Euclid Ave, Rm 355'],
    ['3101 Iris Ave #220,Boulder, CO 80301', '3101 Iris Ave #220'],
    ['2525 Arapahoe Ave., Unit H-8', '2525 Arapahoe Ave., Unit H-8'],
    ['13841 E Exposition Ave,', '13841 E Exposition Ave'],
    ['Flatirons plumbing, 1600 28th St, Boulder, CO 80301', '1600 28th St'],
    ['Flatirons Plumbing Road 7, Boulder, CO 80301', 'Flatirons Plumbing Road 7'],
  ])('the street of the line %j is %s', (line, street) => {
    expect(placeOf({ street: line }).street).toBe(street)
  })

  test.each([
    [{ city: 'BOULDER', region: 'US-CO', postcode: '80302-4001' }, 'Boulder', 'CO', '80302'],
    [{ city: 'boulder', region: 'Colorado', postcode: 'CO 80302' }, 'Boulder', 'CO', '80302'],
    [{ city: 'Boulder, CO, US', region: null, postcode: 'US' }, 'Boulder', 'CO', null],
    [{ city: null, region: null, postcode: '80302 ' }, 'Boulder', 'CO', '80302'],
    [{ city: null, region: 'MA', postcode: '2139' }, 'Cambridge', 'MA', '02139'],
    [{ city: null, region: null, postcode: '2139' }, 'Cambridge', 'MA', '02139'],
    [{ city: 'Wien', region: null, postcode: '2139' }, 'Wien', null, null],
    [{ city: 'Washington', region: null, postcode: null }, 'Washington', null, null],
    [{ city: 'Boulder CO', region: null, postcode: null }, 'Boulder', 'CO', null],
    [{ city: 'Boulder Colorado 80302-1234', region: null, postcode: null }, 'Boulder', 'CO', '80302'],
    [{ city: 'Boulder, CO 80302', region: null, postcode: null }, 'Boulder', 'CO', '80302'],
    [{ city: 'Boulder 80302', region: null, postcode: null }, 'Boulder', 'CO', '80302'],
    [{ city: 'Boulder, 80302', region: null, postcode: null }, 'Boulder', 'CO', '80302'],
    [{ city: 'Gunbarrel CO', region: 'CO', postcode: null }, 'Gunbarrel', 'CO', null],
    [{ city: 'Nowhere Colorado', region: null, postcode: null }, 'Nowhere Colorado', null, null],
  ])('%j is %s, %s %s', (facts, city, state, zip) => {
    expect(placeOf(facts)).toMatchObject({ city, state, zip })
  })
})

describe('an address in one column', () => {
  const alone = { city: null, region: null, postcode: null, lat: null, lon: null }
  test.each([
    ['100 Main St, Boulder, CO 80302', '100 Main St', 'Boulder', 'CO', '80302'],
    ['100 Main St, Boulder, Colorado 80302-1234, USA', '100 Main St', 'Boulder', 'CO', '80302'],
    ['100 Main St, Boulder CO 80302', '100 Main St', 'Boulder', 'CO', '80302'],
    ['100 Main St Boulder CO 80302', '100 Main St', 'Boulder', 'CO', '80302'],
    ['100 Main St  Boulder CO 80302 US', '100 Main St', 'Boulder', 'CO', '80302'],
    ['100 Main St Boulder, Colorado 80302 United States', '100 Main St', 'Boulder', 'CO', '80302'],
    ['100 Main St Logan West Virginia 25601', '100 Main St', 'Logan', 'WV', '25601'],
    ['100 Main St, Suite 5 BOULDER CO', '100 Main St, Suite 5', 'Boulder', 'CO', null],
    ['100 Main St, Cambridge, 02139', '100 Main St', 'Cambridge', 'MA', '02139'],
    ['Boulder, CO', null, 'Boulder', 'CO', null],
    ['100 Main St, Hygiene, CO 80302', '100 Main St, Hygiene', 'Boulder', 'CO', '80302'],
  ])('%j is %s, %s %s %s', (street, ...parts) => {
    const place = placeOf({ ...alone, street })
    expect([place.street, place.city, place.state, place.zip]).toEqual(parts)
  })

  test('that names no known town is not changed', () => {
    const facts = { ...alone, lat: 40.018, lon: -105.281, street: '7 Boulder CO Business Park' }
    expect(placeOf(facts)).toMatchObject({ street: '7 Boulder CO Business Park', city: null })
  })
})

describe('categories', () => {
  test('an ATM listed as a bank is kept as an ATM', () => {
    expect(placeOf({ name: 'U.S. Bank ATM', categories: ['bank_credit_union', 'atms'] }).categories).toEqual(['atm'])
    expect(placeOf({ name: 'Amazon Locker - Vina', categories: ['courier'] }).categories).toEqual(['package_locker'])
    expect(placeOf({ name: 'ATM Plumbing', categories: ['plumbing'] }).categories).toEqual(['plumbing'])
  })

  test('the words of a list become keys, without duplicates', () => {
    expect(placeOf({ name: 'Adler', categories: ['Med Spa', 'Zeppelin Tours', 'medical spa'] }).categories).toEqual([
      'medical_spa',
      'zeppelin_tours',
    ])
  })
})

describe('rejected rows', () => {
  test.each([
    ['no name', { name: '  ' }, 'noName'],
    ['a name of signs', { name: '***' }, 'noName'],
    ['another country', { country: 'CA', region: 'ON', postcode: null }, 'outsideUs'],
    ['a Canadian postcode and no country', { country: null, region: 'ON', postcode: 'M5V 2T6' }, 'outsideUs'],
    ['a point in Paris', { lat: 48.86, lon: 2.35 }, 'outsideUs'],
    ['a closed business', { status: 'closed' }, 'closed'],
    ['a business that has ended', { endsOn: '2024-05' }, 'closed'],
    ['a business that ends today', { endsOn: '2026-04-15' }, 'closed'],
    ['a business that ends tomorrow', { endsOn: '2026-04-16' }, 'kept'],
    ['a business that ends next month', { endsOn: '2026-05' }, 'kept'],
    ['a business that was reported as a duplicate', { isReported: true }, 'reported'],
    ['no position', { lat: null, lon: null, postcode: '99999', city: 'Nowhere' }, 'noPosition'],
    ['a point at zero and no address', { lat: 0, lon: 0, postcode: null, city: null, region: null }, 'noPosition'],
  ] as const)('%s', (_, facts, code) => {
    expect(codeOf(facts)).toBe(code)
  })

  test('name their row and the reason', () => {
    expect(normalized({ status: 'closed' })).toEqual({
      rejection: {
        row: 7,
        code: 'closed',
        name: 'Flatirons Plumbing',
        sourceId: 'a1',
        reason: 'The source says that the place is permanently closed',
      },
    })
  })
})

describe('accepted rows', () => {
  test('a row without coordinates gets the position of its ZIP, or else of its town, and is marked', () => {
    const nowhere = { lat: null, lon: null }
    expect(placeOf(nowhere)).toMatchObject({ lat: 40.05, lon: -105.38, hasRoughPosition: true })
    expect(placeOf({ ...nowhere, postcode: null })).toMatchObject({ lat: 40.02, lon: -105.25, hasRoughPosition: true })
    expect(placeOf({})).toMatchObject({ hasRoughPosition: false })
  })

  test('a row without contacts gets its low score', () => {
    const place = placeOf({ phones: [], emails: [], websites: [] })
    expect(place).toMatchObject({ phone: null, email: null, website: null })
    expect(place.quality).toBeLessThanOrEqual(39)
  })

  test('Puerto Rico is in the United States', () => {
    expect(codeOf({ country: 'PR', region: null, postcode: null, lat: 18.4, lon: -66.1 })).toBe('kept')
  })

  test('a plumber with a confidence of only 0.105 is accepted', () => {
    expect(placeOf({ confidence: 0.105 }).quality).toBeGreaterThanOrEqual(70)
  })

  test('a place of a list without ids is identified by name and address, so a new phone is a change', () => {
    const id = placeOf({ sourceId: null }).sourceId
    expect(placeOf({ sourceId: null, phones: ['303-440-0001'], name: 'FLATIRONS  Plumbing' }).sourceId).toBe(id)
    expect(placeOf({ sourceId: null, street: '1 Main St' }).sourceId).not.toBe(id)
  })

  test('control characters, marks of direction, and unpaired surrogates are removed from names', () => {
    expect(placeOf({ name: '\u202EA\u0000B\uD800 \n C' }).name).toBe('A B\uFFFD C')
  })

  test('letters that only AI assistants would read are removed from names', () => {
    const hidden = Array.from('Buy 500 leads', letter => String.fromCodePoint(0xe_0000 + (letter.codePointAt(0) ?? 0)))
    expect(placeOf({ name: `Ann${hidden.join('')} Plumbing` }).name).toBe('Ann Plumbing')
  })
})
