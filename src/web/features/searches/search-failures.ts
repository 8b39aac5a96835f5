import type { QueryClient } from '@tanstack/react-query'
import type { ErrorType, Problem } from '#contract/errors.ts'
import { ApiError, messageOf, problemOf } from '../../shared/api/api-error.ts'
import { type Failure, failedToLoadMore, showFailure } from '../../shared/api/failures.ts'

const contactLimit = 'Contact limit reached. You can purchase additional lead credits or upgrade your plan.'

/**
 * Whether the server asks which of several places is meant, or offers others. The form shows them, so this is not an
 * error.
 */
export const isQuestion = (problem: Problem | undefined): boolean => problem?.choices !== undefined

export function showSearchFailure(error: Error, client: QueryClient): void {
  const problem = problemOf(error)
  if (isQuestion(problem)) return
  const fallback = 'Failed to perform search'
  tell(error, client, {
    title: error instanceof ApiError ? 'Search failed' : 'Search Error',
    description:
      problem?.errorType === 'QUOTA_EXCEEDED'
        ? contactLimit
        : error instanceof ApiError
          ? messageOf(error, fallback)
          : error.message || fallback,
  })
}

/** Refusals of more leads whose message is next to the button, so it is not in the toast. */
export const toldAtButton: ReadonlySet<ErrorType | undefined> = new Set(['QUOTA_EXCEEDED', 'UNCONFIRMED_LIMIT'])

export function showLoadMoreFailure(error: Error, client: QueryClient): void {
  const { title, description } = failedToLoadMore(error)
  tell(error, client, toldAtButton.has(problemOf(error)?.errorType) ? { title } : { title, description })
}

/** Errors that show that the page's quota or plan was out of date. */
const refusedByPlan = new Set<ErrorType | undefined>(['QUOTA_EXCEEDED', 'SEARCH_QUOTA_EXCEEDED', 'FEATURE_NOT_IN_PLAN'])

function tell(error: Error, client: QueryClient, failure: Failure): void {
  showFailure(failure)
  // This reloads all data. The toast stays.
  if (refusedByPlan.has(problemOf(error)?.errorType)) void client.invalidateQueries()
}
