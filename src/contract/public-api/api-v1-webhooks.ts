import { z } from 'zod'
import { Webhook, WebhookInput } from '../accounts/webhooks.ts'
import { described } from '../described.ts'
import { endpoint } from '../endpoint.ts'
import { RowId } from '../row-id.ts'

const descriptions = {
  id: 'Id of the webhook',
  url: 'Where its messages are sent',
  events: 'The events that it receives',
  state:
    '`on`; `off`: by the account; `held`: all programs were stopped, and its messages wait until the account turns it on; `failed`: it failed for five days; `gone`: it answered 410; `full`: too many messages were waiting for it',
  createdAt: 'When it was created',
  failingSince: 'Null if the last attempt was successful',
  formerSecretUntil: 'Until then, messages are also signed with the secret before the last rotation',
}
const ApiWebhook = described(Webhook, descriptions)

export const webhookInputs = {
  WebhookInput: described(WebhookInput, {
    url: 'An https address, without a username or password',
    events: 'The events to be told of',
  }),
}
export const webhookOutputs = {
  Webhook: ApiWebhook,
  NewWebhook: described(Webhook.extend({ secret: z.string() }), {
    ...descriptions,
    secret: 'Verifies the signature of each message. No other answer contains it',
  }),
  Webhooks: described(z.object({ items: z.array(ApiWebhook), total: z.number().int(), nextCursor: z.null() }), {
    items: 'Newest first',
    total: 'How many there are',
    nextCursor: 'Always null: they come on one page',
  }),
}

const write = { access: 'write key', limit: 'webhook change', feature: 'api' } as const

export const listWebhooks = endpoint('GET', '/api/v1/webhooks', {
  access: 'read key',
  feature: 'api',
  summary: 'Webhooks of the account, newest first',
  replies: { 200: webhookOutputs.Webhooks },
})
export const createWebhook = endpoint('POST', '/api/v1/webhooks', {
  ...write,
  summary: 'Subscribe an address to events',
  details:
    'Messages are sent and signed as the Standard Webhooks specification says. They contain ids and links, and no contacts. An account can have ten webhooks.',
  refuses: ['TOO_MANY_WEBHOOKS'],
  body: webhookInputs.WebhookInput,
  replies: { 201: webhookOutputs.NewWebhook },
})
export const deleteWebhook = endpoint('DELETE', '/api/v1/webhooks/:webhookId', {
  ...write,
  summary: 'End a subscription',
  params: z.object({ webhookId: RowId.describe('Id of the webhook') }),
  replies: { 204: z.undefined() },
})
