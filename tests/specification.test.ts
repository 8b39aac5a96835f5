import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const page = await readFile(path.join(root, 'docs/specification.md'), 'utf8')
const points = page.split('\n').filter(line => line.startsWith('| ') && !/^\| (Point|-)/.test(line))
const named = points.map(line => {
  const [, file = '', title = ''] = /\| `([^`]+?) › (.+)` +\|$/.exec(line) ?? []
  return { point: line.split('|')[1]?.trim() ?? '', file, title }
})

test('every point of the specification names a test', () => {
  expect(named.length).toBeGreaterThan(150)
  expect(named.filter(({ file }) => file === '')).toEqual([])
})

test('every named test exists under its title', async () => {
  const gone = []
  for (const { point, file, title } of named) {
    const source = await readFile(path.join(root, file), 'utf8').catch(() => '')
    if (!['"', "'", '`'].some(quote => source.includes(`${quote}${title}${quote}`)))
      gone.push(`${point}: ${file} › ${title}`)
  }
  expect(gone).toEqual([])
})
