import { useQuery } from '@tanstack/react-query'
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
import { refreshAll, refreshAnyway } from '../../features/billing/billing.queries.ts'
import { ApiError, messageOf, problemOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { showFailure } from '../../shared/api/failures.ts'
import { read } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { paths } from '../../shared/paths.ts'
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
    onSuccess: async (reply, { tier, note }, client) => {
      if (isActionRequired(reply)) return authenticate(reply)
      await refreshAll(client, reply)
      showToast({
        title: 'Subscription updated',
        description: [`Your subscription has been updated to ${plans[tier].name}.`, note].filter(Boolean).join(' '),
      })
    },
    onError: (error, input, client) => {
      refreshAnyway(error, input, client)
      showFailure({ title: 'Subscription failed', description: planFailure(error) })
    },
  })
}
export type ChangePlan = ReturnType<typeof useChangePlan>

/** The server's message, or the specified fallback for a refusal or any other error. */
const planFailure = (error: Error): string =>
  error instanceof ApiError
    ? messageOf(error, 'Failed to update subscription')
    : 'There was an error updating your subscription.'

export function usePayOpenInvoice() {
  const authenticate = useAuthentication()
  return useMutation({
    mutationFn: () => call(payOpenInvoice),
    onSuccess: async (reply, _input, client) => {
      if (isActionRequired(reply)) return authenticate(reply)
      await refreshAll(client, reply)
      showToast({ title: 'Payment received', description: 'Your subscription continues.' })
    },
    failure: 'Payment failed',
    fallback: 'The payment did not go through.',
    onError: refreshAnyway,
  })
}

/** Sends the user to the page where the bank's authentication takes place. */
function useAuthentication(): (needed: ActionRequired) => void {
  const [, navigate] = useLocation()
  return ({ clientSecret }) => navigate(paths.confirmPayment(clientSecret))
}
export const isActionRequired = (reply: User | ActionRequired): reply is ActionRequired => 'requiresAction' in reply

export const useResumeSubscription = () =>
  useMutation({
    mutationFn: () => call(resumeSubscription),
    onSuccess: async (user, _input, client) => {
      await refreshAll(client, user)
      showToast({ title: 'Subscription resumed' })
    },
    failure: 'Error',
    fallback: 'Failed to resume subscription',
    onError: refreshAnyway,
  })

export const useBillingPortal = () =>
  useMutation({
    mutationFn: () => call(openBillingPortal),
    failure: 'Error',
    fallback: 'Failed to open the billing portal',
  })

/** A random UUID, version 4. `crypto.randomUUID` exists only with https and on localhost. */
function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const digits = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`]
  return [...parts, digits.slice(20)].join('-')
}
