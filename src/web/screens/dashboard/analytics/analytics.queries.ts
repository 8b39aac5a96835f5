import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Analytics, getAnalytics } from '#contract/analytics.ts'
import { call } from '../../../shared/api/call.ts'
import { showToast } from '../../../shared/toast/toast.store.ts'

const analyticsQuery = queryOptions({
  queryKey: ['analytics'],
  queryFn: ({ signal }): Promise<Analytics> => call(getAnalytics, { signal }),
})

/** The user's figures; a failure is told each time it happens. */
export function useAnalytics() {
  const query = useQuery(analyticsQuery)
  const { errorUpdateCount } = query
  useEffect(() => {
    if (errorUpdateCount > 0)
      showToast({
        title: 'Failed to load analytics',
        description: 'Failed to fetch analytics data',
        variant: 'destructive',
      })
  }, [errorUpdateCount])
  return query
}
