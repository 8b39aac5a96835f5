import type { QueryClient } from '@tanstack/react-query'
import { ApiError, messageOf, problemOf } from '../api/api-error.ts'
import { showToast } from '../toast/toast.store.ts'

const contactLimit = 'Contact limit reached. You can purchase additional lead credits or upgrade your plan.'

export function tellSearchFailure(error: Error, client: QueryClient): void {
  tell({ error, client, title: 'Search failed', fallback: 'Failed to perform search', thrown: 'Search Error' })
}

export function tellLoadMoreFailure(error: Error, client: QueryClient): void {
  tell({ error, client, title: 'Search failed', fallback: 'Failed to load more results', thrown: 'Search Error' })
}

type Failure = { error: Error; client: QueryClient; title: string; fallback: string; thrown: string }

function tell({ error, client, title, fallback, thrown }: Failure): void {
  const isQuotaUsedUp = problemOf(error)?.errorType === 'QUOTA_EXCEEDED'
  const isRefusal = error instanceof ApiError
  showToast({
    title: isRefusal ? title : thrown,
    description: isQuotaUsedUp ? contactLimit : isRefusal ? messageOf(error, fallback) : error.message || fallback,
    variant: 'destructive',
  })
  // Everything on the page is fresh again, while the toast stays readable.
  if (isQuotaUsedUp) void client.invalidateQueries()
}
