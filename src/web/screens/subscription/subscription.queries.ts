import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocation } from 'wouter'
import type { User } from '#contract/accounts/account.ts'
import {
  type ActionRequired,
  changeSubscription,
  getInvoices,
  openBillingPortal,
  payOpenInvoice,
  previewSubscription,
  resumeSubscription,
  type SubscriptionPreview,
} from '#contract/billing/billing.ts'
import { type OfferedTier, plans } from '#contract/plans.ts'
import { subscriptionRead, useFailureAndRefresh, useRefreshAll } from '../../features/billing/billing.queries.ts'
import { ApiError, messageOf, problemOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { showError } from '../../shared/api/failures.ts'
import { read } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { paths } from '../../shared/paths.ts'
import { userKey } from '../../shared/session/session.queries.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

export const invoicesRead = read(['invoices'], 'Failed to load invoices', getInvoices)

/** Requested each time the dialog opens, because the amount depends on the time. */
export const usePreview = (tier: OfferedTier) =>
  useQuery({
    queryKey: ['subscription-preview', tier],
    queryFn: ({ signal }) => call(previewSubscription, { query: { tier }, signal }),
    gcTime: 0,
    staleTime: 0,
  })

/** A plan change as it was shown to the user. The server refuses a change that differs from it. */
type PlanChange = Pick<SubscriptionPreview, 'tier' | 'takesEffect' | 'prorationDate'> & { note?: string | undefined }

export function useChangePlan() {
  const refreshAll = useRefreshAll()
  const fail = useFailureAndRefresh()
  const authenticate = useAuthentication()
  const requestId = useRef<string>(undefined)
  return useMutation({
    mutationFn: async ({ tier, takesEffect, prorationDate }: PlanChange) => {
      // Repeats the same request ID until the server has answered, so a lost reply cannot charge twice.
      requestId.current ??= newUuid()
      const body = {
        tier,
        takesEffect,
        requestId: requestId.current,
        ...(prorationDate === null ? {} : { prorationDate }),
      }
      try {
        const reply = await call(changeSubscription, { body })
        requestId.current = undefined
        return reply
      } catch (error) {
        if (problemOf(error)) requestId.current = undefined
        throw error
      }
    },
    onSuccess: async (reply, { tier, note }) => {
      if (isActionRequired(reply)) return authenticate(reply)
      await refreshAll(reply)
      showToast({
        title: 'Subscription updated',
        description: [`Your subscription has been updated to ${plans[tier].name}.`, note].filter(Boolean).join(' '),
      })
    },
    onError: error => fail('Subscription failed', planFailure(error)),
  })
}
export type ChangePlan = ReturnType<typeof useChangePlan>

/** The server's message, or the specified fallback for a refusal or any other error. */
const planFailure = (error: Error): string =>
  error instanceof ApiError
    ? messageOf(error, 'Failed to update subscription')
    : 'There was an error updating your subscription.'

export function usePayOpenInvoice() {
  const refreshAll = useRefreshAll()
  const fail = useFailureAndRefresh()
  const authenticate = useAuthentication()
  return useMutation({
    mutationFn: () => call(payOpenInvoice),
    onSuccess: async reply => {
      if (isActionRequired(reply)) return authenticate(reply)
      await refreshAll(reply)
      showToast({ title: 'Payment received', description: 'Your subscription continues.' })
    },
    onError: error => fail('Payment failed', messageOf(error, 'The payment did not go through.')),
  })
}

/** Sends the user to the page where the bank's authentication takes place. */
function useAuthentication(): (needed: ActionRequired) => void {
  const [, navigate] = useLocation()
  return ({ clientSecret }) => navigate(paths.confirmPayment(clientSecret))
}
export const isActionRequired = (reply: User | ActionRequired): reply is ActionRequired => 'requiresAction' in reply

export function useResumeSubscription() {
  const refreshAll = useRefreshAll()
  const fail = useFailureAndRefresh()
  return useMutation({
    mutationFn: () => call(resumeSubscription),
    onSuccess: async user => {
      await refreshAll(user)
      showToast({ title: 'Subscription resumed' })
    },
    onError: error => fail('Error', messageOf(error, 'Failed to resume subscription')),
  })
}

export const useBillingPortal = () =>
  useMutation({
    mutationFn: () => call(openBillingPortal),
    onError: error => showError('Error', error, 'Failed to open the billing portal'),
  })

/** A new card may pay what the previous one could not. */
export function useFreshPayments(): () => void {
  const client = useQueryClient()
  return () => {
    for (const queryKey of [userKey, subscriptionRead.queryKey, invoicesRead.queryKey])
      void client.invalidateQueries({ queryKey })
  }
}

/** A random UUID, version 4. `crypto.randomUUID` exists only with https and on localhost. */
function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const digits = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`]
  return [...parts, digits.slice(20)].join('-')
}
