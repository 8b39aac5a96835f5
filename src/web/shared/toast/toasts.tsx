import { Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { lazyCode } from '../lazy-code.tsx'
import { holdsSession } from '../session-mark.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { PlainToast } from './plain-toast.tsx'
import { useShownToast } from './toast.store.ts'

const TIMEOUT_MS = 3000
/** The delay before preloading, so that the screen itself loads first. */
const PRELOAD_AFTER_MS = 5000

/** On a dead connection, loading code may neither succeed nor fail for minutes. */
function load(): Promise<typeof import('./toast-view.tsx')> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  setTimeout(() => reject(new Error('The code for toasts did not load.')), TIMEOUT_MS)
  return Promise.race([import('./toast-view.tsx'), tooLate])
}

const View = lazyCode(load)

/**
 * Loads the code with the first toast. For signed-in users, it loads soon after the screen, so that a lost network can
 * be reported. If loading fails, the toast is rendered plainly and the next one tries again. Toasts are rendered
 * outside the page, because a dialog may make the page inert.
 */
export function Toasts() {
  const toast = useShownToast()
  const [isNeeded, setNeeded] = useState(false)
  const [plainId, setPlainId] = useState<number>()
  const isPlain = toast !== undefined && toast.id === plainId
  useEffect(() => {
    if (!holdsSession()) return undefined
    const timer = setTimeout(() => void load().catch(() => {}), PRELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (toast && !isPlain && !isNeeded) setNeeded(true)
  const giveUp = () => {
    setPlainId(toast?.id)
    setNeeded(false)
  }
  if (isPlain) return createPortal(<PlainToast toast={toast} />, document.body)
  return (
    isNeeded &&
    createPortal(
      <ErrorBoundary fallback={() => null} onError={giveUp}>
        <Suspense>
          <View toast={toast} />
        </Suspense>
      </ErrorBoundary>,
      document.body,
    )
  )
}
