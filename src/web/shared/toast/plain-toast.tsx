import { useEffect } from 'react'
import { closeToast, type ShownToast } from './toast.store.ts'
import { toastClass, toastPlace } from './toast-look.ts'

const READ_WITHIN_MS = 5000

/** A toast without animations and gestures, used if the code for toasts fails to load. */
export function PlainToast({ toast: { id, title, description, variant } }: { toast: ShownToast }) {
  useEffect(() => {
    const timer = setTimeout(() => closeToast(id), READ_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [id])
  return (
    <div className={toastPlace} role={variant === 'destructive' ? 'alert' : 'status'}>
      <div className={toastClass(variant)}>
        <div className="min-w-0 flex-1 text-sm wrap-anywhere">
          <p className="font-semibold">{title}</p>
          {description}
        </div>
        <button type="button" className="touch:min-h-11 text-sm underline" onClick={() => closeToast(id)}>
          Dismiss
        </button>
      </div>
    </div>
  )
}
