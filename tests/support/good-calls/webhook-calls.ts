import type { FastifyInstance } from 'fastify'
import type { Webhook, WebhookChange, WebhookInput } from '#contract/accounts/webhooks.ts'
import type { Deps } from '#server/features/deps.ts'
import { signUpElite } from '../api-key.ts'
import type { GoodCalls } from './good-call.ts'

const webhookInput = { url: 'https://hooks.example/leadline', events: ['lead.pulled'] } satisfies WebhookInput

/** Good calls of the endpoints for webhooks. */
export const webhookCalls: GoodCalls = {
  'GET /api/webhooks': async () => ({}),
  'POST /api/webhooks': async (app, deps) => ({ body: webhookInput, as: await signUpElite(app, deps) }),
  'PATCH /api/webhooks/:id': async (app, deps) => ({
    ...(await onWebhook(app, deps)),
    body: { isOn: false } satisfies WebhookChange,
  }),
  'DELETE /api/webhooks/:id': onWebhook,
  'POST /api/webhooks/:id/rotation': async (app, deps) => onWebhook(app, deps, '/rotation'),
  'POST /api/webhooks/:id/test': async (app, deps) => onWebhook(app, deps, '/test'),
  'GET /api/webhooks/:id/messages': async (app, deps) => onWebhook(app, deps, '/messages'),
  'POST /api/webhooks/:id/messages/:messageId/resend': async (app, deps) => {
    const { as, options } = await onWebhook(app, deps)
    const [message] = await deps.db.query<{ id: number }>(
      `INSERT INTO webhook_message (endpoint_id, user_id, type, content, state, tries_left, created_at)
       SELECT id, user_id, 'test', '{}', 'failed', 0, $2 FROM webhook_endpoint WHERE user_id = $1 RETURNING id`,
      [as.user.id, deps.clock.now()],
    )
    return { as, options: { url: `${options.url}/messages/${message?.id}/resend` } }
  },
}

async function onWebhook(app: FastifyInstance, deps: Deps, path = '') {
  const as = await signUpElite(app, deps)
  const made = await app.inject({
    method: 'POST',
    url: '/api/webhooks',
    payload: webhookInput,
    headers: { cookie: as.cookie },
  })
  const { webhook } = made.json<{ webhook: Webhook }>()
  return { as, options: { url: `/api/webhooks/${webhook.id}${path}` } }
}
