import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { allCommands } from '#server/commands/all-commands.ts'
import { readConfig, settingNames } from '#server/config.ts'
import { allChores } from '#server/jobs/all-jobs.ts'

const read = (file: string): string => readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8')
const guide = read('docs/operating.md')
const compose = read('compose.yaml')
/** Names in the first column of the guide's tables. */
const rows = [...guide.matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, name = '']) => name)

test('the guide names every setting, and none that does not exist', () => {
  const settings = rows.filter(name => name.toUpperCase() === name)
  expect(new Set(settings)).toEqual(new Set(settingNames))
})

test('the guide names every chore', () => {
  expect(rows).toEqual(expect.arrayContaining(allChores.map(({ name }) => name)))
})

test('commands in the guide exist', () => {
  const named = [...guide.matchAll(/npm run leadline -- ([a-z-]+(?: [a-z-]+)?)/g)].map(([, words]) => words ?? '')
  const known = new Set(allCommands.map(({ name }) => name))
  expect(named.filter(words => !known.has(words) && !known.has(words.split(' ')[0] ?? ''))).toEqual([])
  expect(named.length).toBeGreaterThan(5)
})

test('compose.yaml passes on settings that exist, and starts with what it asks for alone', () => {
  const lines = [...compose.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
  const ours = lines.filter(([name]) => !name.startsWith('POSTGRES_'))
  expect(ours.map(([name]) => name).filter(name => !settingNames.includes(name))).toEqual([])
  const given: Record<string, string> = { POSTGRES_PASSWORD: 'N7rW2kq9Zt4xVb', PUBLIC_URL: 'https://leads.example' }
  const filledIn = ours.map(([name, value]) => [
    name,
    value.replaceAll(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_, key: string, otherwise = '') => given[key] ?? otherwise),
  ])
  const settings = Object.fromEntries(filledIn) as Record<string, string>
  expect(() => readConfig({ ...settings, NODE_ENV: 'production', PAYMENTS_SANDBOX: 'off' })).not.toThrow()
})
