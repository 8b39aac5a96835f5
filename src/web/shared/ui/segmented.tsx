import type { ReactNode } from 'react'

type SegmentedProps<V extends string> = {
  label: string
  value: V
  options: readonly { value: V; label: string; icon: ReactNode }[]
  onChange: (value: V) => void
}

/** A choice between a few views of the same content. */
export function Segmented<V extends string>({ label, value, options, onChange }: SegmentedProps<V>) {
  return (
    <fieldset className="inline-flex shrink-0 rounded-md border border-line bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map(option => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="inline-flex h-7.5 items-center justify-center gap-1.5 rounded-sm px-2.5 text-sm font-medium text-ink-2 hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-card touch:h-10 touch:min-w-11 [&_svg]:size-4"
        >
          {option.icon}
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
