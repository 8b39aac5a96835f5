import type { QueryClient } from '@tanstack/react-query'
import { ApiError, messageOf, problemOf } from '../api/api-error.ts'
import { type Failure, failedToLoadMore, showFailure } from '../api/load-failure.ts'

const contactLimit = 'Contact limit reached. You can purchase additional lead credits or upgrade your plan.'

export function tellSearchFailure(error: Error, client: QueryClient): void {
  const fallback = 'Failed to perform search'
  tell(error, client, {
    title: error instanceof ApiError ? 'Search failed' : 'Search Error',
    description: error instanceof ApiError ? messageOf(error, fallback) : error.message || fallback,
  })
}

export const tellLoadMoreFailure = (error: Error, client: QueryClient): void =>
  tell(error, client, failedToLoadMore(error))

function tell(error: Error, client: QueryClient, { title, description }: Failure): void {
  const isQuotaUsedUp = problemOf(error)?.errorType === 'QUOTA_EXCEEDED'
  showFailure({ title, description: isQuotaUsedUp ? contactLimit : description })
  // Everything on the page is fresh again, while the toast stays readable.
  if (isQuotaUsedUp) void client.invalidateQueries()
}
