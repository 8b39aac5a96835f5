import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field.tsx'
import { controlClass } from './input.tsx'

type SelectProps = ComponentProps<'select'> & {
  options: readonly { value: string | number; label: string }[]
  wrapperClass?: string
}

/** The browser's own select, styled: its keyboard support, typeahead, and picker on phones are kept. */
export function Select({ options, className, wrapperClass, ...props }: SelectProps) {
  return (
    <div className={clsx('relative', wrapperClass)}>
      <select {...props} className={clsx(controlClass, 'appearance-none pr-9 text-ellipsis', className)}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-3" />
    </div>
  )
}

export const LabeledSelect = ({ label, hint, ...props }: SelectProps & { label: string; hint?: ReactNode }) => (
  <Field label={label} hint={hint}>
    {field => <Select {...props} {...field} />}
  </Field>
)
