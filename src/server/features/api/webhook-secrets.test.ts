import { expect, test } from 'vitest'
import type { Webhook } from '#contract/accounts/webhooks.ts'
import { describeWebhooksOnPostgres, isSigned } from '#tests/support/webhook-lab.ts'

describeWebhooksOnPostgres('the secret of a webhook', lab => {
  const { call, add, send, stateOf, causeEvent, signInAgain } = lab

  test('after a rotation, messages are signed with both secrets for a day, and then only with the new one', async () => {
    const hook = await add(['lead.status_changed'])
    const rotated = await call('POST', `/api/webhooks/${hook.webhook.id}/rotation`)
    const { secret, webhook } = rotated.json<{ webhook: Webhook; secret: string }>()
    expect(secret).not.toBe(hook.secret)
    expect(webhook.formerSecretUntil).not.toBeNull()
    const signedBy = async () => {
      await causeEvent()
      await send()
      const newest = lab.receiver.at(hook.path).at(-1)
      return newest === undefined ? [] : [isSigned(newest, hook.secret), isSigned(newest, secret)]
    }
    expect(await signedBy()).toEqual([true, true])
    lab.product.clock.advance({ hours: 24 })
    await signInAgain()
    expect(await signedBy()).toEqual([false, true])
    expect((await stateOf(hook))?.formerSecretUntil).toBeNull()
  })

  test('a receiver that still has the secret from before two rotations of a day can verify messages', async () => {
    const hook = await add(['lead.status_changed'])
    const rotate = async () =>
      (await call('POST', `/api/webhooks/${hook.webhook.id}/rotation`)).json<{ secret: string }>().secret
    const second = await rotate()
    lab.product.clock.advance({ hours: 1 })
    const third = await rotate()
    const signedBy = async () => {
      await causeEvent()
      await send()
      const newest = lab.receiver.at(hook.path).at(-1)
      return [hook.secret, second, third].map(secret => newest !== undefined && isSigned(newest, secret))
    }
    expect(await signedBy()).toEqual([true, true, true])
    lab.product.clock.advance({ hours: 23 })
    await signInAgain()
    expect(await signedBy()).toEqual([false, true, true])
    lab.product.clock.advance({ hours: 1 })
    expect(await signedBy()).toEqual([false, false, true])
  })
})
