import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { User } from '#contract/accounts/account.ts'
import { cancelSubscription, getPaymentSettings, purchaseLeads, getSubscription } from '#contract/billing/billing.ts'
import { getPaymentMethods } from '#contract/billing/cards.ts'
import { leadPackage } from '#contract/plans.ts'
import { ApiError, messageOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { showFailure } from '../../shared/api/failures.ts'
import { read, withFailure } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { formatDollars } from '../../shared/format.ts'
import { changeUser, userKey } from '../../shared/session/session.queries.ts'
import { showToast } from '../../shared/toast/toast.store.ts'
import { withTax } from './charge-words.ts'

export const usePaymentSettings = () =>
  useQuery({ queryKey: ['payment-settings'], queryFn: () => call(getPaymentSettings) })

/** The price of a lead package. Only the checkout knows the tax. */
export const usePackagePrice = (): string =>
  withTax(formatDollars(leadPackage.priceCents / 100), usePaymentSettings().data?.hasTaxes === true)

export const paymentMethodsQuery = withFailure(
  error => ({
    title: 'Failed to load payment methods',
    description: messageOf(error, 'Failed to fetch payment methods'),
  }),
  queryOptions({ queryKey: ['payment-methods'], queryFn: async () => (await call(getPaymentMethods)).paymentMethods }),
)
export const usePaymentMethods = () => useQuery(paymentMethodsQuery)

/**
 * Invalidates all cached data after a change of plan or payment. The screen keeps showing the old data meanwhile. The
 * user is replaced together with the plan that is on the screen, so that no two parts of it disagree.
 */
export async function refreshAll(client: QueryClient, user: User): Promise<void> {
  const together = new Set([userKey[0], subscriptionRead.queryKey[0]])
  void client.invalidateQueries({ predicate: ({ queryKey }) => !together.has(String(queryKey[0])) })
  await client.invalidateQueries({ queryKey: subscriptionRead.queryKey })
  changeUser(client, known => (known.id === user.id ? user : known))
}

/** After a failure, because something may have changed anyway, here or in another tab. */
export const refreshAnyway = (_error: Error, _input: unknown, client: QueryClient): void =>
  void client.invalidateQueries()

export const useCancelSubscription = () =>
  useMutation({
    mutationFn: () => call(cancelSubscription),
    onSuccess: async (user, _input, client) => {
      await refreshAll(client, user)
      showToast({
        title: 'Subscription canceled',
        description:
          user.subscriptionTier === 'free'
            ? 'Your plan has ended. You will not be charged again.'
            : 'Your subscription will remain active until the end of the current billing period.',
      })
    },
    failure: 'Error',
    fallback: 'Failed to cancel subscription',
    onError: refreshAnyway,
  })

/** Starts a purchase; the reply contains the address of the checkout. */
export const usePurchaseLeads = () =>
  useMutation({
    mutationFn: async () => {
      const { success, checkoutUrl, message } = await call(purchaseLeads)
      if (success && checkoutUrl !== undefined) return { checkoutUrl }
      throw new Error(message ?? notStarted)
    },
    onError: error => showFailure({ title: 'Purchase Failed', description: purchaseFailure(error) }),
  })

const notStarted = 'Failed to initiate purchase. Please try again.'
const purchaseFailure = (error: Error): string =>
  error instanceof ApiError
    ? messageOf(error, notStarted)
    : error.message || 'An error occurred while processing your purchase.'

export const subscriptionRead = read(['subscription'], 'Failed to load your subscription', getSubscription)
export const useSubscription = () => useQuery(subscriptionRead)
