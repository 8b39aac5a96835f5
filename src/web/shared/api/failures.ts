import { showToast } from '../toast/toast.store.ts'
import { messageOf, problemOf } from './api-error.ts'

export type Failure = { title: string; description?: string | undefined }
/** The text for a failed read, used in its toast and in place of the missing data. */
export type DescribeFailure = (error: Error) => Failure

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { failure?: DescribeFailure }
  }
}

/** The specified title, with the server's message. */
export const failedTo =
  (title: string): DescribeFailure =>
  error => ({ title, description: problemOf(error)?.message })

export const failedToLoadMore = failedTo('Failed to load more results')

export const showFailure = ({ title, description }: Failure): void =>
  showToast({ title, ...(description === undefined ? {} : { description }), variant: 'destructive' })

/** Shows that an action failed, with the server's message or the fallback. */
export const showError = (title: string, error: unknown, fallback = 'Please try again.'): void =>
  showFailure({ title, description: messageOf(error, fallback) })

/** Shows that the code for a part of the page failed to load. */
export const showNotLoaded = (): void =>
  showFailure({ title: 'This did not load', description: 'Check your connection, then reload the page.' })
