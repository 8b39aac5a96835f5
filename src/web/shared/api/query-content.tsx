import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadError } from './load-error.tsx'
import type { TellFailure } from './load-failure.ts'

type QueryContentProps<Data> = {
  query: UseQueryResult<Data>
  failure: TellFailure
  waiting: ReactNode
  children: (data: Data) => ReactNode
}

/** What was read, or that it is waited for, or why it could not be read. Once read it stays, though it can not be read again. */
export function QueryContent<Data>({ query, failure, waiting, children }: QueryContentProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <LoadError error={query.error} failure={failure} onRetry={() => void query.refetch()} />
  return waiting
}
