import * as contract from '#contract/billing/billing.ts'
import * as cardContract from '#contract/billing/cards.ts'
import type { Deps } from '#server/features/deps.ts'
import { ownOrigin } from '#server/http/same-origin.ts'
import type { Serve } from '#server/http/serve.ts'
import { receiveWebhook } from '#server/money/payments/webhook.usecases.ts'
import { cancelPlan, resumePlan } from './cancel.usecases.ts'
import { startCardSetup, chooseDefaultCard, listCards, removeCard, saveCard } from './cards.usecases.ts'
import { changePlan } from './change-plan.usecases.ts'
import { limitDeclines } from './decline-limits.ts'
import { confirmPayment, payInvoice, refreshPlan } from './pay.usecases.ts'
import { previewPlan } from './preview.usecases.ts'
import { confirmPackage, purchasePackage } from './purchase.usecases.ts'
import { listInvoices, openPortal, readPaymentSettings, readSubscription } from './subscription.usecases.ts'

export function billingRoutes(serve: Serve, deps: Deps): void {
  const publicUrl = deps.config.PUBLIC_URL

  serve(contract.getPaymentSettings, async () => readPaymentSettings(deps))
  serve(contract.getSubscription, async ({ account }) => readSubscription(deps, account))
  serve(contract.changeSubscription, async ({ account, body, network }) =>
    // Changes that begin with the next month, and cancellations, do not charge a card now.
    body.tier === 'free' || body.takesEffect === 'period_end'
      ? await changePlan(deps, account, body)
      : await limitDeclines(deps, { account, network }, () => changePlan(deps, account, body)),
  )
  serve(contract.previewSubscription, async ({ account, query }) => previewPlan(deps, account, query.tier))
  serve(contract.refreshSubscription, async ({ account }) => refreshPlan(deps, account))
  serve(contract.confirmSubscriptionPayment, async ({ account, body }) =>
    confirmPayment(deps, account, body.paymentIntentId),
  )
  serve(contract.payOpenInvoice, async ({ account, network }) =>
    limitDeclines(deps, { account, network }, () => payInvoice(deps, account)),
  )
  serve(contract.cancelSubscription, async ({ account }) => cancelPlan(deps, account))
  serve(contract.resumeSubscription, async ({ account }) => resumePlan(deps, account))
  serve(cardContract.getPaymentMethods, async ({ account }) => listCards(deps, account))
  serve(cardContract.setupPayment, async ({ account }) => startCardSetup(deps, account))
  serve(cardContract.saveCard, async ({ account, body, network }) => {
    const save = () => saveCard(deps, account, body.setupIntentId)
    return (await limitDeclines(deps, { account, network }, save, ({ wasDeclined }) => wasDeclined)).cards
  })
  serve(cardContract.makeDefaultCard, async ({ account, params }) => chooseDefaultCard(deps, account, params.id))
  serve(cardContract.removeCard, async ({ account, params }) => removeCard(deps, account, params.id))
  serve(contract.purchaseLeads, async ({ account, request }) =>
    purchasePackage(deps, account, ownOrigin(request, publicUrl)),
  )
  serve(contract.confirmPurchase, async ({ account, body }) => confirmPackage(deps, account, body.sessionId))
  serve(contract.getInvoices, async ({ account }) => listInvoices(deps, account))
  serve(contract.openBillingPortal, async ({ account, request }) =>
    openPortal(deps, account, `${ownOrigin(request, publicUrl)}/subscription`),
  )
  serve(contract.stripeWebhook, async ({ request, rawBody }) => {
    const signature = request.headers['stripe-signature']
    await receiveWebhook(deps, rawBody, typeof signature === 'string' ? signature : undefined)
    return { received: true }
  })
}
