import clsx from 'clsx'
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react'

type TableProps = ComponentProps<'table'> & {
  label: string
  /** The headers. If they are given, the children are the rows below them. */
  columns?: readonly string[]
  numbers?: readonly string[] | undefined
  hasActions?: boolean | undefined
  /** The header stays in view while the page scrolls, if all columns fit. */
  hasStickyHeader?: boolean
}

/** A table that scrolls horizontally, also by the keyboard, if the screen is narrower than its columns. */
export function Table({ className, label, columns, numbers, hasActions, hasStickyHeader, ...props }: TableProps) {
  const table = useRef<HTMLTableElement>(null)
  const fits = useFits(table)
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling must be possible with the keyboard
      tabIndex={0}
      data-scrolling={!fits || undefined}
      className={clsx(
        'relative rounded-lg border print:overflow-visible border-line bg-surface',
        // A sticky header sticks to the nearest scrolling element, which has to be the page.
        hasStickyHeader === true && fits
          ? '[&_thead_th]:sticky [&_thead_th]:top-14 [&_thead_th]:z-10 [&_thead_th]:bg-surface [&_thead_th:first-child]:rounded-tl-lg [&_thead_th:last-child]:rounded-tr-lg'
          : 'overflow-x-auto',
      )}
    >
      <table
        {...props}
        ref={table}
        // Borders do not stick in a table with collapsed borders.
        className={clsx('w-full border-separate border-spacing-0 text-left text-sm', className)}
      >
        {columns === undefined ? (
          props.children
        ) : (
          <>
            <HeaderRow columns={columns} numbers={numbers} hasActions={hasActions} />
            <tbody>{props.children}</tbody>
          </>
        )}
      </table>
    </section>
  )
}

/** Whether the last table fit: a wrong first value would lay a new one out twice. */
let lastFitted = false

function useFits(table: RefObject<HTMLTableElement | null>): boolean {
  const [fits, setFits] = useState(lastFitted)
  useEffect(() => {
    const element = table.current
    if (!element?.parentElement) return undefined
    const frame = element.parentElement
    const observer = new ResizeObserver(() => {
      lastFitted = element.offsetWidth <= frame.clientWidth
      setFits(lastFitted)
    })
    observer.observe(element)
    observer.observe(frame)
    return () => observer.disconnect()
  }, [table])
  return fits
}

export const HeaderCell = ({ className, ...props }: ComponentProps<'th'>) => (
  <th
    scope="col"
    {...props}
    className={clsx('h-9 border-b border-line px-3 text-xs font-medium whitespace-nowrap text-ink-3', className)}
  />
)
type HeaderRowProps = Pick<TableProps, 'numbers' | 'hasActions'> & { columns: readonly string[] }

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
        <HeaderCell className={staysInView}>
          <span className="sr-only">Actions</span>
        </HeaderCell>
      )}
    </tr>
  </thead>
)
/** For the last column: it stays in view while others scroll below it. `--row`: the color of a marked row. */
export const staysInView = clsx(
  'in-data-scrolling:sticky in-data-scrolling:right-0 in-data-scrolling:bg-(--row,var(--color-surface))',
  'in-data-scrolling:before:pointer-events-none in-data-scrolling:before:absolute in-data-scrolling:before:inset-y-0',
  'in-data-scrolling:before:right-full in-data-scrolling:before:w-6 in-data-scrolling:before:bg-linear-to-r',
  'in-data-scrolling:before:from-transparent in-data-scrolling:before:to-(--row,var(--color-surface))',
)
type CellProps = ComponentProps<'td'> & { isNumber?: boolean; /** Names its row. */ isHeader?: boolean }
export const Cell = ({ className, isNumber, isHeader = false, ...props }: CellProps) => {
  const Tag = isHeader ? 'th' : 'td'
  const cellClass = clsx('h-11 px-3 py-1.5 font-normal', isNumber === true && 'text-right tabular-nums', className)
  return <Tag scope={isHeader ? 'row' : undefined} {...props} className={cellClass} />
}
export const Row = ({ className, ...props }: ComponentProps<'tr'>) => (
  <tr {...props} className={clsx('*:border-b *:border-line last:*:border-b-0 hover:bg-sunken/60', className)} />
)
