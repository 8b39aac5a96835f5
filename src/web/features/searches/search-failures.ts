import type { QueryClient } from '@tanstack/react-query'
import type { ErrorType, Problem } from '#contract/errors.ts'
import { ApiError, messageOf, problemOf } from '../../shared/api/api-error.ts'
import { failedToLoadMore, showFailure } from '../../shared/api/failures.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

const contactLimit = 'Contact limit reached. You can purchase additional lead credits or upgrade your plan.'

/** Whether the server asks which place is meant, or offers others. The form shows them, so it is no error. */
export const isQuestion = (problem: Problem | undefined): boolean => problem?.choices !== undefined

export function showSearchFailure(error: Error, client: QueryClient): void {
  const problem = problemOf(error)
  if (isQuestion(problem)) return
  const fallback = 'Failed to perform search'
  const isLimit = refusedByPlan.has(problem?.errorType)
  showToast({
    // A limit is no failure, and the form says what to do.
    ...(!isLimit && { variant: 'destructive' }),
    title: error instanceof ApiError ? 'Search failed' : 'Search Error',
    description:
      problem?.errorType === 'QUOTA_EXCEEDED'
        ? contactLimit
        : error instanceof ApiError
          ? messageOf(error, fallback)
          : error.message || fallback,
  })
  reloadIfRefused(error, client)
}

/** Refusals of more leads that are explained next to the button, so there is no toast. */
export const toldAtButton: ReadonlySet<ErrorType | undefined> = new Set([
  'QUOTA_EXCEEDED',
  'UNCONFIRMED_LIMIT',
  'FEATURE_NOT_IN_PLAN',
])

export function showLoadMoreFailure(error: Error, client: QueryClient): void {
  if (!toldAtButton.has(problemOf(error)?.errorType)) showFailure(failedToLoadMore(error))
  reloadIfRefused(error, client)
}

/** Refusals by the quota or the plan. The page may have shown an outdated one. */
const refusedByPlan = new Set<ErrorType | undefined>(['QUOTA_EXCEEDED', 'SEARCH_QUOTA_EXCEEDED', 'FEATURE_NOT_IN_PLAN'])

function reloadIfRefused(error: Error, client: QueryClient): void {
  // This reloads all data. A toast stays.
  if (refusedByPlan.has(problemOf(error)?.errorType)) void client.invalidateQueries()
}
