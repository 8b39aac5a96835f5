import { describe, expect, test } from 'vitest'
import { loadGazetteer } from '#geography/index.ts'
import { readPlace } from './read-place.ts'

const gazetteer = await loadGazetteer()

const labelOf = (words: string) => {
  const resolution = readPlace(gazetteer, words)
  return 'label' in resolution ? resolution.label : resolution.kind
}

const points: [words: string, label: string][] = [
  ['Boulder, CO', 'Boulder, CO'],
  ['Boulder CO', 'Boulder, CO'],
  ['boulder,co', 'Boulder, CO'],
  ['BOULDER, COLORADO', 'Boulder, CO'],
  ['boulder colorado', 'Boulder, CO'],
  ['  Boulder  ,   CO  ', 'Boulder, CO'],
  ['Boulder, Colo.', 'Boulder, CO'],
  ['Boulder', 'Boulder, CO'],
  ['City of Boulder, CO', 'Boulder, CO'],
  ['City of Carson City', 'Carson City, NV'],
  ['Boulder, US-CO', 'Boulder, CO'],
  ['123 Pearl St, Boulder, CO', 'Boulder, CO'],
  ['80302', 'Boulder, CO 80302'],
  ['80302-1234', 'Boulder, CO 80302'],
  ['803021234', 'Boulder, CO 80302'],
  ['Boulder, CO 80302', 'Boulder, CO 80302'],
  ['Boulder 80302', 'Boulder, CO 80302'],
  ['80302 Boulder', 'Boulder, CO 80302'],
  ['CO 80302', 'Boulder, CO 80302'],
  ['Denver, CO 80302', 'Boulder, CO 80302'],
  ['12345 Main Street, Boulder, CO 80302-1234, USA', 'Boulder, CO 80302'],
  ['Boulder, CO 00000', 'Boulder, CO'],
  ['02108', 'Boston, MA 02108'],
  ['Denver, USA', 'Denver, CO'],
  ['Denver, CO, United States', 'Denver, CO'],
  ['Denver, CO U.S.A.', 'Denver, CO'],
  ['NYC', 'New York, NY'],
  ['N.Y.C.', 'New York, NY'],
  ['New York', 'New York, NY'],
  ['New York City', 'New York, NY'],
  ['New York, New York', 'New York, NY'],
  ['New York, NY', 'New York, NY'],
  ['NYC, NY', 'New York, NY'],
  ['DC', 'Washington, DC'],
  ['D.C.', 'Washington, DC'],
  ['Washington DC', 'Washington, DC'],
  ['Washington, D.C.', 'Washington, DC'],
  ['Washington, District of Columbia', 'Washington, DC'],
  ['1600 Pennsylvania Ave NW, Washington, DC 20500', 'Washington, DC 20500'],
  ['Washington, PA', 'Washington, PA'],
  ['LA', 'Los Angeles, CA'],
  ['L.A., Calif.', 'Los Angeles, CA'],
  ['SF', 'San Francisco, CA'],
  ['Philly', 'Philadelphia, PA'],
  ['Philly, PA', 'Philadelphia, PA'],
  ['Vegas', 'Las Vegas, NV'],
  ['Las Vegas, New Mexico', 'Las Vegas, NM'],
  ['Las Vegas N.M.', 'Las Vegas, NM'],
  ['the Bronx', 'Bronx, NY'],
  ['Brooklyn', 'Brooklyn, NY'],
  ['Brooklyn, NYC', 'Brooklyn, NY'],
  ['Queens', 'Queens, NY'],
  ['St Louis, MO', 'St. Louis, MO'],
  ['Saint Louis', 'St. Louis, MO'],
  ['St. Paul, MN', 'Saint Paul, MN'],
  ['Ft. Worth, TX', 'Fort Worth, TX'],
  ['Mt Pleasant, SC', 'Mount Pleasant, SC'],
  ['Rocky Mt NC', 'Rocky Mount, NC'],
  ['Winston Salem, NC', 'Winston-Salem, NC'],
  ['Coeur d Alene, ID', "Coeur d'Alene, ID"],
  ['Lees Summit, Missouri', "Lee's Summit, MO"],
  ['Canon City, CO', 'Cañon City, CO'],
  ['Mc Lean, VA', 'McLean, VA'],
  ['LaCrosse, WI', 'La Crosse, WI'],
  ['N Las Vegas, NV', 'North Las Vegas, NV'],
  ['Salt Lake, UT', 'Salt Lake City, UT'],
  ['Boise City, ID', 'Boise, ID'],
  ['Clinton Twp, MI', 'Clinton Township, MI'],
  ['Kansas City, KS', 'Kansas City, KS'],
  ['Kansas City Missouri', 'Kansas City, MO'],
  ['Oklahoma City', 'Oklahoma City, OK'],
  ['Iowa City', 'Iowa City, IA'],
  ['Virginia Beach', 'Virginia Beach, VA'],
  ['West New York', 'West New York, NJ'],
  ['Nevada, MO', 'Nevada, MO'],
  ['Indiana PA', 'Indiana, PA'],
  ['Delaware, Ohio', 'Delaware, OH'],
  ['Portland Maine', 'Portland, ME'],
  ['Portland, OR', 'Portland, OR'],
  ['Worcester, Mass.', 'Worcester, MA'],
  ['29 Palms, CA', 'Twentynine Palms, CA'],
  ['San Juan, Puerto Rico', 'San Juan, PR'],
  ['King of Prussia', 'King of Prussia, PA'],
]

