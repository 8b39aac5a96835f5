import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runCommandProcess } from './support/command-process.ts'
import { createTestDataDir } from './support/databases.ts'

test('without Stripe keys, and without a running server, the payment commands work on the sandbox', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'payment-commands-'))
  try {
    createTestDataDir(folder)
    const settings = { DATA_DIR: folder, NODE_ENV: 'development' }
    expect(await runCommandProcess(['payments', 'reconcile'], { settings })).toEqual({
      exitCode: 0,
      output: 'Payments agree with the sandbox.\n',
      complaints: '',
    })
    const first = await runCommandProcess(['payments', 'setup'], { settings })
    expect(first).toMatchObject({ exitCode: 0 })
    expect(first.output).toMatch(/^Billing portal: bpc_\w+ \(new\)$/m)
    expect(first.output).toContain('Everything is in the sandbox.')
    const second = await runCommandProcess(['payments', 'setup'], { settings })
    expect(second.output).toMatch(/^Billing portal: bpc_\w+ \(existing, updated\)$/m)
    const off = await runCommandProcess(['payments', 'reconcile'], {
      settings: { ...settings, PAYMENTS_SANDBOX: 'off' },
    })
    expect(off).toMatchObject({ exitCode: 2 })
    expect(off.complaints).toContain('Payments are off: set STRIPE_SECRET_KEY first.')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
