import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { User } from '#contract/account.ts'
import {
  cancelSubscription,
  getPaymentMethods,
  getPaymentSettings,
  type PaymentMethod,
  purchaseLeads,
} from '#contract/billing.ts'
import { ApiError, messageOf } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { changeUser } from '../session/session.queries.ts'
import { userKey } from '../session/user-key.ts'
import { showToast } from '../toast/toast.store.ts'
import { leaveTo } from './leave-to.ts'

const paymentSettingsQuery = queryOptions({
  queryKey: ['payment-settings'],
  queryFn: () => call(getPaymentSettings),
})
export const usePaymentSettings = () => useQuery(paymentSettingsQuery)

const paymentMethodsKey = ['payment-methods'] as const
const paymentMethodsQuery = queryOptions({
  queryKey: paymentMethodsKey,
  queryFn: async (): Promise<PaymentMethod[]> => (await call(getPaymentMethods)).paymentMethods,
})
export const usePaymentMethods = () => useQuery(paymentMethodsQuery)

export function useKeepPaymentMethods(): (paymentMethods: PaymentMethod[]) => void {
  const client = useQueryClient()
  return paymentMethods => client.setQueryData(paymentMethodsKey, paymentMethods)
}

/** After a change of plan or payment nothing that was read before is believed any longer; the screen stays. */
export function useEverythingFresh(): (user: User) => void {
  const client = useQueryClient()
  return useCallback(
    user => {
      changeUser(client, () => user)
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== userKey[0] })
    },
    [client],
  )
}

/** After a failure something may have changed all the same, here or in another tab: the plan is read again, and its user. */
export function useReadAgain(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries()
}

export function useCancelSubscription() {
  const freshen = useEverythingFresh()
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: () => call(cancelSubscription),
    onSuccess: user => {
      freshen(user)
      showToast({
        title: 'Subscription canceled',
        description:
          user.subscriptionTier === 'free'
            ? 'Your plan has ended. Nothing more is charged.'
            : 'Your subscription will remain active until the end of the current billing period.',
      })
    },
    onError: error => {
      readAgain()
      tellFailure('Error', messageOf(error, 'Failed to cancel subscription'))
    },
  })
}

/** Begins a purchase and goes to the checkout. */
export const usePurchaseLeads = () =>
  useMutation({
    mutationFn: () => call(purchaseLeads),
    onSuccess: ({ success, checkoutUrl, message }) => {
      if (success && checkoutUrl !== undefined) leaveTo(checkoutUrl)
      else tellFailure('Purchase Failed', message ?? notBegun)
    },
    onError: error => tellFailure('Purchase Failed', purchaseFailure(error)),
  })

const notBegun = 'Failed to initiate purchase. Please try again.'
const purchaseFailure = (error: Error): string =>
  error instanceof ApiError
    ? messageOf(error, notBegun)
    : error.message || 'An error occurred while processing your purchase.'

export const tellFailure = (title: string, description: string) =>
  showToast({ title, description, variant: 'destructive' })
