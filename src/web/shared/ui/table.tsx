import clsx from 'clsx'
import type { ComponentProps } from 'react'

/** Scrolls horizontally if the screen is narrower than its columns. Can be focused for the keyboard. */
export function Table({ className, label, ...props }: ComponentProps<'table'> & { label: string }) {
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling must be possible with the keyboard
      tabIndex={0}
      className="relative overflow-x-auto rounded-lg border print:overflow-visible border-line bg-surface"
    >
      <table {...props} className={clsx('w-full border-collapse text-left text-sm', className)} />
    </section>
  )
}
export const HeaderCell = ({ className, ...props }: ComponentProps<'th'>) => (
  <th
    scope="col"
    {...props}
    className={clsx('h-9 border-b border-line px-3 text-xs font-medium whitespace-nowrap text-ink-3', className)}
  />
)
type HeaderRowProps = { columns: readonly string[]; numbers?: readonly string[]; hasActions?: boolean }

/** `numbers` are the numeric columns. The column of actions comes last, with a hidden header. */
export const HeaderRow = ({ columns, numbers, hasActions = false }: HeaderRowProps) => (
  <thead>
    <tr>
      {columns.map(column => (
        <HeaderCell key={column} className={clsx(numbers?.includes(column) === true && 'text-right')}>
          {column}
        </HeaderCell>
      ))}
      {hasActions && (
        <HeaderCell>
          <span className="sr-only">Actions</span>
        </HeaderCell>
      )}
    </tr>
  </thead>
)
export const Cell = ({ className, isNumber, ...props }: ComponentProps<'td'> & { isNumber?: boolean }) => (
  <td {...props} className={clsx('h-11 px-3 py-1.5', isNumber === true && 'text-right tabular-nums', className)} />
)
export const Row = ({ className, ...props }: ComponentProps<'tr'>) => (
  <tr {...props} className={clsx('border-b border-line last:border-0 hover:bg-sunken/60', className)} />
)
