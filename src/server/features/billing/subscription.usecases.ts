import type { Invoice, PaymentSettings, Subscription } from '#contract/billing/billing.ts'
import type { Account } from '#server/accounts/identity/account.rules.ts'
import type { Deps } from '#server/features/deps.ts'
import { findInvoices, findSubscription, type InvoiceRow } from '#server/money/payments/billing-state.usecases.ts'
import { withCustomer } from '#server/money/payments/customer.usecases.ts'
import { withOwnLock } from '#server/money/payments/own-lock.ts'
import { openPortalSession } from '#server/money/payments/portal.usecases.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import { readGivenPlan } from './given-plan.usecases.ts'
import { invoiceStatus, presentSubscription } from './subscription.rules.ts'

export const readPaymentSettings = ({ payments, config }: Deps): PaymentSettings => ({
  publishableKey: payments.publishableKey,
  sandboxScriptUrl: payments.scriptUrl,
  hasTaxes: config.STRIPE_AUTOMATIC_TAX,
})

export async function readSubscription(deps: Deps, account: Account): Promise<Subscription> {
  const row = await findSubscription(deps.db, account.id)
  const paidUntil = row?.isLive === true ? row.paidUntil : null
  const given = paidUntil === null ? null : await readGivenPlan(deps, { userId: account.id, at: paidUntil })
  const hasTaxes = deps.config.STRIPE_AUTOMATIC_TAX
  return presentSubscription(account, { row, given, hasTaxes, now: deps.clock.now() })
}

export async function listInvoices(deps: Deps, { id }: Account): Promise<Invoice[]> {
  return (await findInvoices(deps.db, id)).map(presentInvoice)
}

const presentInvoice = (row: InvoiceRow): Invoice => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  status: invoiceStatus(row),
})

export async function openPortal(deps: Deps, account: Account, returnUrl: string): Promise<{ url: string }> {
  const stripe = stripeOf(deps)
  const url = await withOwnLock(deps, account, (lock, current) =>
    withCustomer(deps, lock, current, customer => openPortalSession(stripe, { customer, returnUrl })),
  )
  return { url }
}
