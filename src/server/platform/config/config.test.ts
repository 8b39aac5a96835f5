import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test.each([
  [undefined, 0],
  ['off', 0],
  ['on', 1],
  ['1', 1],
  ['2', 2],
])('TRUST_PROXY %s trusts %i proxies', (value, proxies) => {
  expect(readConfig({ TRUST_PROXY: value }).TRUST_PROXY).toBe(proxies)
})

test('one message lists all invalid settings', () => {
  const wrong = { PORT: 'http', TRUST_PROXY: 'maybe', PUBLIC_URL: 'leads.example' }
  expect(() => readConfig(wrong)).toThrow(
    /PORT.*\n.*PUBLIC_URL.*\n.*TRUST_PROXY: Expected on, off, or a number of proxies/,
  )
})

test('fictional places are on by default, except in production', () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://leads.example',
    PAYMENTS_SANDBOX: 'off',
  }
  expect(readConfig({}).DEMO_CATALOG).toBe(true)
  expect(readConfig({ DEMO_CATALOG: 'off' }).DEMO_CATALOG).toBe(false)
  expect(readConfig(production).DEMO_CATALOG).toBe(false)
  expect(readConfig({ ...production, DEMO_CATALOG: '' }).DEMO_CATALOG).toBe(false)
  expect(readConfig({ ...production, DEMO_CATALOG: 'on' }).DEMO_CATALOG).toBe(true)
})

test('an empty setting counts as unset', () => {
  const config = readConfig({ MAIL_FROM: '', PAYMENTS_SANDBOX: '', DATABASE_URL: '', LOG_LEVEL: '', PORT: '' })
  expect(config).toEqual(readConfig({}))
})
