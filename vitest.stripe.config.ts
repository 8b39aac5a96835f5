import { defineConfig } from 'vitest/config'

/** The scenarios of Stripe, against Stripe's test mode where STRIPE_TEST_SECRET_KEY is set. */
export default defineConfig({
  test: {
    globalSetup: 'tests/support/global-setup.ts',
    environment: 'node',
    include: ['tests/stripe-scenarios.test.ts'],
    env: { STRIPE_SCENARIOS: 'stripe' },
    reporters: ['verbose'],
  },
})
