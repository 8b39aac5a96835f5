import type { Tier } from '#contract/plans.ts'
import { givenPlanAt, readAccount } from '../account/account.usecases.ts'
import type { Queryable } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/mail.usecases.ts'
import type { PurchaseRow } from './purchase.repository.ts'
import type { CheckoutFacts } from './purchase.rules.ts'
import type { InvoiceFacts } from './stripe-facts.rules.ts'
import type { Notice } from './subscription-row.rules.ts'

type Receiver = { to: string; username: string; tier: Tier }

/** Who is written to; undefined for an account that is gone. Reads inside the transaction, as all of a sync does. */
async function receiverOf(deps: Deps, tx: Queryable, userId: number): Promise<Receiver | undefined> {
  const account = await readAccount({ db: tx, clock: deps.clock }, userId)
  return account === undefined ? undefined : { to: account.email, username: account.username, tier: account.tier }
}

/** Writes to the customer about each step of their plan, within the transaction that takes it: once, and only if it is so. */
export async function sendNotices(deps: Deps, tx: Queryable, userId: number, notices: Notice[]): Promise<void> {
  if (notices.length === 0) return
  const receiver = await receiverOf(deps, tx, userId)
  if (receiver === undefined) return
  for (const notice of notices) await sendNotice(deps, tx, { ...receiver, userId }, notice)
}

async function sendNotice(
  deps: Deps,
  tx: Queryable,
  { userId, to, username, tier: present }: Receiver & { userId: number },
  notice: Notice,
): Promise<void> {
  if (notice.kind === 'charge failed') {
    const values = { username, amountCents: notice.amountCents, graceEndsAt: notice.graceEndsAt.toISOString() }
    return queueMail(deps, tx, { to, template: 'charge-failed', values })
  }
  if (notice.kind === 'plan cancelled') {
    const given = await givenPlanAt({ db: tx }, { userId, at: notice.endsAt })
    const values = { username, tier: notice.tier, endsAt: notice.endsAt.toISOString(), given: given?.tier ?? null }
    return queueMail(deps, tx, { to, template: 'plan-cancelled', values })
  }
  return queueMail(deps, tx, { to, template: 'plan-ended', values: { username, tier: notice.tier, present } })
}

export async function sendReceipt(deps: Deps, tx: Queryable, userId: number, invoice: InvoiceFacts): Promise<void> {
  if (invoice.totalCents <= 0) return
  const receiver = await receiverOf(deps, tx, userId)
  if (receiver === undefined) return
  const { to, username } = receiver
  const { description, totalCents, number, hostedUrl } = invoice
  await queueMail(deps, tx, {
    to,
    template: 'receipt',
    values: { username, description, totalCents, number, hostedUrl },
  })
}

type PurchaseNews = { purchase: PurchaseRow; checkout: CheckoutFacts; leadsToCredit: number; leadsToTakeBack: number }

export async function sendPurchaseNotice(deps: Deps, tx: Queryable, news: PurchaseNews): Promise<void> {
  const { purchase, checkout, leadsToCredit, leadsToTakeBack } = news
  if (leadsToCredit === 0 && leadsToTakeBack === 0) return
  const receiver = await receiverOf(deps, tx, purchase.userId)
  if (receiver === undefined) return
  const { to, username } = receiver
  if (leadsToCredit > 0) {
    const values = {
      username,
      description: `${purchase.leads} extra leads`,
      totalCents: checkout.paidCents,
      number: null,
      hostedUrl: checkout.receiptUrl,
    }
    await queueMail(deps, tx, { to, template: 'receipt', values })
  }
  if (leadsToTakeBack > 0)
    await queueMail(deps, tx, { to, template: 'leads-refunded', values: { username, leads: leadsToTakeBack } })
}

/** Tells the operator that a customer has gone to their bank. */
export const sendDisputeNotice = (
  deps: Deps,
  tx: Queryable,
  values: { userId: number | null; eventId: string },
): Promise<void> => queueMail(deps, tx, { to: deps.config.SUPPORT_EMAIL, template: 'payment-disputed', values })

export const sendExpiryNotice = async (
  deps: Deps,
  tx: Queryable,
  { userId, last4 }: { userId: number; last4: string },
): Promise<void> => {
  const receiver = await receiverOf(deps, tx, userId)
  if (receiver === undefined) return
  const { to, username } = receiver
  await queueMail(deps, tx, { to, template: 'card-expires', values: { username, last4 } })
}
