import { useEffect } from 'react'
import type { User } from '#contract/accounts/account.ts'
import { confirmSubscriptionPayment, refreshSubscription } from '#contract/billing/billing.ts'
import { refreshAll } from '../../features/billing/billing.queries.ts'
import { loadCardScript } from '../../features/billing/card-script.ts'
import { call } from '../../shared/api/call.ts'
import { showFailure } from '../../shared/api/failures.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { holdsSession } from '../../shared/session-mark.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

/**
 * `awaited`: paid, but the provider needs some seconds to change the plan, for which the subscription page waits, or the
 * server could not be reached.
 */
type PlanAfter = 'activated' | 'awaited' | 'unchanged'

export type Confirmation =
  | { state: 'waiting' }
  | { state: 'succeeded'; plan: PlanAfter }
  /** The user can do nothing here. `status` is the provider's value. */
  | { state: 'other'; status: string }
  | { state: 'failed'; title: string; text: string }

export const planWords: Record<PlanAfter, string> = {
  activated: 'Your subscription has been activated!',
  awaited: 'Your plan changes as soon as our payment provider is done, within an hour at the latest.',
  unchanged: 'It does not belong to a plan of this account.',
}

const notALink: Confirmation = {
  state: 'failed',
  title: 'This payment link is not complete',
  text: 'It does not name a payment. Choose your plan again to create a new one.',
}
/** The session changed, or could not be checked, while the payment was being confirmed. */
const unverified: Confirmation = {
  state: 'failed',
  title: 'We could not confirm this payment',
  text: 'Check your plan and invoices to see if it went through. You will not be charged twice.',
}
const wellFormed = /^pi_\w+_secret_\w+$/

/** Confirms the payment of this secret, once. Sends no request if the secret is malformed. */
export function useConfirmation(clientSecret: string | null): Confirmation {
  const { mutate, data, isError } = useMutation({
    mutationFn: confirm,
    onSuccess: async ({ confirmation, user }, _input, client) => {
      if (user !== null) await refreshAll(client, user)
      else if (holdsSession()) void client.invalidateQueries()
      if (confirmation.state === 'failed') showFailure({ title: confirmation.title, description: confirmation.text })
      if (confirmation.state === 'succeeded' && confirmation.plan !== 'unchanged')
        showToast({ title: 'Payment successful', description: planWords[confirmation.plan] })
    },
  })
  const isLink = clientSecret !== null && wellFormed.test(clientSecret)
  useEffect(() => {
    if (isLink) mutate(clientSecret)
  }, [isLink, clientSecret, mutate])
  if (!isLink) return notALink
  if (isError) return unverified
  return data?.confirmation ?? { state: 'waiting' }
}

type Confirmed = { confirmation: Confirmation; user: User | null }

async function confirm(clientSecret: string): Promise<Confirmed> {
  const outcome = await settle(clientSecret)
  if (outcome === 'succeeded') return succeeded(clientSecret)
  // The server reads every outcome from the provider itself and does not trust this page.
  const user = holdsSession() ? await call(refreshSubscription).catch(() => null) : null
  return { confirmation: typeof outcome === 'string' ? { state: 'other', status: outcome } : outcome, user }
}

const done = (plan: PlanAfter, user: User | null = null): Confirmed => ({
  confirmation: { state: 'succeeded', plan },
  user,
})

// A payment of another user succeeds, but activates nothing here.
const planAfter = { settled: 'activated', settling: 'awaited', foreign: 'unchanged' } as const

async function succeeded(clientSecret: string): Promise<Confirmed> {
  if (!holdsSession()) return done('activated')
  const [paymentIntentId = ''] = clientSecret.split('_secret_')
  const known = await call(confirmSubscriptionPayment, { body: { paymentIntentId } }).catch(() => null)
  return known === null ? done('awaited') : done(planAfter[known.payment], known.user)
}

/** The payment's final status, or why it failed. */
async function settle(clientSecret: string): Promise<string | Confirmation> {
  try {
    const stripe = await loadCardScript()
    const found = await stripe.retrievePaymentIntent(clientSecret)
    if (found.error) return failed('We could not find this payment. It may belong to another account.')
    if (found.paymentIntent.status !== 'requires_action') return found.paymentIntent.status
    const confirmed = await stripe.confirmCardPayment(clientSecret)
    if (confirmed.error) return failed(confirmed.error.message ?? 'Your bank did not approve it. Nothing was charged.')
    return confirmed.paymentIntent.status
  } catch {
    return failed('The payment service did not respond. Please try again: you will not be charged twice.')
  }
}

const failed = (text: string): Confirmation => ({ state: 'failed', title: 'Payment authentication failed', text })
