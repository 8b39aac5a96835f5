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

test('the message also lists what is wrong with settings together, and each setting once', () => {
  const wrong = {
    PORT: 'http',
    NODE_ENV: 'production',
    PUBLIC_URL: 'leads.example',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk',
    DATABASE_REPLICA_URL: 'postgres://standby/leadline',
  }
  expect(faultySettings(wrong)).toEqual([
    'PORT',
    'PUBLIC_URL',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'DATABASE_REPLICA_URL',
  ])
})

test('a wrong setting is not taken for a missing one', () => {
  expect(faultySettings({ STRIPE_SECRET_KEY: 'secret', STRIPE_WEBHOOK_SECRET: 'whsec_1' })).toEqual([
    'STRIPE_SECRET_KEY',
  ])
  expect(faultySettings({ DATABASE_URL: 'db', DATABASE_REPLICA_URL: 'postgres://standby/leadline' })).toEqual([
    'DATABASE_URL',
  ])
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://leads.example' }
  expect(faultySettings({ ...production, PAYMENTS_SANDBOX: 'of' })).toEqual(['PAYMENTS_SANDBOX'])
  expect(faultySettings(production)).toEqual(['STRIPE_SECRET_KEY'])
})

function faultySettings(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    return [...(error as Error).message.matchAll(/^ {2}(\w+): /gm)].map(([, name = '']) => name)
  }
}

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
  const config = readConfig({ MAIL_FROM: '', PAYMENTS_SANDBOX: '', DATABASE_URL: '', LOG_LEVEL: '', PORT: ' ' })
  expect(config).toEqual(readConfig({}))
})
