import clsx from 'clsx'
import type { ComponentProps } from 'react'

/** 16 px on touch screens, because browsers zoom in on fields with smaller text. */
export const controlClass =
  'h-9 w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 text-sm text-ink transition-colors placeholder:text-ink-3 hover:border-ink-3 disabled:border-line disabled:bg-sunken disabled:text-ink-3 disabled:opacity-100 aria-invalid:border-danger touch:h-11 touch:text-base'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input type="text" {...props} className={clsx(controlClass, className)} />
}

export const usernameInput = { autoComplete: 'username', autoCapitalize: 'none', spellCheck: false } as const
export const emailInput = { type: 'email', inputMode: 'email', autoComplete: 'email' } as const

export const Textarea = ({ className, ...props }: ComponentProps<'textarea'>) => (
  <textarea {...props} className={clsx(controlClass, 'block min-h-40 resize-y py-2', className)} />
)
