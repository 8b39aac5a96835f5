import type { Invoice, PaymentSettings, Subscription } from '#contract/billing.ts'
import type { Account } from '../account/account.rules.ts'
import type { Deps } from '../deps.ts'
import { type InvoiceRow, readInvoices, readSubscriptionRow } from '../payments/billing-state.usecases.ts'
import { forCustomer } from '../payments/customer.usecases.ts'
import { withOwnLock } from '../payments/own-lock.ts'
import { stripeOf } from '../payments/payments.ts'
import { readGivenPlan } from './given-plan.usecases.ts'
import { presentSubscription } from './subscription.rules.ts'

export const readPaymentSettings = ({ payments }: Deps): PaymentSettings => ({
  publishableKey: payments.publishableKey,
  sandboxScriptUrl: payments.scriptUrl,
})

export async function readSubscription(deps: Deps, account: Account): Promise<Subscription> {
  const row = await readSubscriptionRow(deps, account.id)
  const paidUntil = row?.isLive === true ? row.paidUntil : null
  const given = paidUntil === null ? null : await readGivenPlan(deps, { userId: account.id, at: paidUntil })
  return presentSubscription(account, { row, given, now: deps.clock.now() })
}

export async function listInvoices(deps: Deps, { id }: Account): Promise<Invoice[]> {
  return (await readInvoices(deps, id)).map(presentInvoice)
}

const statuses = ['open', 'paid', 'void', 'uncollectible'] as const

const presentInvoice = ({ status, createdAt, ...invoice }: InvoiceRow): Invoice => ({
  ...invoice,
  createdAt: createdAt.toISOString(),
  status: statuses.find(known => known === status) ?? 'open',
})

/** The provider's own page of this customer; the sandbox shows its panel there. */
export async function openPortal(deps: Deps, account: Account, returnUrl: string): Promise<{ url: string }> {
  const stripe = stripeOf(deps)
  if (deps.payments.panelUrl !== null) return { url: deps.payments.panelUrl }
  const { url } = await withOwnLock(deps, account, (lock, current) =>
    forCustomer(deps, lock, current, customer =>
      stripe.billingPortal.sessions.create({ customer, return_url: returnUrl }),
    ),
  )
  return { url }
}
