import { expect, test } from 'vitest'
import { understoodLine } from './search-words.ts'

const line = (words: string) =>
  understoodLine({
    category: { words, match: 'names', label: words, categoryCount: 0, contains: [] },
    location: { words: 'boulder', label: 'Boulder, CO', statewide: false },
    radius: 5,
    areas: [],
  })

test('a search for a name in quotation marks says whose names it looked for', () => {
  expect(line('"Chaba Thai"')).toBe('Businesses named “Chaba Thai” near Boulder, CO within 5 miles')
  expect(line('“Chaba Thai”')).toBe('Businesses named “Chaba Thai” near Boulder, CO within 5 miles')
})

test('a search for words that no category has says that it looked through names instead', () => {
  expect(line('chaba')).toBe(
    'We found no category with that name, so we searched business names for “chaba” near Boulder, CO within 5 miles',
  )
})
