import type Stripe from 'stripe'
import { plans } from '#contract/plans.ts'
import type { Deps } from '#server/features/deps.ts'
import { setUpPortal } from '#server/money/payments/portal.usecases.ts'
import { ensurePrices } from '#server/money/payments/prices.usecases.ts'
import { reconcilePayments } from '#server/money/payments/reconcile.usecases.ts'
import { type Command, UsageError } from './command.ts'

const setup: Command = {
  name: 'payments setup',
  summary: 'Create the products and prices of all plans and the billing portal at Stripe; existing ones stay',
  usesPayments: true,
  run: async ({ deps, print }) => {
    const stripe = assertPayments(deps)
    const reports = await ensurePrices(stripe)
    for (const { tier, priceId, wasMade } of reports)
      print(
        `${plans[tier].name}: $${plans[tier].pricePerMonthCents / 100} a month, ${priceId} ${wasMade ? '(new)' : '(existing)'}`,
      )
    const portal = await setUpPortal(stripe)
    print(`Billing portal: ${portal.id} ${portal.wasMade ? '(new)' : '(existing, updated)'}`)
    print(`Everything is in the ${accounts[deps.payments.mode]}.`)
  },
}

const reconcile: Command = {
  name: 'payments reconcile',
  summary: 'Read the current state from Stripe now, as the server does every hour',
  usesPayments: true,
  run: async ({ deps, print }) => {
    assertPayments(deps)
    await reconcilePayments(deps)
    print(`Payments agree with ${deps.payments.mode === 'sandbox' ? 'the sandbox' : 'Stripe'}.`)
  },
}

const accounts = { live: 'live account', test: 'test account', sandbox: 'sandbox', off: 'sandbox' }

function assertPayments({ payments: { stripe } }: Deps): Stripe {
  if (stripe === null) throw new UsageError('Payments are off: set STRIPE_SECRET_KEY first.')
  return stripe
}

export const paymentCommands = [setup, reconcile]
