import { ErrorState } from '../ui/state-message.tsx'
import type { DescribeFailure } from './load-failure.ts'

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
