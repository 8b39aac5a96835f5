import { expect, test } from 'vitest'
import { aliasSets } from './category-aliases.ts'
import { buildCategoryIndex } from './category-index.ts'
import { categoryName } from './category-name.ts'
import { categoryPhrases } from './category-phrases.ts'
import { normalizedPhrase } from './category-words.ts'
import { resolveCategory } from './resolve-category.ts'
import { services } from './services.ts'

const keys = ['pharmacy', 'farm', 'pig_farm', 'tree_services', 'merchandising_service', 'sports_school', 'plumbing']
const index = buildCategoryIndex(
  [...keys, 'sports_and_fitness_instruction'].map((key, id) => ({
    id: id + 1,
    key,
    name: categoryName(key),
    parentKey: null,
  })),
)

const isBoulder = (words: string) => words === 'boulder'

test.each([
  ['druggists', 'pharmacy'],
  ['hog farms near me', 'pig_farm'],
  ['somebody to take down a dead tree', 'tree_services'],
])('"%s" asks for the category %s', (words, key) => {
  expect(resolveCategory(index, words)).toMatchObject({ kind: 'certain', sense: { categories: [{ key }] } })
})

test('a phrase goes before what its words alone suggest', () => {
  const arts = buildCategoryIndex(
    ['art_gallery', 'art_supply_store'].map((key, id) => ({ id, key, name: categoryName(key), parentKey: null })),
  )
  expect(resolveCategory(arts, 'an art store')).toMatchObject({ sense: { label: 'Art Supplies' } })
  expect(resolveCategory(arts, 'art')).toMatchObject({ sense: { label: 'Art Galleries' } })
})

test('a real word is no typo of a similar word of another trade', () => {
  const schools = buildCategoryIndex(
    ['middle_school', 'biotechnology_company'].map((key, id) => ({
      id,
      key,
      name: categoryName(key),
      parentKey: null,
    })),
  )
  expect(resolveCategory(schools, 'midle school').kind).toBe('certain')
  expect(resolveCategory(schools, 'fiddle school').kind).not.toBe('certain')
})

test('a phrase that few businesses of its category may mean is asked about', () => {
  expect(resolveCategory(index, 'mystery shopping companies')).toMatchObject({
    kind: 'unsure',
    choices: [{ categories: [{ key: 'merchandising_service' }] }],
  })
})

test('a phrase of two categories is asked about', () => {
  const resolved = resolveCategory(index, 'baseball lessons')
  const choices = resolved.kind === 'unsure' ? resolved.choices.map(({ categories }) => categories[0]?.key) : []
  expect(new Set(choices)).toEqual(new Set(['sports_and_fitness_instruction', 'sports_school']))
})

test('a sentence that is not understood is asked about by the words that it shares with phrases', () => {
  expect(resolveCategory(index, 'where can I have all of the old limbs of my tree looked at')).toMatchObject({
    kind: 'unsure',
    choices: { 0: { categories: [{ key: 'tree_services' }] } },
  })
  expect(resolveCategory(index, 'Blue Heron Landing').kind).toBe('name')
})

test('a phrase for a category that the catalog lacks has no meaning', () => {
  expect(resolveCategory(index, 'invisalign provider').kind).not.toBe('certain')
})

test('words that only such phrases have are no typos, and can be a place', () => {
  expect(resolveCategory(index, 'plumber boulder', isBoulder)).toMatchObject({ kind: 'certain', place: 'boulder' })
})

test('no phrase is empty, or stands in another list, too', () => {
  const others = new Set(
    [
      aliasSets.map(({ label }) => label),
      aliasSets.flatMap(({ phrases }) => phrases),
      services.flatMap(({ asked }) => asked),
    ]
      .flat()
      .map(normalizedPhrase),
  )
  const phrases = categoryPhrases.flatMap(({ phrases: certain, doubtful }) => [...certain, ...doubtful])
  expect(phrases.filter(phrase => phrase === '' || others.has(phrase))).toEqual([])
})

test('each category has one line, and no phrase twice', () => {
  const lines = categoryPhrases.map(({ key }) => key)
  expect(lines.filter((key, position) => lines.indexOf(key) !== position)).toEqual([])
  const twice = categoryPhrases.filter(
    ({ phrases, doubtful }) => new Set([...phrases, ...doubtful]).size < phrases.length + doubtful.length,
  )
  expect(twice.map(({ key }) => key)).toEqual([])
})
