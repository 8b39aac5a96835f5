import type { FastifyInstance } from 'fastify'
import { stripeWebhook } from '#contract/billing/billing.ts'
import type { Deps } from '#server/features/deps.ts'
import { serve } from '#server/http/serve.ts'
import { receiveWebhook } from '#server/money/payments/webhook.usecases.ts'

export function paymentRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, stripeWebhook, async ({ request, rawBody }) => {
    const signature = request.headers['stripe-signature']
    await receiveWebhook(deps, rawBody, typeof signature === 'string' ? signature : undefined)
    return { status: 200, body: { received: true } }
  })
}
