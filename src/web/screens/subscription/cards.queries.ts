import type { Stripe, StripeElements } from '@stripe/stripe-js'
import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { makeDefaultCard, type PaymentMethod, removeCard, saveCard, setupPayment } from '#contract/billing/cards.ts'
import { paymentMethodsQuery, refreshAnyway, subscriptionRead } from '../../features/billing/billing.queries.ts'
import { loadCardScript } from '../../features/billing/card-script.ts'
import { ApiError, messageOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { showFailure } from '../../shared/api/failures.ts'
import { setCached } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { paths } from '../../shared/paths.ts'
import { userKey } from '../../shared/session/session.queries.ts'
import { invoicesRead } from './subscription.queries.ts'

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

/** A new card may pay what the previous one could not, and the tax depends on the address of the default card. */
function cardsChanged({ paymentMethods }: { paymentMethods: PaymentMethod[] }, _input: unknown, client: QueryClient) {
  setCached(client, paymentMethodsQuery.queryKey, paymentMethods)
  for (const queryKey of [userKey, subscriptionRead.queryKey, invoicesRead.queryKey])
    void client.invalidateQueries({ queryKey })
}

type CardEntry = { stripe: Stripe; elements: StripeElements }

/**
 * Confirms the card with the provider, then saves it as the default. Error messages are meant for the user. If only
 * saving failed, the card is confirmed already (`isCardConfirmed`) and is not asked for again.
 */
export function useSaveCard() {
  const [confirmedSetup, setConfirmedSetup] = useState<string>()
  const saving = useMutation({
    mutationFn: async (entry: CardEntry) => {
      const setupIntentId = confirmedSetup ?? (await confirmCard(entry))
      setConfirmedSetup(setupIntentId)
      return call(saveCard, { body: { setupIntentId } }).catch((error: unknown) => {
        throw new Error(error instanceof ApiError ? messageOf(error, saveFailure) : saveFailure)
      })
    },
    onSuccess: cardsChanged,
    done: 'Payment method added successfully',
    onError: (error, input, client) => {
      refreshAnyway(error, input, client)
      showFailure({ title: 'Error', description: error.message })
    },
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

export const useMakeDefaultCard = () =>
  useMutation({
    mutationFn: (id: string) => call(makeDefaultCard, { params: { id } }),
    onSuccess: cardsChanged,
    done: 'Default payment method changed',
    failure: 'Error',
    fallback: 'Failed to change the default payment method',
    onError: refreshAnyway,
  })

export const useRemoveCard = () =>
  useMutation({
    mutationFn: (id: string) => call(removeCard, { params: { id } }),
    onSuccess: cardsChanged,
    done: 'Payment method removed',
    failure: 'Error',
    fallback: 'Failed to remove the payment method',
    onError: refreshAnyway,
  })
