import { expect, test } from 'vitest'
import { loadGazetteer } from '#geography/index.ts'
import { readPlace } from './read-place.ts'

const gazetteer = await loadGazetteer()
const answerTo = (typed: string) => readPlace(gazetteer, typed)

test.each([
  // The name of the state has a typo.
  ['oshkosh wisconson', 'Oshkosh, WI'],
  ['knoxvile tennesee', 'Knoxville, TN'],
  ['Erie, pensylvania', 'Erie, PA'],
  ['cleveland ohoi', 'Cleveland, OH'],
  ['charleston west virgina', 'Charleston, WV'],
  ['charleston westvirginia', 'Charleston, WV'],
  ['memphis tennesse', 'Memphis, TN'],
  ['kern county californa', 'Kern County, CA'],
  ['missisippi', 'Mississippi'],
  ['conneticut', 'Connecticut'],
  ['minnesotta', 'Minnesota'],
  ['tenesee', 'Tennessee'],
  ['newhampshire', 'New Hampshire'],
  // The town is spelled as it sounds.
  ['skenectady ny', 'Schenectady, NY'],
  ['pewallup wa', 'Puyallup, WA'],
  ['pittsberg pa', 'Pittsburgh, PA'],
  ['savana ga', 'Savannah, GA'],
  ['wooster massachusetts', 'Worcester, MA'],
  ['wooster masachusetts', 'Worcester, MA'],
  // No space is before the state.
  ['denverco', 'Denver, CO'],
  ['austintexas', 'Austin, TX'],
  ['san diegoca', 'San Diego, CA'],
  ['stlouismo', 'St. Louis, MO'],
  // A region, neighborhood, or base has a typo.
  // A number is a word of the name.
  // Area codes of one city
  ['303 area code', 'Denver, CO'],
  ['the 312', 'Chicago, IL'],
])('"%s" means %s', (typed, label) => {
  expect(answerTo(typed)).toMatchObject({ label })
})

test.each([
  ['wooster oh', 'Wooster, OH'],
  ['Westport NC', 'Westport, NC'],
  ['Lompico CA', 'Lompico, CA'],
  ['newyork', 'New York, NY'],
])('"%s" is the place with exactly this name', (typed, label) => {
  expect(answerTo(typed)).toMatchObject({ label })
})

test.each([['oregano'], ['Indian'], ['Virginian'], ['Georgian'], ['taxes'], ['main'], ['rally nc'], ['area code 970']])(
  '"%s" is not taken for a place',
  typed => {
    expect(['unknown', 'ambiguous']).toContain(answerTo(typed).kind)
  },
)
