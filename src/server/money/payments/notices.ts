import type { Account } from '#server/accounts/identity/account.rules.ts'
import { givenPlanAt, readAccount } from '#server/accounts/identity/account.usecases.ts'
import type { Deps } from '#server/money/deps.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { fromTemplate, type MailContent, sendMail, toOwner } from '#server/platform/mail/mail.usecases.ts'
import type { CheckoutFacts, PurchaseRow } from './purchase.rules.ts'
import type { InvoiceFacts } from './stripe-facts.rules.ts'
import type { Notice } from './subscription-row.rules.ts'

type Receiver = Pick<Account, 'id' | 'email' | 'isEmailVerified' | 'username' | 'tier'>
type Write = (receiver: Receiver) => MailContent | Promise<MailContent>

/**
 * Mails the customer, in the transaction of the event, so exactly once. If the account was deleted, or a limit stops the
 * mail, the event itself must still be recorded, so the mail is skipped.
 */
async function notify(deps: Deps, tx: Queryable, userId: number, write: Write): Promise<void> {
  const receiver = await readAccount({ db: tx, clock: deps.clock }, userId)
  if (receiver !== undefined)
    await sendMail(deps, tx, { ...toOwner(receiver), content: await write(receiver), ifFull: 'skip' })
}

const namesOf = ({ username }: Receiver) => ({ typed: { username } })

/** Mails the customer about changes of their plan. */
export async function sendNotices(deps: Deps, tx: Queryable, userId: number, notices: Notice[]): Promise<void> {
  for (const event of notices) await notify(deps, tx, userId, receiver => writeNotice(tx, receiver, event))
}

async function writeNotice(tx: Queryable, receiver: Receiver, event: Notice): Promise<MailContent> {
  if (event.kind === 'charge failed') {
    const values = { amountCents: event.amountCents, graceEndsAt: event.graceEndsAt.toISOString() }
    return fromTemplate('charge-failed', { ...namesOf(receiver), ...values })
  }
  if (event.kind === 'plan canceled') {
    const { tier, endsAt, renewsBefore } = event
    const given = await givenPlanAt({ db: tx }, { userId: receiver.id, at: endsAt })
    const values = { tier, endsAt: endsAt.toISOString(), renewsBefore, given: given?.tier ?? null }
    return fromTemplate('plan-cancelled', { ...namesOf(receiver), ...values })
  }
  const values = { tier: event.tier, isUnpaid: event.isUnpaid, present: receiver.tier }
  return fromTemplate('plan-ended', { ...namesOf(receiver), ...values })
}

export async function sendReceipt(deps: Deps, tx: Queryable, userId: number, invoice: InvoiceFacts): Promise<void> {
  const { description, chargedCents, taxCents, number, hostedUrl } = invoice
  const values = { description, totalCents: chargedCents, taxCents, number, hostedUrl }
  if (chargedCents > 0)
    await notify(deps, tx, userId, receiver => fromTemplate('receipt', { ...namesOf(receiver), ...values }))
}

type PurchaseChange = { purchase: PurchaseRow; checkout: CheckoutFacts; leadsToCredit: number; leadsToTakeBack: number }

export async function sendPurchaseNotice(deps: Deps, tx: Queryable, change: PurchaseChange): Promise<void> {
  const { purchase, checkout, leadsToCredit, leadsToTakeBack } = change
  const { userId, leads } = purchase
  if (leadsToCredit > 0) {
    const { paidCents: totalCents, taxCents, receiptUrl: hostedUrl } = checkout
    const values = { description: `${leads} extra leads`, totalCents, taxCents, number: null, hostedUrl }
    await notify(deps, tx, userId, receiver => fromTemplate('receipt', { ...namesOf(receiver), ...values }))
  }
  if (leadsToTakeBack > 0) {
    const values = { leads: leadsToTakeBack, isDisputed: checkout.isDisputed }
    await notify(deps, tx, userId, receiver => fromTemplate('leads-refunded', { ...namesOf(receiver), ...values }))
  }
}

export const sendDisputeNotice = (
  deps: Deps,
  tx: Queryable,
  values: { userId: number | null; eventId: string },
): Promise<void> =>
  sendMail(deps, tx, {
    to: { address: deps.config.SUPPORT_EMAIL, isVerified: true },
    cause: 'us',
    content: fromTemplate('payment-disputed', { ...values, typed: {} }),
  })

export const sendExpiryNotice = (
  deps: Deps,
  tx: Queryable,
  { userId, last4 }: { userId: number; last4: string },
): Promise<void> => notify(deps, tx, userId, receiver => fromTemplate('card-expires', { ...namesOf(receiver), last4 }))
