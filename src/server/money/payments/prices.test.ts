import { expect, test } from 'vitest'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { openSandbox } from '#tests/support/sandbox.ts'
import { ensurePrices } from './prices.usecases.ts'

describeOnPostgres('prices at the payment provider', openDatabase => {
  test('two processes that create them at the same time both succeed, and create each only once', async () => {
    const { stripe, sandbox } = await openSandbox(await openDatabase())
    await Promise.all([ensurePrices(stripe), ensurePrices(stripe)])
    expect(await sandbox.controls.list('product')).toHaveLength(3)
    expect((await ensurePrices(stripe)).map(({ wasMade }) => wasMade)).toEqual([false, false, false])
  })
})
