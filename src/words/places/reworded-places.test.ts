import { expect, test } from 'vitest'
import { loadGazetteer } from '#geography/index.ts'
import { readPlace } from './read-place.ts'

const gazetteer = await loadGazetteer()
const answerTo = (typed: string) => readPlace(gazetteer, typed)

test.each([
  // The state comes first.
  ['Texas, Austin', 'Austin, TX'],
  ['GA - Macon', 'Macon, GA'],
  // A street comes first, without a comma after it.
  ['456 Oak Ave Boise Idaho', 'Boise, ID'],
  ['Elm Street Manchester NH', 'Manchester, NH'],
  // Only a part of a large town is meant.
  ['West Houston', 'Houston, TX'],
  ['midtown Topeka', 'Topeka, KS'],
  ['north of Tulsa', 'Tulsa, OK'],
  // A direction belongs to the former name of another town.
  ['East Detroit, MI', 'Eastpointe, MI'],
  ['west paterson nj', 'Woodland Park, NJ'],
  // Other words surround the place.
  ['zona de Dallas', 'Dallas, TX'],
  ['Tulsa Oklahoma estados unidos', 'Tulsa, OK'],
  ['Wichita + 20 miles', 'Wichita, KS'],
  // Abbreviations and typos.
  ['Salt Lake Cty Utah', 'Salt Lake City, UT'],
  ['Kooskia, Idaho', 'Kooskia, ID'],
  ['Edtroit', 'Detroit, MI'],
  ['N41.25 W95.93', '41.25, -95.93 (Omaha, NE)'],
])('"%s" means %s', (typed, label) => {
  expect(answerTo(typed)).toMatchObject({ label })
})

test.each([['South Bay'], ['Bel Air']])('"%s" is asked about', typed => {
  expect(answerTo(typed).kind).toBe('ambiguous')
})

test.each([
  ['Cambridge, Ontario'],
  ['Vancouver BC'],
  ['North LA'],
  ['Oldharbour Sacramento'],
  ['I-35 North Austin'],
  ['USA'],
])('"%s" is not taken for a town', typed => {
  expect(answerTo(typed).kind).toBe('unknown')
})

test.each(['Oldharbour Sacramento', 'I-80 Sacramento', '2 hours from Sacramento'])(
  'for "%s", the large town at its end is suggested',
  typed => {
    expect(answerTo(typed)).toEqual({ kind: 'unknown', suggestions: ['Sacramento, CA'] })
  },
)

test('"Montclair Oakland" is in California, although two towns in New Jersey have these names', () => {
  expect(answerTo('Montclair Oakland')).toMatchObject({ state: 'CA' })
})
