import { expect, test } from 'vitest'
import { loadGazetteer } from '#server/catalog/gazetteer/gazetteer-file.ts'
import { resolveLocation } from './resolve-location.ts'

const gazetteer = await loadGazetteer()
const answerTo = (typed: string) => resolveLocation(gazetteer, typed)

test.each([
  // The state comes first.
  ['Texas, Austin', 'Austin, TX'],
  ['GA - Macon', 'Macon, GA'],
  // A second town is named that is close to the first.
  ['Aurora near Chicago', 'Aurora, IL'],
  ['Hudson OH Cleveland', 'Hudson, OH'],
  ['Kenosha & Racine', 'Kenosha, WI'],
  ['Hamilton County Cincinnati', 'Hamilton County, OH'],
  // A street comes first, without a comma after it.
  ['456 Oak Ave Boise Idaho', 'Boise, ID'],
  ['Elm Street Manchester NH', 'Manchester, NH'],
  ['Route 9 Framingham MA', 'Framingham, MA'],
  ['I-35 Austin', 'Austin, TX'],
  ['I-95 NB Miami', 'Miami, FL'],
  ['Highway 101 North, San Francisco', 'San Francisco, CA'],
  // A direction after the highway belongs to the name of the town.
  ['Highway 101 South San Francisco', 'South San Francisco, CA'],
  ['I-80 West Sacramento', 'West Sacramento, CA'],
  ['US 1 West Palm Beach FL', 'West Palm Beach, FL'],
  ['Route 44 East Providence RI', 'East Providence, RI'],
  ['I-70 East Saint Louis', 'East Saint Louis, IL'],
  ['Hwy 35 South St Paul', 'South Saint Paul, MN'],
  // Only a part of a large town is meant.
  ['West Houston', 'Houston, TX'],
  ['midtown Topeka', 'Topeka, KS'],
  ['north of Tulsa', 'Tulsa, OK'],
  // A direction belongs to the former name of another town.
  ['East Detroit, MI', 'Eastpointe, MI'],
  ['west paterson nj', 'Woodland Park, NJ'],
  // A town is abbreviated to its initials.
  ['FW TX', 'Fort Worth, TX'],
  ['GB WI', 'Green Bay, WI'],
  // Other words surround the place.
  ['in or near Topeka, KS', 'Topeka, KS'],
  ['zona de Dallas', 'Dallas, TX'],
  ['Tulsa Oklahoma estados unidos', 'Tulsa, OK'],
  ['Wichita + 20 miles', 'Wichita, KS'],
  // Abbreviations and typos.
  ['Salt Lake Cty Utah', 'Salt Lake City, UT'],
  ['Kooskia, Idaho', 'Kooskia, ID'],
  ['Edtroit', 'Detroit, MI'],
  ['Dayton Intl Arpt', 'Dayton Airport, Dayton, OH'],
  ['N41.25 W95.93', '41.25, -95.93 (Omaha, NE)'],
  ['GRR', 'Grand Rapids Airport, Grand Rapids, MI'],
])('"%s" means %s', (typed, label) => {
  expect(answerTo(typed)).toMatchObject({ label })
})

test.each([['South Bay'], ['Bel Air'], ['west side Cleveland']])('"%s" is asked about', typed => {
  expect(answerTo(typed).kind).toBe('ambiguous')
})

test.each([
  ['Paris, France'],
  ['Lima, Peru'],
  ['Athens, Greece'],
  ['London, Ontario'],
  ['Cambridge, Ontario'],
  ['Vancouver BC'],
  ['Canton, China'],
  ['North LA'],
  ['Oldharbour Sacramento'],
  ['I-35 North Austin'],
  ['USA'],
])('"%s" is not taken for a town', typed => {
  expect(answerTo(typed).kind).toBe('unknown')
})

test('for a list of ZIP codes, the user is asked which one, because a search has one place', () => {
  expect(answerTo('98101, 98109 and 98121')).toMatchObject({
    kind: 'ambiguous',
    choices: [{ label: 'Seattle, WA 98101' }, { label: 'Seattle, WA 98109' }, { label: 'Seattle, WA 98121' }],
  })
})

test('a large town after unknown words is suggested', () => {
  expect(answerTo('Oldharbour Sacramento')).toEqual({ kind: 'unknown', suggestions: ['Sacramento, CA'] })
})

test('"Montclair Oakland" is in California, although two towns in New Jersey have these names', () => {
  expect(answerTo('Montclair Oakland')).toMatchObject({ state: 'CA' })
})
