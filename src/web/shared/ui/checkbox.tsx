import clsx from 'clsx'
import { Check, Minus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  isLabelHidden?: boolean
  isIndeterminate?: boolean
}

export function Checkbox({ label, isLabelHidden = false, isIndeterminate = false, ref, ...props }: CheckboxProps) {
  const attach = (input: HTMLInputElement | null) => {
    if (input) input.indeterminate = isIndeterminate
    if (typeof ref === 'function') return ref(input)
    if (ref) ref.current = input
    return undefined
  }
  return (
    <label
      className={clsx(
        'relative inline-flex items-center align-middle gap-2.5 text-sm text-ink touch:min-h-11',
        isLabelHidden && 'touch:min-w-11 touch:justify-center',
        props.disabled === true && 'cursor-not-allowed text-ink-3',
      )}
    >
      <span className="relative inline-flex size-4 shrink-0">
        <input
          {...props}
          ref={attach}
          type="checkbox"
          className="peer size-4 appearance-none rounded-sm border border-line-strong bg-surface checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:border-line disabled:bg-sunken"
        />
        <Check className="pointer-events-none absolute inset-0 m-auto size-3 stroke-3 text-on-accent opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-0" />
        <Minus className="pointer-events-none absolute inset-0 m-auto size-3 stroke-3 text-on-accent opacity-0 peer-indeterminate:opacity-100" />
      </span>
      <span className={clsx(isLabelHidden && 'sr-only')}>{label}</span>
    </label>
  )
}
