import { lazy, Suspense, useState } from 'react'
import { useShownToast } from './toast.store.ts'

const ToastView = lazy(() => import('./toast-view.tsx'))

/** Loads what draws toasts with the first of them. */
export function Toasts() {
  const toast = useShownToast()
  const [isNeeded, setNeeded] = useState(false)
  if (toast && !isNeeded) setNeeded(true)
  return (
    isNeeded && (
      <Suspense>
        <ToastView toast={toast} />
      </Suspense>
    )
  )
}
