import { cva, type VariantProps } from 'class-variance-authority'
import { type ComponentProps, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { focusNearby, ancestorsOf } from './focus-nearby.ts'
import { Spinner } from './spinner.tsx'

export const buttonClass = cva(
  'relative inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors select-none disabled:opacity-50 aria-disabled:opacity-50 touch:min-h-11',
  {
    variants: {
      variant: {
        primary: 'bg-accent text-on-accent hover:bg-accent-strong disabled:hover:bg-accent',
        secondary: 'border border-line bg-surface text-ink shadow-card hover:bg-sunken disabled:hover:bg-surface',
        ghost: 'text-ink-2 hover:bg-sunken hover:text-ink',
        link: 'text-accent-ink underline underline-offset-4',
        danger: 'bg-danger text-on-accent hover:brightness-90',
      },
      size: {
        sm: 'h-8 px-2.5 text-sm',
        md: 'h-9 px-3.5 text-sm',
        lg: 'h-11 px-5 text-base',
        icon: 'size-9 touch:min-w-11',
        /** Small, and wraps a long label. */
        choice:
          'min-h-8 max-w-full shrink! px-2.5 py-1 text-left text-sm wrap-anywhere whitespace-normal! text-balance',
        /** As large as the surrounding text. */
        inline: '',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)

type ButtonProps = ComponentProps<'button'> & VariantProps<typeof buttonClass> & { isLoading?: boolean }

export function Button({
  ref,
  variant,
  size,
  isLoading = false,
  className,
  disabled,
  children,
  ...props
}: ButtonProps) {
  const button = useRef<HTMLButtonElement | null>(null)
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current, [])
  const hasFocus = useRef(false)
  const isDisabled = disabled === true || isLoading
  useFocusAfterDisabled(button, hasFocus, isDisabled)
  useFocusAfterRemoval(button)
  return (
    <button
      type="button"
      {...props}
      ref={button}
      onFocus={event => {
        hasFocus.current = true
        props.onFocus?.(event)
      }}
      onBlur={event => {
        if (!event.currentTarget.disabled) hasFocus.current = false
        props.onBlur?.(event)
      }}
      disabled={isDisabled}
      aria-busy={isLoading || undefined}
      className={buttonClass({ variant, size, className })}
    >
      {isLoading && <Spinner />}
      {children}
    </button>
  )
}

/**
 * Browsers blur a disabled button, some at once and some later. Focuses it again when it is enabled, or a nearby control
 * if the button is gone. `hasFocus` stays true while the button is disabled.
 */
function useFocusAfterDisabled(
  button: RefObject<HTMLButtonElement | null>,
  hasFocus: RefObject<boolean>,
  isDisabled: boolean,
): void {
  useLayoutEffect(() => {
    const pressed = button.current
    if (!isDisabled || pressed === null || !hasFocus.current) return undefined
    const parts = ancestorsOf(pressed)
    return () =>
      queueMicrotask(() => {
        const focused = document.activeElement
        // The focus trap of a dialog may have moved the focus to the dialog.
        if (focused !== document.body && focused?.contains(pressed) === false) return
        // The page does not scroll: the user reads what has loaded, and the control may be far from it.
        if (pressed.isConnected) pressed.focus({ preventScroll: true })
        else focusNearby(parts, { preventScroll: true })
      })
  }, [button, hasFocus, isDisabled])
}

/** After a removal by keyboard, focuses a nearby control. Not after a touch, because a field would open a keyboard. */
function useFocusAfterRemoval(button: RefObject<HTMLButtonElement | null>): void {
  useLayoutEffect(() => {
    const pressed = button.current
    return () => {
      if (pressed === null || !pressed.matches(':focus-visible')) return
      const parts = ancestorsOf(pressed)
      queueMicrotask(() => {
        const left = parts.filter(part => part.isConnected)
        if (document.activeElement === document.body && left.length > 0) focusNearby(left)
      })
    }
  }, [button])
}
