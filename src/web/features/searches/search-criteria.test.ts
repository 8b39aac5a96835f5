import { expect, test } from 'vitest'
import type { Outline, SearchedArea } from '#contract/searches/search-areas.ts'
import { SearchCriteria } from '#contract/searches/searches.ts'
import { makeAnswer } from '../../testing/fixtures.ts'
import { emptySearch, formOf, toAreaCriteria, toCriteria } from './search-criteria.ts'

const sent = (maxNewPulls: string): unknown =>
  JSON.parse(JSON.stringify(toCriteria({ ...emptySearch, businessType: 'plumbers', location: 'Boulder', maxNewPulls })))

// The schema of the form refuses these, but a slow connection may not load it in time.
test.each(['1,00', '1,000,000', 'ten', '0', '-5', '1.5', '1000000'])(
  'a limit of “%s” pulls reaches the server, which refuses it, instead of a search without a limit',
  maxNewPulls => {
    const issues = SearchCriteria.safeParse(sent(maxNewPulls)).error?.issues ?? []
    expect(issues.map(({ path }) => path)).toEqual([['maxNewPulls']])
  },
)

test.each([
  ['40', 40],
  [' 40 ', 40],
  ['1,000 ', 1000],
  ['', undefined],
  ['  ', undefined],
])('a limit of “%s” is sent as %s', (maxNewPulls, limit) =>
  expect(SearchCriteria.parse(sent(maxNewPulls)).maxNewPulls).toBe(limit),
)

const triangle: Outline = [
  [-105.3, 40],
  [-105.2, 40],
  [-105.2, 40.1],
]
const square: Outline = [...triangle, [-105.3, 40.1]]

test.each<SearchedArea[][]>([
  [[{ polygon: triangle }]],
  [[{ polygon: triangle }, { place: 'Denver, CO' }, { polygon: square }]],
])('a search of drawn areas that is opened again runs in the same areas', areas => {
  const { search } = makeAnswer()
  expect(toAreaCriteria(formOf({ search: { ...search, areas } }))?.areas).toEqual(areas)
})
