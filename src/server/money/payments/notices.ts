import type { Account } from '#server/accounts/identity/account.rules.ts'
import { givenPlanAt, readAccount } from '#server/accounts/identity/account.usecases.ts'
import type { Deps } from '#server/money/deps.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { fromTemplate, type Mail, type MailContent, sendMail, toOwner } from '#server/platform/mail/mail.usecases.ts'
import type { CheckoutFacts, PurchaseRow } from './purchase.rules.ts'
import type { InvoiceFacts } from './stripe-facts.rules.ts'
import type { Notice } from './subscription-row.rules.ts'

type Receiver = Pick<Account, 'id' | 'email' | 'isEmailVerified' | 'username' | 'tier'>

/** The recipient; undefined if the account was deleted. Reads it in the transaction of the sync. */
const receiverOf = (deps: Deps, tx: Queryable, userId: number): Promise<Receiver | undefined> =>
  readAccount({ db: tx, clock: deps.clock }, userId)

/** A notice. If a limit stops the mail, the event itself must still be recorded, so the mail is skipped. */
const notice = (receiver: Receiver, content: MailContent): Mail => ({ ...toOwner(receiver), content, ifFull: 'skip' })

const namesOf = ({ username }: Receiver) => ({ typed: { username } })

/** Mails the customer about changes of their plan: in the transaction of the change, so exactly once. */
export async function sendNotices(deps: Deps, tx: Queryable, userId: number, notices: Notice[]): Promise<void> {
  if (notices.length === 0) return
  const receiver = await receiverOf(deps, tx, userId)
  if (receiver === undefined) return
  for (const event of notices) await sendMail(deps, tx, await noticeOf(tx, receiver, event))
}

async function noticeOf(tx: Queryable, receiver: Receiver, event: Notice): Promise<Mail> {
  if (event.kind === 'charge failed') {
    const values = { amountCents: event.amountCents, graceEndsAt: event.graceEndsAt.toISOString() }
    return notice(receiver, fromTemplate('charge-failed', { ...namesOf(receiver), ...values }))
  }
  if (event.kind === 'plan canceled') {
    const { tier, endsAt, renewsBefore } = event
    const given = await givenPlanAt({ db: tx }, { userId: receiver.id, at: endsAt })
    const values = { tier, endsAt: endsAt.toISOString(), renewsBefore, given: given?.tier ?? null }
    return notice(receiver, fromTemplate('plan-cancelled', { ...namesOf(receiver), ...values }))
  }
  const values = { tier: event.tier, isUnpaid: event.isUnpaid, present: receiver.tier }
  return notice(receiver, fromTemplate('plan-ended', { ...namesOf(receiver), ...values }))
}

export async function sendReceipt(deps: Deps, tx: Queryable, userId: number, invoice: InvoiceFacts): Promise<void> {
  if (invoice.chargedCents <= 0) return
  const receiver = await receiverOf(deps, tx, userId)
  if (receiver === undefined) return
  const { description, chargedCents, taxCents, number, hostedUrl } = invoice
  const values = { ...namesOf(receiver), description, totalCents: chargedCents, taxCents, number, hostedUrl }
  await sendMail(deps, tx, notice(receiver, fromTemplate('receipt', values)))
}

type PurchaseChange = { purchase: PurchaseRow; checkout: CheckoutFacts; leadsToCredit: number; leadsToTakeBack: number }

export async function sendPurchaseNotice(deps: Deps, tx: Queryable, change: PurchaseChange): Promise<void> {
  const { purchase, checkout, leadsToCredit, leadsToTakeBack } = change
  if (leadsToCredit === 0 && leadsToTakeBack === 0) return
  const receiver = await receiverOf(deps, tx, purchase.userId)
  if (receiver === undefined) return
  if (leadsToCredit > 0) {
    const values = {
      description: `${purchase.leads} extra leads`,
      totalCents: checkout.paidCents,
      taxCents: checkout.taxCents,
      number: null,
      hostedUrl: checkout.receiptUrl,
    }
    await sendMail(deps, tx, notice(receiver, fromTemplate('receipt', { ...namesOf(receiver), ...values })))
  }
  if (leadsToTakeBack > 0) {
    const values = { ...namesOf(receiver), leads: leadsToTakeBack, isDisputed: checkout.isDisputed }
    await sendMail(deps, tx, notice(receiver, fromTemplate('leads-refunded', values)))
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

export const sendExpiryNotice = async (
  deps: Deps,
  tx: Queryable,
  { userId, last4 }: { userId: number; last4: string },
): Promise<void> => {
  const receiver = await receiverOf(deps, tx, userId)
  if (receiver === undefined) return
  await sendMail(deps, tx, notice(receiver, fromTemplate('card-expires', { ...namesOf(receiver), last4 })))
}
