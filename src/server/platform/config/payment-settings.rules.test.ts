import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { paymentModeOf } from './payment-settings.rules.ts'

const testMode = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdefghij',
}
const live = { ...testMode, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }

describe('the start is refused', () => {
  test.each([
    ['with a live key and the sandbox', { ...live, PAYMENTS_SANDBOX: 'on' }, /PAYMENTS_SANDBOX/],
    [
      'with a live key and the sandbox in as many words',
      { ...live, PAYMENTS_SANDBOX: 'even-in-production' },
      /SANDBOX/,
    ],
    ['with a live key for another server', { ...live, STRIPE_API_BASE: 'http://127.0.0.1:9' }, /STRIPE_API_BASE/],
    ['with a live key, unencrypted', { ...live, STRIPE_API_BASE: 'http://api.stripe.com' }, /STRIPE_API_BASE/],
    [
      'with a live key and a foreign card script',
      { ...live, STRIPE_JS_URL: 'https://cards.example/v' },
      /STRIPE_JS_URL/,
    ],
    ['with a live key beside a test key', { ...live, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, /STRIPE_PUBLISHABLE_KEY/],
    ['with one key of three', { STRIPE_SECRET_KEY: 'sk_test_1' }, /STRIPE_PUBLISHABLE_KEY.*\n.*STRIPE_WEBHOOK_SECRET/],
    ['with a webhook secret alone', { STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdefghij' }, /STRIPE_WEBHOOK_SECRET/],
    [
      'with the publishable key as the secret one',
      { ...testMode, STRIPE_SECRET_KEY: 'pk_test_1' },
      /STRIPE_SECRET_KEY/,
    ],
    ['in production without keys', { NODE_ENV: 'production' }, /PAYMENTS_SANDBOX=off/],
    [
      'in production with the sandbox asked for by the way',
      { NODE_ENV: 'production', PAYMENTS_SANDBOX: 'on' },
      /STRIPE/,
    ],
  ])('%s', (_case, settings, message) => {
    expect(() => readConfig(settings)).toThrow(message)
  })
})

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://leads.example' }

test.each([
  [{}, 'sandbox'],
  [{ PAYMENTS_SANDBOX: 'off', ...production }, 'off'],
  [{ PAYMENTS_SANDBOX: 'even-in-production', ...production }, 'sandbox'],
  [{ ...testMode, STRIPE_API_BASE: 'http://127.0.0.1:9' }, 'test'],
  [{ ...live, ...production }, 'live'],
])('%o mean payment mode %s', (settings, mode) => {
  expect(paymentModeOf(readConfig(settings))).toBe(mode)
})
