import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { PageSpinner } from '../ui/spinner.tsx'
import type { DescribeFailure } from './load-failure.ts'
import { QueryContent } from './query-content.tsx'

type QuerySectionProps<Data> = {
  title: string
  /** The label of the spinner. */
  loading: string
  query: UseQueryResult<Data>
  failure: DescribeFailure
  children: (data: Data) => ReactNode
}

/** A part of a screen with its own query, which loads and fails on its own. */
export function QuerySection<Data>({ title, loading, query, failure, children }: QuerySectionProps<Data>) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
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
