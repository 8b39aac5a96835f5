import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { Spinner } from './spinner.tsx'

/** The look of a button, also for links that lead somewhere. */
export const buttonClass = cva(
  'relative inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors select-none disabled:opacity-50 aria-disabled:opacity-50 touch:min-h-11',
  {
    variants: {
      variant: {
        primary: 'bg-accent text-on-accent hover:bg-accent-strong disabled:hover:bg-accent',
        secondary: 'border border-line bg-surface text-ink shadow-card hover:bg-sunken disabled:hover:bg-surface',
        ghost: 'text-ink-2 hover:bg-sunken hover:text-ink',
        danger: 'bg-danger text-on-accent hover:brightness-90',
      },
      size: {
        sm: 'h-8 px-2.5 text-sm',
        md: 'h-9 px-3.5 text-sm',
        lg: 'h-11 px-5 text-base',
        icon: 'size-9 touch:min-w-11',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)

type ButtonProps = ComponentProps<'button'> & VariantProps<typeof buttonClass> & { isLoading?: boolean }

export function Button({ variant, size, isLoading = false, className, disabled, children, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      disabled={disabled === true || isLoading}
      aria-busy={isLoading || undefined}
      className={buttonClass({ variant, size, className })}
    >
      {isLoading && <Spinner />}
      {children}
    </button>
  )
}
