import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadError } from './load-error.tsx'
import type { DescribeFailure } from './load-failure.ts'

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
