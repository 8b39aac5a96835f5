import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { osmCategories } from '#place-files/index.ts'
import { demoCategories } from '#server/catalog/demo/categories.ts'
import { groupNamed, readGroups, readTable } from './word-file.ts'

test('every word list loads, and every row is valid', () => {
  const lists = globSync('**/*.txt', { cwd: import.meta.dirname })
  const code = globSync('**/*.ts', { cwd: path.join(import.meta.dirname, '..') })
    .map(file => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8'))
    .join('\n')
  const isRead = (list: string) => code.includes(path.dirname(list) === '.' ? list : `${path.dirname(list)}/`)
  expect(lists.filter(list => !isRead(list))).toEqual([])
  // Loading a list validates its rows, so the imports above would have failed.
  expect(demoCategories.length).toBeGreaterThan(250)
  expect(osmCategories('craft', 'plumber')).toEqual(['plumbing'])
})

test('an invalid row is reported with its file', () => {
  expect(() => readTable('demo-categories/food.txt', z.tuple([z.string().max(0)]).rest(z.string()))).toThrow(
    /^demo-categories\/food\.txt: "/,
  )
})

test('a missing heading is an error, not an empty list', () => {
  expect(() => groupNamed(readGroups('demo-streets.txt'), 'county')).toThrow('A word list has no "county"')
})

test('a list with Windows line endings reads the same', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'leadline-words-'))
  try {
    const copy = path.relative(import.meta.dirname, path.join(folder, 'copy.txt'))
    const text = readFileSync(path.join(import.meta.dirname, 'demo-people.txt'), 'utf8')
    writeFileSync(path.join(folder, 'copy.txt'), text.replaceAll('\n', '\r\n'))
    expect(readGroups(copy)).toEqual(readGroups('demo-people.txt'))
  } finally {
    rmSync(folder, { recursive: true })
  }
})
