import { useQuery } from '@tanstack/react-query'
import { type Analytics, getAnalytics } from '#contract/admin/analytics.ts'
import { call } from '../../../shared/api/call.ts'
import type { DescribeFailure } from '../../../shared/api/failures.ts'

export const analyticsFailure: DescribeFailure = () => ({
  title: 'Failed to load analytics',
  description: 'Failed to fetch analytics data',
})

export const useAnalytics = () =>
  useQuery({
    queryKey: ['analytics'],
    queryFn: ({ signal }): Promise<Analytics> => call(getAnalytics, { signal }),
    // Structural sharing copies maps key by key, which loses a category named "__proto__".
    structuralSharing: false,
    meta: { failure: analyticsFailure },
  })
