import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { ErrorState } from '../ui/state-message.tsx'
import { showNotLoaded } from './failures.ts'

type LazyPartProps = {
  children: ReactNode
  waiting: ReactNode
  /** Shown in place of the part if its code does not load. */
  failed?: ReactNode
}

/** A part of a screen that loads its code when shown. If loading fails, the rest of the screen stays. */
export const LazyPart = ({ children, waiting, failed }: LazyPartProps) => (
  <ErrorBoundary fallback={failed === undefined ? <NotLoaded /> : failed}>
    <Suspense fallback={waiting}>{children}</Suspense>
  </ErrorBoundary>
)

const NotLoaded = () => (
  <ErrorState title="This did not load" onRetry={() => location.reload()}>
    Check your connection and try again.
  </ErrorState>
)

type LazyDialogProps = { children: ReactNode; onClose: () => void }

/** A dialog that loads its code when opened. If loading fails, a toast says so and the dialog closes. */
export function LazyDialog({ children, onClose }: LazyDialogProps) {
  const giveUp = () => {
    onClose()
    showNotLoaded()
  }
  return (
    <ErrorBoundary fallback={null} onError={giveUp}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}
