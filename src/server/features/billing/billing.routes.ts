import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/billing/billing.ts'
import * as cardContract from '#contract/billing/cards.ts'
import type { Deps } from '#server/features/deps.ts'
import { ownOrigin } from '#server/http/same-origin.ts'
import { serve } from '#server/http/serve.ts'
import { receiveWebhook } from '#server/money/payments/webhook.usecases.ts'
import { cancelPlan, resumePlan } from './cancel.usecases.ts'
import { startCardSetup, chooseDefaultCard, listCards, removeCard, saveCard } from './cards.usecases.ts'
import { changePlan } from './change-plan.usecases.ts'
import { confirmPayment } from './confirm-payment.usecases.ts'
import { limitDeclines } from './decline-limits.ts'
import { payInvoice, refreshPlan } from './pay.usecases.ts'
import { previewPlan } from './preview.usecases.ts'
import { confirmPackage, purchasePackage } from './purchase.usecases.ts'
import { listInvoices, openPortal, readPaymentSettings, readSubscription } from './subscription.usecases.ts'

export function billingRoutes(app: FastifyInstance, deps: Deps): void {
  const publicUrl = deps.config.PUBLIC_URL

  serve(app, deps, contract.getPaymentSettings, async () => readPaymentSettings(deps))
  serve(app, deps, contract.getSubscription, async ({ account }) => readSubscription(deps, account))
  serve(app, deps, contract.changeSubscription, async ({ account, body, network }) =>
    // Changes that begin with the next month, and cancellations, do not charge a card now.
    body.tier === 'free' || body.takesEffect === 'period_end'
      ? await changePlan(deps, account, body)
      : await limitDeclines(deps, { account, network }, () => changePlan(deps, account, body)),
  )
  serve(app, deps, contract.previewSubscription, async ({ account, query }) => previewPlan(deps, account, query.tier))
  serve(app, deps, contract.refreshSubscription, async ({ account }) => refreshPlan(deps, account))
  serve(app, deps, contract.confirmSubscriptionPayment, async ({ account, body }) =>
    confirmPayment(deps, account, body.paymentIntentId),
  )
  serve(app, deps, contract.payOpenInvoice, async ({ account, network }) =>
    limitDeclines(deps, { account, network }, () => payInvoice(deps, account)),
  )
  serve(app, deps, contract.cancelSubscription, async ({ account }) => cancelPlan(deps, account))
  serve(app, deps, contract.resumeSubscription, async ({ account }) => resumePlan(deps, account))
  serve(app, deps, cardContract.getPaymentMethods, async ({ account }) => listCards(deps, account))
  serve(app, deps, cardContract.setupPayment, async ({ account }) => startCardSetup(deps, account))
  serve(app, deps, cardContract.saveCard, async ({ account, body, network }) => {
    const save = () => saveCard(deps, account, body.setupIntentId)
    return (await limitDeclines(deps, { account, network }, save, ({ wasDeclined }) => wasDeclined)).cards
  })
  serve(app, deps, cardContract.makeDefaultCard, async ({ account, params }) =>
    chooseDefaultCard(deps, account, params.id),
  )
  serve(app, deps, cardContract.removeCard, async ({ account, params }) => removeCard(deps, account, params.id))
  serve(app, deps, contract.purchaseLeads, async ({ account, request }) =>
    purchasePackage(deps, account, ownOrigin(request, publicUrl)),
  )
  serve(app, deps, contract.confirmPurchase, async ({ account, body }) => confirmPackage(deps, account, body.sessionId))
  serve(app, deps, contract.getInvoices, async ({ account }) => listInvoices(deps, account))
  serve(app, deps, contract.openBillingPortal, async ({ account, request }) =>
    openPortal(deps, account, `${ownOrigin(request, publicUrl)}/subscription`),
  )
  serve(app, deps, contract.stripeWebhook, async ({ request, rawBody }) => {
    const signature = request.headers['stripe-signature']
    await receiveWebhook(deps, rawBody, typeof signature === 'string' ? signature : undefined)
    return { received: true }
  })
}
