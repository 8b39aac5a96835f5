import { expect, test } from 'vitest'
import { loadGazetteer } from '#geography/index.ts'
import { readPlace } from './read-place.ts'

const gazetteer = await loadGazetteer()

test.each([
  ['KC MO', 'Kansas City, MO'],
  ['Wichita KS within 20 miles', 'Wichita, KS'],
  ['20 mile radius of Wichita KS', 'Wichita, KS'],
  ['Boise & surrounding area', 'Boise, ID'],
  ['Philly and suburbs', 'Philadelphia, PA'],
  ['30 minutes from Nashville', 'Nashville, TN'],
  ['about an hour from Nashville', 'Nashville, TN'],
  ['Penn State campus', 'State College, PA'],
  ['NY', 'New York, NY'],
  ['cerca de Dallas', 'Dallas, TX'],
  ['Dallas y alrededores', 'Dallas, TX'],
  ['north of Little Rock', 'Little Rock, AR'],
  ['Portland Oregon metro', 'Portland, OR'],
  ['Condado de Los Angeles', 'Los Angeles County, CA'],
  ['Gwinnett', 'Gwinnett County, GA'],
  ['Bucks Co', 'Bucks County, PA'],
  ["Maryland's Eastern Shore", 'Eastern Shore, MD'],
  ['MS Delta', 'Mississippi Delta, MS'],
  ['NW Indiana', 'Northwest Indiana, IN'],
  ['Northern Georgia', 'North Georgia, GA'],
  ['Golden Isles of Georgia', 'Golden Isles, GA'],
  ['estado de Nueva York', 'New York'],
  ['Quad Cities IA/IL', 'Quad Cities, IA'],
  ['Mall of America', 'Mall of America, Bloomington, MN'],
  ['39°44′21″N 104°59′25″W', '39.73917, -104.99028 (Denver, CO)'],
  ['LAX', 'Los Angeles Airport, Los Angeles, CA'],
  ['Central, LA', 'Central, LA'],
  ['the Commonwealth of Virginia', 'Virginia'],
  // The whole state
  ['entire state of Montana', 'Montana'],
  ['whole state of nebraska', 'Nebraska'],
  ['montana (statewide)', 'Montana'],
  ['all of washington state', 'Washington'],
  ['nebraska - all', 'Nebraska'],
  ['toda la florida', 'Florida'],
  // Words around the place
  ['Location: Greenville SC', 'Greenville, SC'],
  ["I'm looking for omaha nebraska", 'Omaha, NE'],
  ['businesses in omaha ne', 'Omaha, NE'],
  ['omaha ne please', 'Omaha, NE'],
  ['omaha only', 'Omaha, NE'],
  ['the city of toledo', 'Toledo, OH'],
  ['show me spokane wa', 'Spokane, WA'],
  ['anywhere near spokane wa', 'Spokane, WA'],
  ['*des moines ia*', 'Des Moines, IA'],
  ['duluth|mn', 'Duluth, MN'],
  ['n of houston', 'Houston, TX'],
  ['tulsa; ok', 'Tulsa, OK'],
  ['zip codes in tulsa ok', 'Tulsa, OK'],
  ['gatlinburg', 'Gatlinburg, TN'],
  ['dupont washington', 'DuPont, WA'],
  ['25 miles from Tulsa', 'Tulsa, OK'],
  // Towns with a center or neighborhood
  ['downtown asheville', 'Asheville, NC'],
  ['asheville (downtown)', 'Asheville, NC'],
  ['naperville downtown district', 'Naperville, IL'],
  ['JP boston', 'Jamaica Plain, Boston, MA'],
  ['fishtown', 'Fishtown, Philadelphia, PA'],
  // Nearly everybody with these words means the large one.
  ['hennepin', 'Hennepin County, MN'],
  ['King County', 'King County, WA'],
  ['woonsocket', 'Woonsocket, RI'],
  ['nouvelle orleans', 'New Orleans, LA'],
])('"%s" means %s', (typed, label) => {
  expect(readPlace(gazetteer, typed)).toMatchObject({ label })
})

test.each(['Wayne County', 'Washington', 'Pinebluff'])('"%s" is asked about', typed => {
  expect(readPlace(gazetteer, typed).kind).toBe('ambiguous')
})

test('"Washington Co" offers the county in Colorado first', () => {
  const { choices } = readPlace(gazetteer, 'Washington Co') as { choices: { label: string }[] }
  expect(choices[0]?.label).toBe('Washington County, CO')
})

test('"Wasilla area" may be a region that is not listed, so it is no town', () => {
  expect(readPlace(gazetteer, 'Wasilla area')).toEqual({ kind: 'unknown', suggestions: ['Wasilla, AK'] })
})

test.each([
  ['2 hours from Chicago', 'Chicago, IL'],
  ['24 hours from Miami', 'Miami, FL'],
  ['150 miles from Houston', 'Houston, TX'],
  ['300 hrs of Reno', 'Reno, NV'],
  ['about 8 hours from Denver', 'Denver, CO'],
  ['within 300 hours of Denver', 'Denver, CO'],
])('"%s" is another place, so %s is only suggested', (typed, label) => {
  expect(readPlace(gazetteer, typed)).toEqual({ kind: 'unknown', suggestions: [label] })
})
