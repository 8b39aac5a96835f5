import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/machine.mjs'

// Chosen once, in the first process; the workers inherit them. The server makes the folder: tools load this file, too.
// The ports are below those that the system gives to connections.
process.env.E2E_PORT ??= String(20_000 + (process.pid % 3000) * 4)
process.env.E2E_STYLE_PORT ??= String(Number(process.env.E2E_PORT) + 2)
process.env.E2E_DATA_DIR ??= path.join(tmpdir(), `leadline-e2e-${randomUUID()}`)
const sitesPort = String(Number(process.env.E2E_PORT) + 3)
const address = `http://127.0.0.1:${process.env.E2E_PORT}`
const styles = `http://127.0.0.1:${process.env.E2E_STYLE_PORT}`

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // One more than the two cores of a small machine: a journey mostly waits for a page.
  workers: 3,
  // Limits for what hangs. A slow machine must not reach them.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  // A journey that needs its second try is named at the end of `npm test`.
  retries: 1,
  reporter: 'list',
  forbidOnly: process.env.CI !== undefined,
  globalTeardown: './tests/support/remove-e2e-data.ts',
  use: {
    baseURL: address,
    actionTimeout: 120_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Otherwise each page starts processes for sites that no journey opens.
        '--disable-site-isolation-trials',
        // A page is open too briefly for optimized code to pay off. This takes 8% less CPU time.
        '--js-flags=--no-opt --no-maglev',
        // Simpler drawing, which takes 6% less.
        '--disable-lcd-text',
        '--disable-partial-raster',
      ],
    },
  },
  webServer: [
    { command: 'exec node tests/support/saved-sites.ts', port: Number(sitesPort), env: { SITES_PORT: sitesPort } },
    {
      command: 'exec node src/server/entry/main.ts',
      url: `${address}/api/ready`,
      timeout: 600_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
      reuseExistingServer: false,
      env: {
        PORT: process.env.E2E_PORT,
        DATA_DIR: process.env.E2E_DATA_DIR,
        LOG_LEVEL: 'warn',
        PLACES_AUTO_LOAD: 'off',
        MAP_STYLE_URL: `${styles}/style.json`,
        // A journey that makes its user by a call names an address for it: one network may register 100 in an hour.
        TRUST_PROXY: 'on',
        // The websites of businesses are saved ones, whose certificate no authority has signed.
        SITES_PROXY: `http://127.0.0.1:${sitesPort}`,
        NODE_TLS_REJECT_UNAUTHORIZED: '0',
      },
    },
    {
      command: `exec node tests/support/map-style-server.ts ${process.env.E2E_STYLE_PORT}`,
      url: `${styles}/style.json`,
      reuseExistingServer: false,
    },
  ],
})
