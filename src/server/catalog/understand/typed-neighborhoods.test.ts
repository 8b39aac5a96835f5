import { expect, test } from 'vitest'
import { loadGazetteer } from '#server/catalog/gazetteer/gazetteer-file.ts'
import { resolveLocation } from './resolve-location.ts'

const gazetteer = await loadGazetteer()
const answerTo = (typed: string) => resolveLocation(gazetteer, typed)
const labelsAsked = (typed: string): string[] => {
  const found = answerTo(typed)
  if (found.kind === 'unknown') return found.suggestions
  return found.kind === 'ambiguous' ? found.choices.map(({ label }) => label) : []
}

test.each([
  // With its town, in any order.
  ['Barelas Albuquerque', 'Barelas, Albuquerque, NM'],
  ['Barelas, Albuquerque, NM', 'Barelas, Albuquerque, NM'],
  ['Albuquerque Barelas', 'Barelas, Albuquerque, NM'],
  ['Albuquerque, NM (Barelas)', 'Barelas, Albuquerque, NM'],
  ['Barelas in Albuquerque', 'Barelas, Albuquerque, NM'],
  ['the Barelas neighborhood of Albuquerque', 'Barelas, Albuquerque, NM'],
  ['Brightmoor Detroit', 'Brightmoor, Detroit, MI'],
  ['Todt Hill NYC', 'Todt Hill, Staten Island, NY'],
  ['Baltimore Hampden', 'Hampden, Baltimore, MD'],
  ['East Falls Church Arlington', 'East Falls Church, Arlington, VA'],
  // Duluth in Georgia is a city, too, but only the one in Minnesota has it.
  ['Canal Park Duluth', 'Canal Park, Duluth, MN'],
  // With its state, or alone.
  ['West Central Springfield MO', 'West Central, Springfield, MO'],
  ['Barelas NM', 'Barelas, Albuquerque, NM'],
  ['Deanwood DC', 'Deanwood, Washington, DC'],
  ['Hampden MD', 'Hampden, Baltimore, MD'],
  ['Hegewisch', 'Hegewisch, Chicago, IL'],
  ['near Hegewisch', 'Hegewisch, Chicago, IL'],
  // A part of a combined name.
  ['Frayser Memphis', 'Shelby Forest-Frayser, Memphis, TN'],
  // A typo in a known town.
  ['Hegewish Chicago', 'Hegewisch, Chicago, IL'],
  // A name of a larger town needs the town and its state.
  ['Richmond, Philadelphia, PA', 'Richmond, Philadelphia, PA'],
  ['Mountain View Vancouver WA', 'Mountain View, Vancouver, WA'],
])('"%s" is the neighborhood %s', (typed, label) => {
  expect(answerTo(typed)).toMatchObject({ kind: 'point', label })
})

test.each([
  ['Barelas', ['Barelas, Albuquerque, NM']],
  ['Cleveland Minneapolis', ['Cleveland, Minneapolis, MN', 'Minneapolis, MN']],
  ['Richmond Philadelphia', ['Richmond, Philadelphia, PA', 'Philadelphia, PA']],
  ['Riverview Vancouver', ['Riverview, Vancouver, WA', 'Vancouver, WA']],
  ['Buffalo Valley', ['Valley, Buffalo, NY', 'Buffalo Valley, TN']],
  // A town in Arizona, and a neighborhood about as large.
  ['Somerton', ['Somerton, AZ', 'Somerton, Philadelphia, PA']],
])('"%s" is asked about', (typed, labels) => {
  expect(labelsAsked(typed)).toEqual(labels)
})

test.each([
  ['West Central Springfield', 'Springfield, MO'],
  ['Historic Southwest Rochester', 'Historic Southwest, Rochester, MN'],
  ['Uptown Greenville', 'Uptown Greenville, Greenville, NC'],
  ['Old Hill Springfield', 'Old Hill, Springfield, MA'],
  ['Park South Albany', 'Park South, Albany, NY'],
  ['Pines Jackson', 'Pines, Jackson, MS'],
  ['N Arroyo Pasadena', 'North Arroyo, Pasadena, CA'],
])('"%s" is asked about, because several towns of that name may have such a part', (typed, label) => {
  expect(labelsAsked(typed)).toContain(label)
})

test('for a name of several neighborhoods, the one in the largest city comes first', () => {
  expect(labelsAsked('Paradise Hills').slice(0, 2)).toEqual([
    'Paradise Hills, San Diego, CA',
    'Paradise Hills, Albuquerque, NM',
  ])
})

test.each([
  ['Arlington Heights, IL', 'Arlington Heights, IL'],
  ['Chicago Heights', 'Chicago Heights, IL'],
  ['Mill Valley', 'Mill Valley, CA'],
  ['downtown Denver', 'Denver, CO'],
  ['Kenwood OH', 'Kenwood, OH'],
])('"%s" is still the town %s', (typed, label) => {
  expect(answerTo(typed)).toMatchObject({ label })
})

test.each(['Riverview Vancouver BC', 'Kensington London', 'Victor IA Albuquerque'])(
  '"%s" is no neighborhood',
  typed => {
    expect(answerTo(typed).kind).toBe('unknown')
  },
)
