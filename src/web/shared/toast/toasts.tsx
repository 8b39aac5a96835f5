import { lazy, Suspense, useEffect, useState } from 'react'
import { holdsSession } from '../session/session-mark.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { closeToast, useShownToast } from './toast.store.ts'

const load = () => import('./toast-view.tsx')

/** Loads what draws toasts with the first of them; for a signed-in user before, so that a lost network can be told. */
export function Toasts() {
  const toast = useShownToast()
  const [View, setView] = useState(() => lazy(load))
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => {
    if (holdsSession()) void load().catch(() => {})
  }, [])
  if (toast && !isNeeded) setNeeded(true)
  // This toast is lost; the next tries again.
  const giveUp = () => {
    if (toast) closeToast(toast.id)
    setNeeded(false)
    setView(lazy(load))
  }
  return (
    isNeeded && (
      <ErrorBoundary fallback={null} onError={giveUp}>
        <Suspense>
          <View toast={toast} />
        </Suspense>
      </ErrorBoundary>
    )
  )
}