const states: [words: string, label: string][] = [
  ['Texas', 'Texas'],
  ['TX', 'Texas'],
  ['tx', 'Texas'],
  ['Texas, USA', 'Texas'],
  ['State of Texas', 'Texas'],
  ['US-CO', 'Colorado'],
  ['Calif.', 'California'],
  ['West Virginia', 'West Virginia'],
  ['N. Carolina', 'North Carolina'],
  ['Washington state', 'Washington'],
  ['New York state', 'New York'],
  ['Nevada', 'Nevada'],
  ['Puerto Rico', 'Puerto Rico'],
]

const unknowns = [
  '',
  '   ',
  'x',
  '99999',
  'Atlantis, CO',
  'Paris, France',
  'Toronto, Ontario',
  'Boulder, XX',
  'Mart IN',
  '😀😀',
  "'; DROP TABLE place; --",
  "Boulder' OR 1=1",
  '<script>alert(1)</script>',
  'Boulder\u0000, CO',
  '\u0000\u0001',
  'Boulder, CO'.repeat(5000),
  'st '.repeat(66),
  ', '.repeat(100),
  '1'.repeat(200),
  '中文',
]

describe('a typed location', () => {
  test.each(points)('%j is the place %j', (words, label) => {
    expect(readPlace(gazetteer, words).kind).toBe('point')
    expect(labelOf(words)).toBe(label)
  })

  test.each(states)('%j is the whole state of %s', (words, label) => {
    expect(readPlace(gazetteer, words).kind).toBe('state')
    expect(labelOf(words)).toBe(label)
  })

  test.each(unknowns.map(words => [words]))('%j is no known place', words => {
    expect(readPlace(gazetteer, words).kind).toBe('unknown')
  })

  test('has the coordinates of the ZIP if there is one, or else of the town', () => {
    expect(readPlace(gazetteer, 'Boulder, CO')).toMatchObject({ zip: null, lat: 40.01499, lon: -105.27055 })
    expect(readPlace(gazetteer, 'Boulder, CO 80302')).toMatchObject({ zip: '80302', lat: 40.0172 })
  })

  test('New York is in Manhattan, not at the mean of its ZIPs', () => {
    const newYork = readPlace(gazetteer, 'New York, NY')
    if (newYork.kind !== 'point') throw new Error('New York is a point')
    expect(newYork.lat).toBeCloseTo(40.71, 1)
    expect(newYork.lon).toBeCloseTo(-74.0, 1)
  })
})

describe('a town name that exists in several states', () => {
  test.each([
    ['Springfield', 'Springfield, MO'],
    ['Portland', 'Portland, OR'],
    ['Kansas City', 'Kansas City, MO'],
    ['Aurora', 'Aurora, CO'],
    ['Fort Washington', 'Fort Washington, MD'],
  ])('%j asks which one, largest first', (words, first) => {
    const resolution = readPlace(gazetteer, words)
    expect(resolution.kind === 'ambiguous' && resolution.choices[0]?.label).toBe(first)
  })

  test('Washington asks: the capital or the state?', () => {
    const resolution = readPlace(gazetteer, 'Washington')
    if (resolution.kind !== 'ambiguous') throw new Error('Washington is ambiguous')
    expect(resolution.choices.slice(0, 2).map(choice => choice.label)).toEqual([
      'Washington, DC',
      'Washington (the state)',
    ])
  })

  test.each(['Springfield', 'Washington', 'Portland', 'Paris', 'Union City', 'Mount Vernon'])(
    'every choice for %j is understood when it is sent back',
    words => {
      const resolution = readPlace(gazetteer, words)
      if (resolution.kind !== 'ambiguous') throw new Error(`${words} is ambiguous`)
      expect(resolution.choices.length).toBeLessThanOrEqual(8)
      for (const { location } of resolution.choices)
        expect(readPlace(gazetteer, location).kind).toMatch(/^(?:point|state)$/)
    },
  )
})

describe('a misspelled town', () => {
  test('is corrected if one letter is wrong and only one town of the state matches', () => {
    expect(labelOf('Boulderr, CO')).toBe('Boulder, CO')
    expect(labelOf('Philadelpia, PA')).toBe('Philadelphia, PA')
  })

  test('is suggested, not corrected, without a state', () => {
    expect(readPlace(gazetteer, 'Sprngfield')).toEqual({ kind: 'unknown', suggestions: ['Springfield, MO'] })
  })

  test('is suggested without a state, also if it is small and no larger one is spelled alike', () => {
    expect(readPlace(gazetteer, 'Aspenn')).toEqual({ kind: 'unknown', suggestions: ['Aspen, CO'] })
    expect(readPlace(gazetteer, 'Glenwood Spriings')).toMatchObject({ suggestions: ['Glenwood Springs, CO'] })
  })

  test.each([
    ['Philidelpia', 'Philadelphia, PA'],
    ['settle', 'Seattle, WA'],
    ['sales or', 'Salem, OR'],
  ])('"%s" is suggested, not corrected, because two letters are wrong or it is a word', (typed, town) => {
    const found = readPlace(gazetteer, typed)
    expect(found).toEqual({ kind: 'unknown', suggestions: expect.arrayContaining([town]) })
  })

  test('a ZIP without its leading zero suggests the whole ZIP', () => {
    expect(readPlace(gazetteer, '2139')).toMatchObject({ suggestions: ['02139'] })
  })
})

test('every town is found by its own label', () => {
  const lost = gazetteer.towns.filter(({ name, state }) => {
    const found = readPlace(gazetteer, `${name}, ${state}`)
    // A few towns are only the post office of a region with the same name.
    if (found.kind === 'area' && found.label === `${name}, ${state}`) return false
    return found.kind !== 'point' || found.state !== state
  })
  expect(lost).toEqual([])
})
