import { expect, test } from 'vitest'
import { loadGazetteer } from '#geography/index.ts'
import { readPlace } from './read-place.ts'

const gazetteer = await loadGazetteer()
const answerTo = (typed: string) => readPlace(gazetteer, typed)

test.each([
  // One letter inside the word: left out, doubled, swapped, or another vowel.
  ['Cheyene', 'Cheyenne, WY'],
  ['Dubuqe', 'Dubuque, IA'],
  ['Racinne', 'Racine, WI'],
  ['pensecola', 'Pensacola, FL'],
  ['schenectedy', 'Schenectady, NY'],
  // Any letter of a long word, and two letters of a very large town.
  ['Pensajcola', 'Pensacola, FL'],
  // With its state, also the first letter, and short names.
  ['nchorage AK', 'Anchorage, AK'],
  ['kouston, TX', 'Houston, TX'],
  ['stpaul mn', 'Saint Paul, MN'],
  ['ftworth', 'Fort Worth, TX'],
  ['Albequerque', 'Albuquerque, NM'],
  ['Pittsburg PA', 'Pittsburgh, PA'],
  // Names with a typo keep their direction.
  ['south san francico', 'South San Francisco, CA'],
  ['west new yoork', 'West New York, NJ'],
])('"%s" means %s', (typed, label) => {
  expect(answerTo(typed)).toMatchObject({ label })
})

test.each([
  // Words and names.
  'piano',
  'plans',
  'temper',
  'settle',
  'wetland',
  'sales or',
  'plans tx',
  'settle wa',
  'gardens ca',
  'olympic wa',
  'rent wa',
  'noise id',
  'candy ut',
  'olympic',
  'buckeyes',
  'venture',
  // Several towns are spelled alike, or the only one is small.
  'Springfeld',
  'Poughkepsi',
  'Clarkesvile',
  // A consonant instead of a vowel, in a short word.
  'Cheytnne',
  // Without a state, the first letter must be right.
  'kouston',
  // Another place has this name.
  'Pitsburg',
])('"%s" is not corrected', typed => {
  expect(answerTo(typed).kind).not.toBe('point')
})

test('a town is suggested only once', () => {
  const found = answerTo('as vegas')
  expect(found).toEqual({ kind: 'unknown', suggestions: ['Las Vegas, NV'] })
})
