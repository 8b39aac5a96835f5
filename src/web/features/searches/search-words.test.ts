import { expect, test } from 'vitest'
import { filterWords, understoodLine } from './search-words.ts'

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

test.each([
  [{ name: 'firstSeenWithinDays', value: 1 }, 'First Seen: Last day'],
  [{ name: 'firstSeenWithinDays', value: 5 }, 'First Seen: Last 5 days'],
  [{ name: 'minRating', value: 4.5 }, '4.5+ stars'],
  [{ name: 'minQuality', value: 35 }, 'Quality: 35+'],
  [{ name: 'hasWebsite', value: true }, 'Has Website'],
  [{ name: 'keywords', value: 'family-owned' }, '“family-owned”'],
] as const)('a filter of a past search is named in the words of the form: %j', (filter, words) => {
  expect(filterWords(filter)).toBe(words)
})
