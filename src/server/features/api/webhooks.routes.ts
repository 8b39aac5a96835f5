import * as contract from '#contract/accounts/webhooks.ts'
import * as api from '#contract/public-api/api-v1-webhooks.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import * as webhooks from '#server/accounts/webhooks/endpoints.usecases.ts'
import { readMessages, resend, sendTest } from '#server/accounts/webhooks/history.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { confirmed, type Serve } from '#server/http/serve.ts'
import { confirmWrite, onOnePage, writeOnce } from './api-v1-write.ts'

export function webhookRoutes(serve: Serve, deps: Deps): void {
  const withSecret = async (account: Account, webhook: contract.Webhook) => ({
    webhook,
    secret: await webhooks.readWebhookSecret(deps, account, webhook.id),
  })
  serve(contract.getWebhooks, async ({ account }) => ({
    webhooks: await webhooks.readWebhooks(deps, account),
  }))
  serve(contract.createWebhook, async ({ account, body }) =>
    withSecret(account, await webhooks.createWebhook(deps, account, body)),
  )
  serve(contract.changeWebhook, async ({ account, params, body }) =>
    webhooks.changeWebhook(deps, account, params.id, body),
  )
  serve(contract.deleteWebhook, async ({ account, params }) =>
    confirmed(webhooks.deleteWebhook(deps, account, params.id), 'Webhook deleted'),
  )
  serve(contract.rotateWebhookSecret, async ({ account, params }) =>
    withSecret(account, await webhooks.rotateWebhookSecret(deps, account, params.id)),
  )
  serve(contract.testWebhook, async ({ account, params }) =>
    confirmed(sendTest(deps, account, params.id), 'Test message on its way'),
  )
  serve(contract.listWebhookMessages, async ({ account, params, query }) =>
    readMessages(deps, account, params.id, query),
  )
  serve(contract.resendWebhookMessage, async ({ account, params: { id: endpointId, messageId } }) =>
    confirmed(resend(deps, account, { endpointId, messageId }), 'Message on its way'),
  )
}

/** The public API for webhooks. Programs such as Zapier use it to subscribe and unsubscribe ("REST hooks"). */
export function apiV1WebhookRoutes(serve: Serve, deps: Deps): void {
  serve(api.listWebhooks, async ({ account }) => {
    return onOnePage(await webhooks.readWebhooks(deps, account))
  })
  serve(api.createWebhook, async call => {
    const webhook = await writeOnce<contract.Webhook>(deps, call, inSameTransaction =>
      webhooks.createWebhook(deps, call.account, call.body, inSameTransaction),
    )
    // The stored answer does not contain the secret, so that it is never stored in plain text.
    const secret = await webhooks.readWebhookSecret(deps, call.account, webhook.id)
    return { ...webhook, secret }
  })
  serve(api.deleteWebhook, async call => {
    await confirmWrite(deps, call, 'Webhook deleted', () =>
      webhooks.deleteWebhook(deps, call.account, call.params.webhookId),
    )
    return undefined
  })
}
