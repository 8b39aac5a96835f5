import clsx from 'clsx'
import { useEffect } from 'react'
import { useIsPainted } from '../after-paint.ts'
import { useBarHeights } from './bar-height.store.ts'
import { closeToast, type ShownToast } from './toast.store.ts'

export const toastClass = (variant: ShownToast['variant']): string =>
  clsx(
    'pointer-events-auto flex items-start gap-3 rounded-lg border px-3 py-1.5 text-[0.8125rem]/4.5 shadow-float sm:p-4 sm:text-sm',
    variant === 'destructive' ? 'border-danger bg-danger text-on-accent' : 'border-line bg-raised text-ink',
  )

/** On phones, three small lines fit above the content. They hold the title and a sentence or two. */
export const toastTitle = 'font-semibold max-sm:inline'
export const toastDescription = 'wrap-anywhere max-sm:ml-1.5 max-sm:inline sm:mt-0.5'

/**
 * On phones, toasts are in front of the header, where they cover neither what was searched, nor a lead, nor the buttons
 * of a dialog. On larger screens, they are at the bottom, where they cover no lead and no button of a bar, form, or
 * panel.
 */
export const toastPlace =
  'print:hidden fixed top-0 right-0 z-60 flex w-full max-w-[420px] flex-col p-1 outline-none sm:top-auto sm:bottom-(--bar-height,0px) sm:p-6 xl:found:right-auto xl:found:bottom-[calc(var(--form-height)-1rem)] xl:found:left-[max(0rem,50vw-45rem)] xl:found:w-92 xl:beside:bottom-14'

export const READ_WITHIN_MS = 5000

/** A toast without animations and gestures. It is used if the code for toasts fails to load. */
export function PlainToast({ toast: { id, title, description, variant } }: { toast: ShownToast }) {
  const barHeights = useBarHeights()
  const isPainted = useIsPainted()
  useEffect(() => {
    if (!isPainted) return undefined
    const timer = setTimeout(() => closeToast(id), READ_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [id, isPainted])
  return (
    <div className={toastPlace} style={barHeights} role={variant === 'destructive' ? 'alert' : 'status'}>
      <div className={toastClass(variant)}>
        <div className="min-w-0 flex-1">
          <p className={toastTitle}>{title}</p>
          {description !== undefined && <p className={toastDescription}>{description}</p>}
        </div>
        <button type="button" className="touch:min-h-11 underline" onClick={() => closeToast(id)}>
          Dismiss
        </button>
      </div>
    </div>
  )
}
