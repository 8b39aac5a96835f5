import { expect, test } from 'vitest'
import type { SearchPreview } from '#contract/searches/search-preview.ts'
import { emptySearch } from '../../features/searches/search-criteria.ts'
import { makePreview } from '../../testing/fixtures.ts'
import { previewWords } from './preview-words.ts'

const places = [
  { label: 'Boulder, CO', matches: 100 },
  { label: 'Longmont, CO', matches: 39 },
]

test.each<[Partial<SearchPreview>, string]>([
  [{ owned: null, known: null }, '139 found · up to 127 new'],
  [{ owned: 0, known: 0 }, '139 found · up to 127 new'],
  [{ known: 3 }, '139 found · 12 already yours · 3 you know · up to 127 new'],
  [{ doNotContact: 4 }, '139 found · 12 already yours · 4 on your do-not-contact list left out · up to 127 new'],
  [{ areas: places, searches: 2 }, '139 found · costs 2 searches · 12 already yours · up to 127 new'],
  [{ isSample: true, coverage: 'partial' }, '139 found · 12 already yours · up to 127 new · sample data'],
  [{ coverage: 'partial' }, '139 found · 12 already yours · up to 127 new · this area is partly loaded'],
  [{ pullsLeft: 126 }, '139 found · 12 already yours · 127 new, and you can get 126'],
  [{ pullsLeft: -1 }, '139 found · 12 already yours · 127 new, and you have no leads left'],
])('the form says what a search finds and costs: %j', (own, words) => {
  const shown = previewWords(makePreview({ pullsLeft: 127, ...own }), emptySearch)
  expect(shown?.replaceAll('\u00A0', ' ')).toBe(words)
})
