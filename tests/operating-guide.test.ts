import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { allChores } from '#server/entry/all-jobs.ts'
import { allCommands } from '#server/entry/commands/all-commands.ts'
import { readConfig, settingNames } from '#server/platform/config/config.ts'

const read = (file: string): string => readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8')
const guide = read('docs/operating.md')
const compose = read('compose.yaml')
/** Names in the first column of the guide's tables. */
const rows = [...guide.matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, name = '']) => name)

test('the guide names every setting, and no others', () => {
  const settings = rows.filter(name => name.toUpperCase() === name)
  expect(new Set(settings)).toEqual(new Set(settingNames))
})

test('the guide names every chore', () => {
  expect(rows, 'Add the chore to the table in docs/operating.md').toEqual(
    expect.arrayContaining(allChores.map(({ name }) => name)),
  )
})

test('commands in the guide exist', () => {
  const named = [...guide.matchAll(/npm run leadline -- ([a-z-]+(?: [a-z-]+)?)/g)].map(([, words]) => words ?? '')
  const known = new Set(allCommands.map(({ name }) => name))
  expect(named.filter(words => !known.has(words) && !known.has(words.split(' ')[0] ?? ''))).toEqual([])
  expect(named.length).toBeGreaterThan(5)
})

/**
 * Settings that the image fixes, that compose.yaml derives, that are for tests, or that make no sense in a container.
 */
const notForCompose = new Set(
  ['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR', 'STRIPE_API_BASE', 'STRIPE_JS_URL', 'SANDBOX_PORT'].concat(['INIT_CWD']),
)
const passedOn = [...compose.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)]
  .map(([, name = '', value = '']) => [name, value] as const)
  .filter(([name]) => !name.startsWith('POSTGRES_'))

test('compose.yaml passes on every setting that an operator may want to change, and no others', () => {
  const wanted = settingNames.filter(name => !notForCompose.has(name))
  expect(new Set(passedOn.map(([name]) => name))).toEqual(new Set(wanted))
})

/** The environment that compose.yaml gives the service when the operator sets these values. */
function passedOnWith(given: Record<string, string>): Record<string, string> {
  const filledIn = passedOn.map(([name, value]) => [
    name,
    value.replaceAll(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_, key: string, otherwise = '') => given[key] ?? otherwise),
  ])
  return Object.fromEntries(filledIn) as Record<string, string>
}

const needed = { POSTGRES_PASSWORD: 'N7rW2kq9Zt4xVb', PUBLIC_URL: 'https://leads.example', PAYMENTS_SANDBOX: 'off' }

test('compose.yaml starts with only the settings it requires', () => {
  expect(() => readConfig({ ...passedOnWith(needed), NODE_ENV: 'production' })).not.toThrow()
})

test('settings in a file next to compose.yaml reach the service', () => {
  const given = {
    ...needed,
    SUPPORT_EMAIL: 'help@leads.example',
    SUPPORT_PHONE: '(303) 555-0123',
    STRIPE_AUTOMATIC_TAX: 'on',
  }
  expect(readConfig({ ...passedOnWith(given), NODE_ENV: 'production' })).toMatchObject({
    SUPPORT_EMAIL: 'help@leads.example',
    SUPPORT_PHONE: '(303) 555-0123',
    STRIPE_AUTOMATIC_TAX: true,
  })
})

test('both services of compose.yaml are locked down, and their logs and memory are limited', () => {
  const services = parse(compose, { merge: true }) as { services: Record<string, object> }
  const hardened = {
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } },
    mem_limit: '1g',
  }
  expect(services.services.app).toMatchObject(hardened)
  expect(services.services.app).not.toHaveProperty('cap_add')
  expect(services.services.database).toMatchObject({
    ...hardened,
    cap_add: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
  })
})

test('npm start and the image limit memory in the same way, which the guide describes', () => {
  const limits = ['MALLOC_ARENA_MAX=2', 'MALLOC_MMAP_THRESHOLD_=1048576', '--max-semi-space-size=4', '--expose-gc']
  const start = (JSON.parse(read('package.json')) as { scripts: { start: string } }).scripts.start
  for (const place of [start, read('Dockerfile'), guide])
    expect(limits.filter(limit => !place.includes(limit))).toEqual([])
})
