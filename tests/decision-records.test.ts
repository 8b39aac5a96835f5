import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const folder = path.resolve(import.meta.dirname, '../docs/decisions')
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8')
const records = readdirSync(folder).filter(file => file !== 'README.md')

const link = String.raw`\[\d{4}\]\(\d{4}-[\w-]+\.md\)`
const heading = new RegExp(
  String.raw`^# (?<number>\d{4})\. (?<title>.+)\n\n` +
    `- Status: (?:accepted|accepted; changed by ${link}(?: and ${link})*|superseded by ${link})\n` +
    String.raw`- Date: \d{4}-\d\d-\d\d\n\n## Context\n`,
)

test.each(records)('%s starts with its number, title, status, and date, and has the usual sections', file => {
  const text = read(file)
  expect(text).toMatch(heading)
  expect(file.slice(0, 4)).toBe(heading.exec(text)?.groups?.number)
  expect(text).toContain('\n## Decision\n')
  expect(text).toContain('\n## Consequences\n')
})

test('no two records have the same number', () => {
  const numbers = records.map(file => file.slice(0, 4))
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
})

test('the index lists every record by its title, and nothing else', () => {
  const listed = [...read('README.md').matchAll(/^- \[(.+)\]\((\d{4}-.+\.md)\)\./gm)].map(
    ([, title, file]) => `${file}: ${title}`,
  )
  const titles = records.map(file => `${file}: ${/^# (.+)$/m.exec(read(file))?.[1]}`)
  expect(listed.toSorted((a, b) => a.localeCompare(b))).toEqual(titles)
})
