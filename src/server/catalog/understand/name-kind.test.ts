import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readBlocks } from '#server/catalog/words/word-file.ts'
import { describeRealFiles, realFiles } from '#tests/support/real-files.ts'
import { kindOfName } from './name-kind.ts'

test.each([
  ['Elizabeth Plumbing and Heating', 'plumbing'],
  ['Number 7 Pharmacy', 'pharmacy'],
  ['The Richman Law Firm, PLLC', 'lawyer'],
  ["Joe's Auto Glass Inc.", 'auto_glass_service'],
  ['Farmers Insurance - Brian Dolan', 'insurance_agency'],
  ['Ralph Lopez, D.M.D., DDS', 'dentist'],
  ['Pioneer House Apartments', 'apartments'],
  ['ALPINE MOTEL', 'hotel'],
])('"%s" tells its kind', (name, key) => {
  expect(kindOfName(name)?.key).toBe(key)
})

test.each([
  'Plumbing',
  'School of Dentistry',
  'Center for Dermatology',
  'Boulder Food Bank',
  "Lowe's Home Improvement",
  'Golden Paws Dog Daycare',
  'Pizza Time Theatre Supplies',
  'Ace',
  '',
  '—|—',
  'x '.repeat(100_000),
])('"%.40s" tells no kind', name => {
  expect(kindOfName(name)).toBeNull()
})

test('a main category agrees with a name if it is of the same trade, and a broad one does not', () => {
  const plumber = kindOfName('Elizabeth Plumbing')
  expect(['plumbing', 'contractor', 'hvac_services'].map(main => plumber?.agrees(main))).toEqual([true, true, true])
  expect(['hardware_store', 'corporate_office', 'retail'].map(main => plumber?.agrees(main))).toEqual(
    Array.from({ length: 3 }, () => false),
  )
})

describeRealFiles('kinds of names', () => {
  test('are categories that places have', async () => {
    const keys = new Set((await readFile(realFiles.olderKeys, 'utf8')).split('\n').map(line => line.split(';')[0]))
    const kinds = readBlocks('name-kinds.txt').map(({ heading }) => heading)
    expect(kinds.filter(kind => /^[a-z]/.test(kind) && kind !== 'none' && !keys.has(kind))).toEqual([])
  })
})
