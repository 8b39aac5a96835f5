import { expect, test } from 'vitest'
import { linksOf } from '#server/platform/mail/links.ts'
import { digestLetter } from './digest-letter.ts'

type Parts = Parameters<typeof digestLetter>[0]
const links = linksOf({ PUBLIC_URL: 'https://leads.example', HOST: '127.0.0.1', PORT: 3000 })
const linesOf = (parts: Partial<Parts>): string[] =>
  digestLetter({
    username: 'ann',
    total: 0,
    places: [],
    leads: [],
    lists: [],
    token: 'x',
    links,
    ...parts,
  })?.paragraphs.slice(1) ?? []

const change = (kind: Parts['leads'][number]['kind'], id = 1) => ({
  id,
  leadId: id,
  businessName: `Shop ${id}`,
  kind,
  what: 0,
  foundAt: new Date(0),
})

test.each([
  ['closed', 'Shop 1 has closed.'],
  ['vanished', 'Shop 1 is no longer listed.'],
  ['stopped', 'Shop 1 has a website that does not work anymore.'],
] as const)('a digest says what happened to a lead: %s', (kind, words) => {
  expect(linesOf({ leads: [change(kind)] })).toEqual([words])
})

test.each([
  [10, undefined],
  [11, 'And 1 more change to your leads.'],
  [12, 'And 2 more changes to your leads.'],
])('a digest with %i changes to leads names ten of them', (count, last) => {
  const lines = linesOf({ leads: Array.from({ length: count }, (_, index) => change('closed', index + 1)) })
  expect(lines.slice(0, 10).at(-1)).toBe('Shop 10 has closed.')
  expect(lines[10]).toBe(last)
})

const found = (savedSearchId: number, count: number, town: string | null) => ({
  savedSearchId,
  name: `Search ${savedSearchId}`,
  town,
  count,
})

test('a digest names up to five towns of a saved search, and up to twenty searches', () => {
  const towns = ['Boulder', 'Longmont', 'Lafayette', 'Erie', 'Lyons', 'Niwot'].map(town => `${town}, CO`)
  const inTowns = (count: number) => towns.slice(0, count).map((town, index) => found(1, 9 - index, town))
  expect(linesOf({ total: 44, places: [...inTowns(5), found(1, 9, null)] })).toEqual([
    'Search 1: 44 new businesses (9 in Boulder, CO, 8 in Longmont, CO, 7 in Lafayette, CO, 6 in Erie, CO, 5 in Lyons, CO).',
  ])
  expect(linesOf({ total: 39, places: inTowns(6) })[0]).toMatch(/5 in Lyons, CO, and others\)\.$/)
  const many = Array.from({ length: 21 }, (_, index) => found(index + 1, 1, null))
  expect(linesOf({ total: 21, places: many }).slice(19)).toEqual([
    'Search 20: 1 new business.',
    'And 1 more saved search with news.',
  ])
})

test('a digest without news is not written', () => {
  expect(linesOf({})).toEqual([])
})
