import { expect, test } from 'vitest'
import { loadGazetteer } from '#geography/index.ts'
import { readPlace } from './read-place.ts'

const gazetteer = await loadGazetteer()

test.each([
  ['Boulder, CO, Denver, CO', ['Boulder, CO', 'Denver, CO']],
  ['Boulder, Longmont', ['Boulder, CO', 'Longmont, CO']],
  ['Niwot, CO; Lyons, CO', ['Niwot, CO', 'Lyons, CO']],
  ['Boise City, OK / Guymon, OK', ['Boise City, OK', 'Guymon, OK']],
  ['Boulder, Denver', ['Boulder, CO', 'Denver, CO']],
  ['Boulder and Longmont', ['Boulder, CO', 'Longmont, CO']],
  ['Oakland, Berkeley', ['Oakland, CA', 'Berkeley, CA']],
  ['Phoenix, Scottsdale, Mesa', ['Phoenix, AZ', 'Scottsdale, AZ', 'Mesa, AZ']],
  ['Tampa or Orlando', ['Tampa, FL', 'Orlando, FL']],
  ['Aurora, Lakewood, CO', ['Aurora, CO', 'Lakewood, CO']],
  ['nyc and boston', ['New York, NY', 'Boston, MA']],
  ['Portland OR or Salem OR', ['Portland, OR', 'Salem, OR']],
  ['Miami, FL 33101; Tampa, FL', ['Miami, FL 33101', 'Tampa, FL']],
  ['Dallas County, TX, Collin County, TX', ['Dallas County, TX', 'Collin County, TX']],
  ['Denver, CO 80202, 80203', ['Denver, CO 80202', 'Denver, CO 80203']],
  ['zip codes 80301 and 75001', ['Boulder, CO 80301', 'Addison, TX 75001']],
  ['Champaign-Urbana', ['Champaign, IL', 'Urbana, IL']],
  ['Bryan–College Station, TX', ['Bryan, TX', 'College Station, TX']],
  ['75001 75002', ['Addison, TX 75001', 'Allen, TX 75002']],
])('"%s" names several places', (words, labels) => {
  const found = readPlace(gazetteer, words)
  if (found.kind !== 'several') throw new Error(`${words} is ${found.kind}`)
  expect(found.choices.map(({ label }) => label)).toEqual(labels)
  for (const { label, location } of found.choices) expect(readPlace(gazetteer, location)).toMatchObject({ label })
})

test.each([
  ['Denver, CO, 80202', 'Denver, CO 80202'],
  ['80202, Denver, CO', 'Denver, CO 80202'],
  ['Ho-Ho-Kus, NJ', 'Ho-Ho-Kus, NJ'],
  ['Denver, CO, 80202, USA', 'Denver, CO 80202'],
  ['500 Main St NE, Minneapolis, MN', 'Minneapolis, MN'],
  ['Main Street, Nevada, MO', 'Nevada, MO'],
  ['LA, CA', 'Los Angeles, CA'],
  ['New York, New York, USA', 'New York, NY'],
  ['Boulder, Boulder County, CO', 'Boulder County, CO'],
  ['Lewis and Clark County, MT', 'Lewis and Clark County, MT'],
  ['Lincoln, NE', 'Lincoln, NE'],
  ['Portland OR 97201', 'Portland, OR 97201'],
  ['Portland OR USA', 'Portland, OR'],
  ['Capitol Hill, Seattle, WA', 'Capitol Hill, Seattle, WA'],
  ['12345 Main Street, Boulder, CO 80302', 'Boulder, CO 80302'],
  // The first part is an unknown neighborhood, although there are towns with its name elsewhere.
  ['Richmond, Philadelphia, PA', 'Philadelphia, PA'],
  ['Brooklyn, New York, NY', 'Brooklyn, NY'],
  ['Winston-Salem', 'Winston-Salem, NC'],
])('"%s" is one place', (words, label) => {
  expect(readPlace(gazetteer, words)).toMatchObject({ label })
})

test.each(['Athens, Greece', 'Lima, Peru', 'Toronto, Ontario', 'Paris, France', 'Canton, China'])(
  '"%s" is abroad, so it is no town in the United States',
  words => {
    expect(readPlace(gazetteer, words).kind).toBe('unknown')
  },
)
