import { showToast } from '../toast/toast.store.ts'
import { problemOf } from './api-error.ts'

export type Failure = { title: string; description?: string | undefined }
/** How a failed read is told: as a toast, and in the place of what could not be read. */
export type TellFailure = (error: Error) => Failure

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { failure?: TellFailure }
  }
}

/** The error catalogue's words, with what the server says about it. */
export const failedTo =
  (title: string): TellFailure =>
  error => ({ title, description: problemOf(error)?.message })

export const failedToLoadMore = failedTo('Failed to load more results')

export const showFailure = ({ title, description }: Failure): void =>
  showToast({ title, ...(description === undefined ? {} : { description }), variant: 'destructive' })

/** A part of the page that was asked for did not come. */
export const tellNotLoaded = (): void =>
  showFailure({ title: 'This did not load', description: 'Check your connection, then reload the page.' })
