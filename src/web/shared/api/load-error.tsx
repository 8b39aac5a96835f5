import { ErrorState } from '../ui/state-message.tsx'
import type { TellFailure } from './load-failure.ts'

type LoadErrorProps = { error: Error; failure: TellFailure; onRetry: () => void }

/** What stands where something could not be read, in the words of its toast. */
export function LoadError({ error, failure, onRetry }: LoadErrorProps) {
  const { title, description } = failure(error)
  return (
    <ErrorState title={title} onRetry={onRetry}>
      {description ?? 'The service did not respond. Check your connection and try again.'}
    </ErrorState>
  )
}
