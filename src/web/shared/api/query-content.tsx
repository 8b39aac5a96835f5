import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { PageSpinner } from '../ui/spinner.tsx'
import { ErrorState } from '../ui/state-message.tsx'
import type { DescribeFailure } from './failures.ts'

type QueryContentProps<Data> = {
  query: UseQueryResult<Data>
  failure: DescribeFailure
  waiting: ReactNode
  children: (data: Data) => ReactNode
}

/** Shows the data, a placeholder while loading, or an error. Data stays on screen if reloading it fails. */
export function QueryContent<Data>({ query, failure, waiting, children }: QueryContentProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <LoadError error={query.error} failure={failure} onRetry={() => void query.refetch()} />
  return waiting
}

type QuerySectionProps<Data> = {
  title: string
  /** The label of the spinner. */
  loading: string
  query: UseQueryResult<Data>
  failure: DescribeFailure
  children: (data: Data) => ReactNode
}

/**
 * A part of a screen with its own query, which loads and fails on its own. Until its first answer, the sections below it
 * are hidden, because they would move.
 */
export function QuerySection<Data>({ title, loading, query, failure, children }: QuerySectionProps<Data>) {
  const id = useId()
  return (
    <section aria-labelledby={id} data-loading={!query.isFetched || undefined} className="[[data-loading]~&]:invisible">
      <h2 id={id} className="text-base font-semibold">
        {title}
      </h2>
      <div className="mt-3">
        <QueryContent query={query} failure={failure} waiting={<PageSpinner label={loading} />}>
          {children}
        </QueryContent>
      </div>
    </section>
  )
}

type LoadErrorProps = { error: Error; failure: DescribeFailure; onRetry: () => void }

/** Shown in place of data that failed to load, with the same text as the toast. */
export function LoadError({ error, failure, onRetry }: LoadErrorProps) {
  const { title, description } = failure(error)
  return (
    <ErrorState title={title} onRetry={onRetry}>
      {description ?? 'The service did not respond. Check your connection and try again.'}
    </ErrorState>
  )
}
