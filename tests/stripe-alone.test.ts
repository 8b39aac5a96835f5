import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createTestDataDir } from './support/databases.ts'
import { freePort } from './support/postgres-cluster.ts'
import { startServerProcess } from './support/server-process.ts'

/** Makes a process print which of its files belong to the sandbox. */
const printSandboxFiles = `
import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    if (url.includes('/src/sandbox/')) console.log('LOADED ' + url)
    return next(url, context)
  },
})`

test("with Stripe keys and Stripe's address, nothing of the sandbox is loaded or reachable", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'leadline-stripe-alone-'))
  createTestDataDir(folder)
  const sandboxPort = await freePort()
  const server = await startServerProcess({
    DATA_DIR: folder,
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(printSandboxFiles)}`,
    SANDBOX_PORT: String(sandboxPort),
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_API_BASE: 'http://127.0.0.1:9',
  })
  try {
    const settings = await fetch(`${server.address}/api/payment-settings`)
    expect(await settings.json()).toEqual({ publishableKey: 'pk_test_1', sandboxScriptUrl: null, hasTaxes: false })
    expect((await fetch(`${server.address}/sandbox`)).status).toBe(404)
    const policy = (await fetch(server.address)).headers.get('content-security-policy')
    expect(policy).toContain('https://js.stripe.com')
    expect(policy).not.toMatch(/127\.0\.0\.1|localhost/)
    await expect(fetch(`http://127.0.0.1:${sandboxPort}/sandbox`)).rejects.toThrow('fetch failed')
    expect(server.output()).not.toMatch(/LOADED|simulated/)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
})
