import { formatNumber } from '../../shared/format.ts'

/** Numbers with their names; those that are zero are left out. */
export const Figures = ({ figures }: { figures: { label: string; value: number }[] }) => (
  <dl className="flex flex-wrap gap-x-8 gap-y-3">
    {figures
      .filter(({ value }) => value > 0)
      .map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse">
          <dt className="text-sm text-ink-2">{label}</dt>
          <dd className="text-xl font-semibold tabular-nums">{formatNumber(value)}</dd>
        </div>
      ))}
  </dl>
)
