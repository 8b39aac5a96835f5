import { ChartColumn, Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { formatNumber } from '../format.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Cell, HeaderRow, Row, Table } from '../ui/table.tsx'
import { type ChartRow, formatShare, sumOf, withOther } from './chart-rows.ts'

export type ChartProps = ChartTableProps & { note?: string }
type ChartCardProps = ChartProps & { children: ReactNode }

/** A chart with its title. A button shows the numbers as a table; screen readers always get the table. */
export function ChartCard({ note, children, ...table }: ChartCardProps) {
  const titleId = useId()
  const [isTable, setIsTable] = useState(false)
  const Icon = isTable ? ChartColumn : Table2
  return (
    <Card className="flex min-w-0 flex-col">
      <section aria-labelledby={titleId} className="flex min-w-0 flex-1 flex-col p-4 sm:p-5">
        <div className="mb-4 flex items-start justify-between gap-3">
          <div className="min-w-0">
            <h3 id={titleId} className="font-semibold tracking-tight">
              {table.title}
            </h3>
            {note !== undefined && <p className="mt-0.5 text-sm text-ink-3">{note}</p>}
          </div>
          {table.rows.length > 0 && (
            <Button
              variant="ghost"
              size="sm"
              aria-describedby={titleId}
              onClick={() => setIsTable(!isTable)}
              className="-my-1 -mr-2"
            >
              <Icon className="size-4" />
              {isTable ? 'Show as chart' : 'Show as table'}
            </Button>
          )}
        </div>
        {table.rows.length === 0 ? (
          <p className="flex flex-1 items-center justify-center py-12 text-sm text-ink-3">Nothing to show yet</p>
        ) : isTable ? (
          <div className="max-h-80 overflow-y-auto">
            <Table label={`${table.title}, as a table`}>
              <ChartTable {...table} />
            </Table>
          </div>
        ) : (
          <div className="relative flex flex-1 flex-col justify-center">
            {/* A table by itself would not be cut off. */}
            <div className="sr-only">
              <table>
                <caption>{table.title}</caption>
                <ChartTable {...table} />
              </table>
            </div>
            <div aria-hidden="true">{children}</div>
          </div>
        )}
      </section>
    </Card>
  )
}

const MAX_ROWS = 50

type ChartTableProps = {
  title: string
  nameHeader: string
  amountHeader: string
  rows: ChartRow[]
  /** Whether the rows are parts of a whole. */
  hasShares?: boolean
}

function ChartTable({ nameHeader, amountHeader, rows, hasShares = false }: ChartTableProps) {
  const total = sumOf(rows)
  const numbers = hasShares ? [amountHeader, 'Share'] : [amountHeader]
  return (
    <>
      <HeaderRow columns={[nameHeader, ...numbers]} numbers={numbers} />
      <tbody>
        {withOther(rows, MAX_ROWS).map(({ name, amount }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- "Other" may be a name of its own
          <Row key={index}>
            <Cell className="wrap-anywhere">{name}</Cell>
            <Cell isNumber>{formatNumber(amount)}</Cell>
            {hasShares && <Cell isNumber>{formatShare(amount, total)}</Cell>}
          </Row>
        ))}
      </tbody>
    </>
  )
}
