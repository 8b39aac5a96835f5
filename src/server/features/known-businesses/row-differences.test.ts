import { expect, test } from 'vitest'
import type { RowChange } from './file-facts.ts'
import { differencesOf } from './row-differences.ts'

const before = {
  row: 3,
  rowState: 'found' as const,
  placeKeys: ['overture:1'],
  gone: null,
  doNotContact: false,
  cells: { website: 'ann.example' },
}
const phone: RowChange = {
  fact: 'otherPhone',
  was: '303-440-0001',
  is: '(303) 440-0002',
  source: 'Overture Maps',
  confirmedOn: '2026-04-01',
  cells: { phone: '(303) 440-0002' },
}
const address: RowChange = { ...phone, fact: 'otherAddress', cells: { street: '9 Spruce Street', zip: '80302' } }
const name: RowChange = { ...phone, fact: 'otherName', cells: { name: 'Ann & Sons Plumbing LLC' } }
const site: RowChange = { ...phone, fact: 'website', was: '', cells: { website: 'new.example' } }
const now = { placeKeys: ['overture:1'], gone: null, doNotContact: false, changes: [] as RowChange[], place: null }
const closed = { kind: 'closed' as const, source: 'Overture Maps', on: '2026-04-02' }
const unlisted = { ...closed, kind: 'unlisted' as const }
const isDown = { extras: { isDown: true, hasStopped: true, checkedOn: '2026-04-03' } }
const wasNeverUp = { extras: { ...isDown.extras, hasStopped: false } }

test.each([
  ['has another phone', {}, { changes: [phone] }, ['otherPhone news']],
  ['moved and has another name', {}, { changes: [address, name] }, ['moved news', 'renamed news']],
  ['has a website that the row lacks', {}, { changes: [site] }, []],
  ['has closed', {}, { gone: closed }, ['closed news']],
  ['is no longer listed', {}, { gone: unlisted }, ['unlisted news']],
  ['was no longer listed, and has closed', { gone: unlisted }, { gone: closed }, ['closed news']],
  ['is listed again with another phone', { gone: unlisted }, { changes: [phone] }, ['otherPhone']],
  ['has a website that stopped working', {}, { place: isDown }, ['siteStopped news']],
  ['has a website that worked at no check', {}, { place: wasNeverUp }, ['siteStopped']],
  ['was just found', { rowState: 'none' as const, placeKeys: [] }, { changes: [phone] }, ['otherPhone']],
  ['is twice in the file', { rowState: 'double' as const }, { changes: [phone] }, ['otherPhone']],
  ['is another business now', { placeKeys: ['overture:2'] }, { changes: [phone] }, ['otherPhone']],
  ['may not be contacted', {}, { doNotContact: true, changes: [phone], place: isDown }, []],
  ['could not be contacted before', { doNotContact: true }, { changes: [phone] }, ['otherPhone']],
])('of a row whose business %s, these are the differences, and some are news', (_, was, is, expected) => {
  const found = differencesOf({ ...before, ...was }, { ...now, ...is })
  expect(found.map(({ kind, isNews }) => `${kind}${isNews ? ' news' : ''}`)).toEqual(expected)
})

test.each([
  [address, { street: '9 Spruce St Suite 4', zip: '80302' }, true],
  [address, { street: '9 Spruce Street', zip: '80301' }, false],
  [address, { street: '11 Spruce Street', zip: '80302' }, false],
  [name, { name: 'ann and sons plumbing' }, true],
  [name, { name: 'Ann & Daughters Plumbing' }, false],
  [phone, { phone: '(303) 440-0003' }, false],
])('the value of %j, and of the cells %j: the same is %s', (change, cells, isSame) => {
  const [a, b] = differencesOf(before, { ...now, changes: [change, { ...change, cells }] })
  expect(a?.value === b?.value).toBe(isSame)
})
