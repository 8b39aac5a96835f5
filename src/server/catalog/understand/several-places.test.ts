import { expect, test } from 'vitest'
import { loadGazetteer } from '#server/catalog/gazetteer/gazetteer-file.ts'
import { resolveLocation } from './resolve-location.ts'

const gazetteer = await loadGazetteer()

test.each([
  ['Boulder, CO, Denver, CO', ['Boulder, CO', 'Denver, CO']],
  ['Boulder CO, Denver CO', ['Boulder CO', 'Denver CO']],
  ['Boulder, CO and Denver, CO', ['Boulder, CO', 'Denver, CO']],
  ['Boulder, Colorado / Denver, Colorado', ['Boulder, Colorado', 'Denver, Colorado']],
  ['75001, 75002', ['75001', '75002']],
  ['75001 75002', ['75001', '75002']],
  ['75001 and 75002', ['75001', '75002']],
  ['Denver, CO 80202, 80203', ['Denver, CO 80202', '80203']],
  ['Dallas, TX 75201, Plano, TX 75023', ['Dallas, TX 75201', 'Plano, TX 75023']],
  ['Plano 75023, Allen 75002', ['Plano 75023', 'Allen 75002']],
  ['Dallas County, TX, Collin County, TX', ['Dallas County, TX', 'Collin County, TX']],
  ['Boulder, CO; Denver, CO', ['Boulder, CO', 'Denver, CO']],
  ['Boulder, CO, Estados Unidos; Denver, CO, Estados Unidos', ['Boulder, CO', 'Denver, CO']],
  ['Miami, FL 33101; Tampa, FL', ['Miami, FL 33101', 'Tampa, FL']],
  ['75001;75002', ['75001', '75002']],
  ['75001 or 75002', ['75001', '75002']],
  ['Boulder CO or Denver CO', ['Boulder CO', 'Denver CO']],
  ['Portland OR or Salem OR', ['Portland OR', 'Salem OR']],
  ['Boulder CO + Denver CO', ['Boulder CO', 'Denver CO']],
  ['Boulder CO Denver CO', ['Boulder, CO', 'Denver, CO']],
  ['Dallas, TX Fort Worth, TX', ['Dallas, TX', 'Fort Worth, TX']],
  ['80301, 80302, 80303, 80304, 80305, 80310', ['80301', '80302', '80303', '80304', '80305', '80310']],
])(
  '"%s" lists several places, so the user is asked which one, and none is searched as if it were all',
  (words, places) => {
    const found = resolveLocation(gazetteer, words)
    expect(found.kind === 'ambiguous' && found.choices.map(({ location }) => location)).toEqual(places)
  },
)

test('the places of a list are shown with their towns', () => {
  expect(resolveLocation(gazetteer, 'zip codes 80301 and 75001')).toEqual({
    kind: 'ambiguous',
    choices: [
      { label: 'Boulder, CO 80301', location: '80301' },
      { label: 'Addison, TX 75001', location: '75001' },
    ],
  })
})

test.each([
  ['Denver, CO, 80202', 'Denver, CO 80202'],
  ['80202, Denver, CO', 'Denver, CO 80202'],
  ['Denver, CO, 80202, USA', 'Denver, CO 80202'],
  ['12345 Main Street, Boulder, CO 80302', 'Boulder, CO 80302'],
  ['500 Main St NE, Minneapolis, MN', 'Minneapolis, MN'],
  ['Main Street, Nevada, MO', 'Nevada, MO'],
  ['LA, CA', 'Los Angeles, CA'],
  ['New York, New York, USA', 'New York, NY'],
  ['Boulder, Boulder County, CO', 'Boulder County, CO'],
  ['Lewis and Clark County, MT', 'Lewis and Clark County, MT'],
  ['Lincoln, NE', 'Lincoln, NE'],
  ['Portland OR 97201', 'Portland, OR 97201'],
  ['Portland OR USA', 'Portland, OR'],
  ['Hudson OH near Cleveland OH', 'Hudson, OH'],
  ['Capitol Hill, Seattle, WA', 'Capitol Hill, Seattle, WA'],
])('"%s" is one place', (words, label) => {
  expect(resolveLocation(gazetteer, words)).toMatchObject({ label })
})
