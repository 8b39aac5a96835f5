import { plans } from '#contract/plans.ts'
import type Stripe from 'stripe'
import type { Deps } from '../deps.ts'
import { ensurePrices } from '../payments/prices.usecases.ts'
import { reconcilePayments } from '../payments/reconcile.usecases.ts'
import { type Command, UsageError } from './command.ts'

const setup: Command = {
  name: 'payments setup',
  usage: '',
  summary: 'Makes the products and prices of the plans at Stripe; what is there already stays',
  words: { min: 0, max: 0 },
  run: async ({ deps, print }) => {
    const reports = await ensurePrices(stripeWithKey(deps))
    for (const { tier, priceId, wasMade } of reports)
      print(
        `${plans[tier].name}: $${plans[tier].pricePerMonthCents / 100} a month, ${priceId} ${wasMade ? '(new)' : '(was there)'}`,
      )
    print(`The prices stand in the ${deps.payments.mode === 'live' ? 'live' : 'test'} account.`)
  },
}

const reconcile: Command = {
  name: 'payments reconcile',
  usage: '',
  summary: 'Reads Stripe again, now: what the server does every hour',
  words: { min: 0, max: 0 },
  run: async ({ deps, print }) => {
    stripeWithKey(deps)
    await reconcilePayments(deps)
    print('Payments agree with Stripe.')
  },
}

function stripeWithKey(deps: Deps): Stripe {
  if (deps.payments.stripe === null) throw new UsageError('There is no Stripe key: set STRIPE_SECRET_KEY first.')
  return deps.payments.stripe
}

export const paymentCommands = [setup, reconcile]
