import { holdsSession } from '../session-mark.ts'
import { showToast } from '../toast/toast.store.ts'
import { messageOf, problemOf } from './api-error.ts'

export type Failure = {
  title: string
  description?: string | undefined
  /** Where such things are listed, for one that does not exist. */
  back?: { href: string; label: string }
}
/** The text for a failed read, used in its toast and in place of the missing data. */
export type DescribeFailure = (error: Error) => Failure
/** A read that says in its own words that it failed. */
export type WithFailure = { meta: { failure: DescribeFailure } }

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { failure?: DescribeFailure }
  }
}

export const failedTo =
  (title: string): DescribeFailure =>
  error => ({ title, description: problemOf(error)?.message })

export const failedToLoadMore = failedTo('Failed to load more results')

export const showFailure = ({ title, description }: Failure): void =>
  showToast({ title, ...(description === undefined ? {} : { description }), variant: 'destructive' })

export const showError = (title: string, error: unknown, fallback = 'Please try again.'): void =>
  showFailure({ title, description: messageOf(error, fallback) })

/** How browsers report that code did not load. */
const notLoaded = /dynamically imported module|importing a module script|preload css/i

/** The text in place of a part of the page, or of all of it, whose code did not load or has failed. */
export const missingPart =
  (what: 'This' | 'This page'): DescribeFailure =>
  ({ message, cause }) =>
    notLoaded.test(`${message} ${String(cause)}`)
      ? { title: `${what} did not load`, description: 'Check your connection, then reload the page.' }
      : {
          title: `${what} stopped working`,
          description: `This is an error of ours, not of your connection. Reload the page to try again.${holdsSession() ? ' Your searches and leads are saved, and opening them again costs nothing.' : ''}`,
        }

export const showMissingPart = (error: Error): void => showFailure(missingPart('This')(error))
