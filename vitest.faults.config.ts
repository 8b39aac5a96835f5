import { defineConfig } from 'vitest/config'

/** The whole fault laboratory; `vitest.config.ts` runs a short part of it. */
export default defineConfig({
  test: {
    globalSetup: 'tests/support/global-setup.ts',
    environment: 'node',
    include: [
      'tests/faults/**/*.test.ts',
      'tests/payment-lives.test.ts',
      'src/server/leads/figures-agree.property.test.ts',
    ],
    env: { FAULTS: 'all' },
    // One experiment at a time: each has the machine for itself.
    maxWorkers: 1,
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
})
