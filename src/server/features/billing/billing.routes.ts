import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/billing/billing.ts'
import * as cardContract from '#contract/billing/cards.ts'
import type { Deps } from '#server/features/deps.ts'
import { ownOrigin } from '#server/http/same-origin.ts'
import { serve } from '#server/http/serve.ts'
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

  serve(app, deps, contract.getPaymentSettings, async () => ok(readPaymentSettings(deps)))
  serve(app, deps, contract.getSubscription, async ({ account }) => ok(await readSubscription(deps, account)))
  serve(app, deps, contract.changeSubscription, async ({ account, body, network }) =>
    ok(
      // Changes that begin with the next month, and cancellations, do not charge a card now.
      body.tier === 'free' || body.takesEffect === 'period_end'
        ? await changePlan(deps, account, body)
        : await limitDeclines(deps, { account, network }, () => changePlan(deps, account, body)),
    ),
  )
  serve(app, deps, contract.previewSubscription, async ({ account, query }) =>
    ok(await previewPlan(deps, account, query.tier)),
  )
  serve(app, deps, contract.refreshSubscription, async ({ account }) => ok(await refreshPlan(deps, account)))
  serve(app, deps, contract.confirmSubscriptionPayment, async ({ account, body }) =>
    ok(await confirmPayment(deps, account, body.paymentIntentId)),
  )
  serve(app, deps, contract.payOpenInvoice, async ({ account, network }) =>
    ok(await limitDeclines(deps, { account, network }, () => payInvoice(deps, account))),
  )
  serve(app, deps, contract.cancelSubscription, async ({ account }) => ok(await cancelPlan(deps, account)))
  serve(app, deps, contract.resumeSubscription, async ({ account }) => ok(await resumePlan(deps, account)))
  serve(app, deps, cardContract.getPaymentMethods, async ({ account }) => ok(await listCards(deps, account)))
  serve(app, deps, cardContract.setupPayment, async ({ account }) => ok(await startCardSetup(deps, account)))
  serve(app, deps, cardContract.saveCard, async ({ account, body, network }) => {
    const save = () => saveCard(deps, account, body.setupIntentId)
    return ok((await limitDeclines(deps, { account, network }, save, ({ wasDeclined }) => wasDeclined)).cards)
  })
  serve(app, deps, cardContract.makeDefaultCard, async ({ account, params }) =>
    ok(await chooseDefaultCard(deps, account, params.id)),
  )
  serve(app, deps, cardContract.removeCard, async ({ account, params }) =>
    ok(await removeCard(deps, account, params.id)),
  )
  serve(app, deps, contract.purchaseLeads, async ({ account, request }) =>
    ok(await purchasePackage(deps, account, ownOrigin(request, publicUrl))),
  )
  serve(app, deps, contract.confirmPurchase, async ({ account, body }) =>
    ok(await confirmPackage(deps, account, body.sessionId)),
  )
  serve(app, deps, contract.getInvoices, async ({ account }) => ok(await listInvoices(deps, account)))
  serve(app, deps, contract.openBillingPortal, async ({ account, request }) =>
    ok(await openPortal(deps, account, `${ownOrigin(request, publicUrl)}/subscription`)),
  )
}

const ok = <T>(body: T) => ({ status: 200 as const, body })
