import clsx from 'clsx'
import type { ShownToast } from './toast.store.ts'

export const toastClass = (variant: ShownToast['variant']): string =>
  clsx(
    'pointer-events-auto flex items-start gap-3 rounded-lg border p-4 shadow-float',
    variant === 'destructive' ? 'border-danger bg-danger text-on-accent' : 'border-line bg-raised text-ink',
  )

/** The position of toasts: at the top on phones, in the lower right corner elsewhere. */
export const toastPlace =
  'fixed top-0 right-0 z-60 flex w-full max-w-[420px] flex-col p-4 outline-none sm:top-auto sm:bottom-0 sm:p-6'
