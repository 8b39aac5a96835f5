import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { useState } from 'react'
import { makeDefaultCard, removeCard, saveCard, setupPayment } from '#contract/billing/cards.ts'
import { useFailureAndRefresh, useCachePaymentMethods } from '../../features/billing/billing.queries.ts'
import { loadCardScript } from '../../features/billing/card-script.ts'
import { ApiError, messageOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { paths } from '../../shared/paths.ts'
import { showToast } from '../../shared/toast/toast.store.ts'
import { useFreshPayments } from './subscription.queries.ts'

export const noSetup = 'Failed to create setup intent.'
const cardFailure = 'An error occurred while processing your card.'
const saveFailure = 'Failed to save payment method.'

/** What the card form needs: the provider's script, and a secret that allows this browser to save one card. */
export const useCardSetup = () =>
  useMutation({
    mutationFn: async () => {
      const [setup, stripe] = await Promise.all([call(setupPayment), loadCardScript()])
      if (!setup.clientSecret) throw new Error(noSetup)
      return { clientSecret: setup.clientSecret, stripe }
    },
  })

type CardEntry = { stripe: Stripe; elements: StripeElements }

/**
 * Confirms the card with the provider, then saves it as the default. Error messages are meant for the user. If only
 * saving failed, the card is confirmed already (`isCardConfirmed`) and is not asked for again.
 */
export function useSaveCard() {
  const keep = useCachePaymentMethods()
  const refreshAll = useFreshPayments()
  const fail = useFailureAndRefresh()
  const [confirmedSetup, setConfirmedSetup] = useState<string>()
  const saving = useMutation({
    mutationFn: async (entry: CardEntry) => {
      const setupIntentId = confirmedSetup ?? (await confirmCard(entry))
      setConfirmedSetup(setupIntentId)
      return call(saveCard, { body: { setupIntentId } }).catch((error: unknown) => {
        throw new Error(error instanceof ApiError ? messageOf(error, saveFailure) : saveFailure)
      })
    },
    onSuccess: ({ paymentMethods }) => {
      keep(paymentMethods)
      refreshAll()
      showToast({ title: 'Payment method added successfully' })
    },
    onError: error => fail('Error', error.message),
  })
  return { ...saving, isCardConfirmed: confirmedSetup !== undefined }
}

async function confirmCard({ stripe, elements }: CardEntry): Promise<string> {
  const { setupIntent, error } = await stripe
    .confirmSetup({
      elements,
      confirmParams: { return_url: location.origin + paths.subscription },
      redirect: 'if_required',
    })
    .catch(() => ({ setupIntent: undefined, error: { message: cardFailure } }))
  if (setupIntent?.status !== 'succeeded') throw new Error(error?.message ?? cardFailure)
  return setupIntent.id
}

export function useMakeDefaultCard() {
  const keep = useCachePaymentMethods()
  const fail = useFailureAndRefresh()
  return useMutation({
    mutationFn: (id: string) => call(makeDefaultCard, { params: { id } }),
    onSuccess: ({ paymentMethods }) => {
      keep(paymentMethods)
      showToast({ title: 'Default payment method changed' })
    },
    onError: error => fail('Error', messageOf(error, 'Failed to change the default payment method')),
  })
}

export function useRemoveCard() {
  const keep = useCachePaymentMethods()
  const fail = useFailureAndRefresh()
  return useMutation({
    mutationFn: (id: string) => call(removeCard, { params: { id } }),
    onSuccess: ({ paymentMethods }) => {
      keep(paymentMethods)
      showToast({ title: 'Payment method removed' })
    },
    onError: error => fail('Error', messageOf(error, 'Failed to remove the payment method')),
  })
}
