import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const stripeTestKeys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

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
    /PORT: Expected a number from 0 to 65535\n.*PUBLIC_URL.*\n.*TRUST_PROXY: Expected on, off, or a number of proxies/,
  )
})

test.each(['70000', '-1', '3000.5'])('PORT %s is refused with the allowed numbers', value => {
  expect(() => readConfig({ PORT: value })).toThrow('PORT: Expected a number from 0 to 65535')
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

test.each([
  ['DATABASE_URL', 'postgres://me:50%off-the-price@db.internal/leadline'],
  ['SMTP_URL', 'smtps://me:100%25%@mail.example'],
  ['SITES_PROXY', 'http://me%zz:word@proxy.internal:3128'],
])('a password in %s with a bare %% is refused by the name of the setting', (setting, address) => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://leads.example', PAYMENTS_SANDBOX: 'off' }
  for (const others of [{}, production])
    expect(() => readConfig({ ...others, [setting]: address })).toThrow(
      `Wrong settings:\n  ${setting}: In the username or password, % must be written as %25`,
    )
})

test('the sandbox cannot have the port of the server', () => {
  expect(faultySettings({ PORT: '4000', SANDBOX_PORT: '4000' })).toEqual(['SANDBOX_PORT'])
  expect(faultySettings({ SANDBOX_PORT: '3000' })).toEqual(['SANDBOX_PORT'])
  expect(readConfig({ PORT: '0', SANDBOX_PORT: '0' })).toMatchObject({ PORT: 0, SANDBOX_PORT: 0 })
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

test.each([
  ['PUBLIC_URL', 'https://leads.example/app/', 'a path'],
  ['PUBLIC_URL', 'https://leads.example/?a=1#top', 'a query (?…) or a fragment (#…)'],
  ['PUBLIC_URL', 'https://me:secret@leads.example', 'a username or password'],
  ['STRIPE_API_BASE', 'http://127.0.0.1:9/v1', 'a path'],
  ['SITES_PROXY', 'http://proxy.example:3128/way', 'a path'],
  ['SMTP_URL', 'smtp://mail.example:587/leads', 'a path'],
  ['DATABASE_URL', 'postgres://me:12#secret@db.example/leads', 'a fragment'],
  ['MAP_STYLE_URL', 'https://me:secret@tiles.example/us.json', 'a username or password'],
  ['PLACES_URL', 'https://me:secret@files.example/us.parquet', 'a username or password'],
])('%s %s is refused, because %s would be ignored', (name, value, part) => {
  const start = () => readConfig({ ...stripeTestKeys, [name]: value })
  expect(start).toThrow(`Wrong settings:\n  ${name}: The address must not contain ${part}`)
  expect(start).not.toThrow(/secret/)
})

test.each([
  ['PLACES_URL', 'https://files.example/release/?key=1'],
  ['MAP_STYLE_URL', 'on'],
  ['WEBHOOK_HOSTS', 'n8n:80'],
  ['WEBHOOK_HOSTS', '10.0.0.5,n8n:443'],
  ['WEBHOOK_HOSTS', '10.0.0.0/8'],
  ['MAIL_FROM', 'Leads <no-reply@leads.example'],
])('%s %s would never be used and is refused', (name, value) => {
  expect(faultySettings({ [name]: value })).toEqual([name])
})

test('addresses keep every part that is used', () => {
  const used = {
    ...stripeTestKeys,
    DATABASE_URL: 'postgresql://me:secret@db.example:5433/leads?sslmode=require',
    PLACES_URL: 'https://files.example/us.parquet?key=1',
    MAP_STYLE_URL: 'https://tiles.example/us.json?key=1',
    SITES_PROXY: 'http://me:secret@proxy.example:3128',
    SMTP_URL: 'smtp://me:secret@mail.example:587?requireTLS=true',
    STRIPE_API_BASE: 'http://127.0.0.1:9',
    MAIL_FROM: 'Leads <no-reply@leads.example>',
  }
  expect(readConfig(used)).toMatchObject(used)
  expect(readConfig({ PUBLIC_URL: 'HTTPS://Leads.example:443/' }).PUBLIC_URL).toBe('https://leads.example')
  expect(readConfig({ WEBHOOK_HOSTS: 'N8N:5678,[::1]' }).WEBHOOK_HOSTS).toEqual(['n8n:5678', '[::1]'])
})

test('a map style without encryption is refused if the pages are encrypted, because browsers would not load it', () => {
  const plain = { MAP_STYLE_URL: 'http://tiles.example/us.json' }
  expect(faultySettings(plain)).toEqual([])
  expect(faultySettings({ ...plain, PUBLIC_URL: 'https://leads.example' })).toEqual(['MAP_STYLE_URL'])
})

function faultySettings(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    return [...(error as Error).message.matchAll(/^ {2}(\w+): /gm)].map(([, name = '']) => name)
  }
}

test.each(['DEMO_CATALOG', 'STARTER_DATA'] as const)('%s is on by default, except in production', name => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://leads.example',
    PAYMENTS_SANDBOX: 'off',
  }
  expect(readConfig({})[name]).toBe(true)
  expect(readConfig({ [name]: 'off' })[name]).toBe(false)
  expect(readConfig(production)[name]).toBe(false)
  expect(readConfig({ ...production, [name]: '' })[name]).toBe(false)
  expect(readConfig({ ...production, [name]: 'on' })[name]).toBe(true)
})

test('an empty setting counts as unset', () => {
  const config = readConfig({ MAIL_FROM: '', PAYMENTS_SANDBOX: '', DATABASE_URL: '', LOG_LEVEL: '', PORT: ' ' })
  expect(config).toEqual(readConfig({}))
})
