import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { plans, tiers } from '#contract/plans.ts'

const root = path.resolve(import.meta.dirname, '..')
/** Everyone without another plan is on Free, so the code may name it. */
const named = tiers.filter(tier => tier !== 'free')
const inCode = new RegExp(`(['"\`])(${named.join('|')})\\1`)
const inSentences = new RegExp(`\\b(${named.map(tier => plans[tier].name).join('|')})( plans?\\b| and \\b|\\. )`)
const definition = 'src/contract/plans.ts'
const isProduct = (file: string): boolean => !/\.test\.tsx?$|\/testing\/|\/migrations\//.test(file)

test('only the table of plans names plans: sentences, limits, and layouts are derived from it', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(isProduct)
  expect(files).toContain(definition)
  const naming = files.filter(file => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return inCode.test(text) || inSentences.test(text)
  })
  expect(
    naming,
    'Derive the sentence or the limit from plans.ts. If the word means something else, choose another key',
  ).toEqual([definition])
})
