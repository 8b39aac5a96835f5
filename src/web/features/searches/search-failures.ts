import type { QueryClient } from '@tanstack/react-query'
import type { Problem } from '#contract/errors.ts'
import { ApiError, messageOf, problemOf } from '../../shared/api/api-error.ts'
import { type Failure, failedToLoadMore, showFailure } from '../../shared/api/failures.ts'

const contactLimit = 'Contact limit reached. You can purchase additional lead credits or upgrade your plan.'

/**
 * Whether the server asks which of several places is meant, or offers others. The form shows them, so this is not an
 * error.
 */
export const isQuestion = (problem: Problem | undefined): boolean => problem?.choices !== undefined

export function showSearchFailure(error: Error, client: QueryClient): void {
  if (isQuestion(problemOf(error))) return
  const fallback = 'Failed to perform search'
  tell(error, client, {
    title: error instanceof ApiError ? 'Search failed' : 'Search Error',
    description: error instanceof ApiError ? messageOf(error, fallback) : error.message || fallback,
  })
}

export const showLoadMoreFailure = (error: Error, client: QueryClient): void =>
  tell(error, client, failedToLoadMore(error))

/** Errors that show that the page's quota or plan was out of date. */
const refusedByPlan = new Set<string | undefined>(['QUOTA_EXCEEDED', 'SEARCH_QUOTA_EXCEEDED', 'FEATURE_NOT_IN_PLAN'])

function tell(error: Error, client: QueryClient, { title, description }: Failure): void {
  const errorType = problemOf(error)?.errorType
  showFailure({ title, description: errorType === 'QUOTA_EXCEEDED' ? contactLimit : description })
  // This reloads all data. The toast stays.
  if (refusedByPlan.has(errorType)) void client.invalidateQueries()
}
