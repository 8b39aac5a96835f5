import { type ReactNode, Suspense } from 'react'
import { tellNotLoaded } from './load-failure.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { ErrorState } from '../ui/state-message.tsx'

type LazyPartProps = { children: ReactNode; waiting: ReactNode }

/** A part of a screen whose code comes when it is shown. Without it the rest of the screen stays. */
export const LazyPart = ({ children, waiting }: LazyPartProps) => (
  <ErrorBoundary fallback={<NotLoaded />}>
    <Suspense fallback={waiting}>{children}</Suspense>
  </ErrorBoundary>
)

const NotLoaded = () => (
  <ErrorState title="This did not load" onRetry={() => location.reload()}>
    Check your connection and try again.
  </ErrorState>
)

type LazyDialogProps = { children: ReactNode; onClose: () => void }

/** A dialog whose code comes when it is opened. Without it that is told, and it closes. */
export function LazyDialog({ children, onClose }: LazyDialogProps) {
  const giveUp = () => {
    onClose()
    tellNotLoaded()
  }
  return (
    <ErrorBoundary fallback={null} onError={giveUp}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}
