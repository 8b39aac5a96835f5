import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const project = path.resolve(import.meta.dirname, '..')
const document = readFileSync(path.join(project, 'docs/security.md'), 'utf8')
/** In levels 1 and 2 of ASVS 5.0.0. */
const REQUIREMENTS = 253

/** The files that a line names, each with the tests that it must contain. */
const references = document.split('\n').flatMap(line =>
  [
    ...line.matchAll(/`((?:src|tests|docs)\/[^`]+|Dockerfile|compose\.yaml|package\.json|\.npmrc)`((?:,? “[^”]+”)*)/g),
  ].map(([, file = '', facts = '']) => ({
    file,
    facts: [...facts.matchAll(/“([^”]+)”/g)].map(([, fact = '']) => fact),
  })),
)
const numbers = document.split('\n').flatMap(line => /^\| ([\d., ]+?) +\|/.exec(line)?.[1]?.split(', ') ?? [])

test('every requirement is in the document once', () => {
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
  expect(numbers).toHaveLength(REQUIREMENTS)
})

test('every named file and test exists', () => {
  expect(references.length).toBeGreaterThan(40)
  const missing = references.flatMap(({ file, facts }) => {
    if (!existsSync(path.join(project, file))) return [file]
    const text = readFileSync(path.join(project, file), 'utf8').replaceAll(String.raw`\'`, "'")
    return facts.filter(fact => !text.includes(fact)).map(fact => `${file}: ${fact}`)
  })
  expect(missing).toEqual([])
})
