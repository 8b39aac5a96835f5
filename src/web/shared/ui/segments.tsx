import type { LucideIcon } from 'lucide-react'

type SegmentsProps<Value extends string> = {
  legend: string
  options: readonly { value: Value; label: string; Icon?: LucideIcon }[]
  value: Value
  onChange: (value: Value) => void
}

/** A few options, as buttons beside each other. On narrow screens, options with icons hide their labels. */
export const Segments = <Value extends string>({ legend, options, value, onChange }: SegmentsProps<Value>) => (
  <fieldset className="inline-flex shrink-0 rounded-md border border-line bg-sunken p-0.5">
    <legend className="sr-only">{legend}</legend>
    {options.map(({ value: option, label, Icon }) => (
      <button
        key={option}
        type="button"
        aria-pressed={option === value}
        onClick={() => onChange(option)}
        className="inline-flex h-7.5 items-center justify-center gap-1.5 rounded-sm px-2.5 text-sm font-medium text-ink-2 hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-card touch:h-10 touch:min-w-11 xl:has-[svg]:px-2 [&_svg]:size-4"
      >
        {Icon && <Icon />}
        <span className={Icon && 'max-lg:sr-only'}>{label}</span>
      </button>
    ))}
  </fieldset>
)
