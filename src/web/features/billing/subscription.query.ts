import { queryOptions, useQuery } from '@tanstack/react-query'
import { getSubscription } from '#contract/billing.ts'
import { call } from '../../shared/api/call.ts'
import { failedTo } from '../../shared/api/load-failure.ts'

export const subscriptionFailure = failedTo('Failed to load your subscription')
export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: () => call(getSubscription),
  meta: { failure: subscriptionFailure },
})

export const useSubscription = () => useQuery(subscriptionQuery)
