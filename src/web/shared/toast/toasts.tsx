import { lazy, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { holdsSession } from '../session-mark.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { PlainToast } from './plain-toast.tsx'
import { useShownToast } from './toast.store.ts'

const PATIENCE_MS = 3000

/** On a line that is lost, code may neither come nor fail for minutes. */
async function load(): Promise<typeof import('./toast-view.tsx')> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The code for toasts did not load.')), PATIENCE_MS)
  try {
    return await Promise.race([import('./toast-view.tsx'), tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Loads what draws toasts with the first of them; for a signed-in user before, so that a lost network can be told. One
 * whose code does not come is drawn plainly, and the next tries again. They stand beside the page, not in it: a dialog
 * that makes the page inert leaves them to be dismissed.
 */
export function Toasts() {
  const toast = useShownToast()
  const [View, setView] = useState(() => lazy(load))
  const [isNeeded, setNeeded] = useState(false)
  const [plainId, setPlainId] = useState<number>()
  const isPlain = toast !== undefined && toast.id === plainId
  useEffect(() => {
    if (holdsSession()) void load().catch(() => {})
  }, [])
  if (toast && !isPlain && !isNeeded) setNeeded(true)
  const giveUp = () => {
    setPlainId(toast?.id)
    setNeeded(false)
    setView(lazy(load))
  }
  if (isPlain) return createPortal(<PlainToast toast={toast} />, document.body)
  return (
    isNeeded &&
    createPortal(
      <ErrorBoundary fallback={null} onError={giveUp}>
        <Suspense>
          <View toast={toast} />
        </Suspense>
      </ErrorBoundary>,
      document.body,
    )
  )
}
