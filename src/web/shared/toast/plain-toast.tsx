import clsx from 'clsx'
import { useEffect } from 'react'
import { useBarHeight } from './bar-height.store.ts'
import { closeToast, type ShownToast } from './toast.store.ts'

export const toastClass = (variant: ShownToast['variant']): string =>
  clsx(
    'pointer-events-auto flex items-start gap-3 rounded-lg border p-4 shadow-float',
    variant === 'destructive' ? 'border-danger bg-danger text-on-accent' : 'border-line bg-raised text-ink',
  )

/**
 * On phones, toasts are at the top, where they cover neither the keyboard nor the buttons of a dialog, except over the
 * leads of a search, where they are at the bottom. On larger screens, they are at the bottom, where they cover no lead
 * and no button of a bar, form, or panel.
 */
export const toastPlace =
  'fixed top-0 right-0 z-60 flex w-full max-w-[420px] flex-col p-4 outline-none max-sm:over-leads:top-auto max-sm:over-leads:bottom-(--bar-height,0px) max-sm:over-leads:pb-2 sm:top-auto sm:bottom-(--bar-height,0px) sm:p-6 xl:found:right-auto xl:found:bottom-27 xl:found:left-[max(0rem,50vw-45rem)] xl:found:w-92 xl:beside:bottom-14'

const READ_WITHIN_MS = 5000

/** A toast without animations and gestures. It is used if the code for toasts fails to load. */
export function PlainToast({ toast: { id, title, description, variant } }: { toast: ShownToast }) {
  const barHeight = useBarHeight()
  useEffect(() => {
    const timer = setTimeout(() => closeToast(id), READ_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [id])
  return (
    <div className={toastPlace} style={barHeight} role={variant === 'destructive' ? 'alert' : 'status'}>
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
