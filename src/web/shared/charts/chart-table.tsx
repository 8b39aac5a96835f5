import { formatNumber } from '../format.ts'
import { Cell, HeaderRow, Row, Table } from '../ui/table.tsx'
import { type ChartRow, formatShare, sumOf, withOther } from './chart-rows.ts'

const MAX_ROWS = 50

export type ChartTableProps = {
  title: string
  /** The names of the rows and of the counted things. */
  nameHeader: string
  amountHeader: string
  rows: ChartRow[]
  /** Whether the rows are parts of a whole. */
  hasShares?: boolean
}

export function ChartTable({ title, ...content }: ChartTableProps) {
  return (
    <Table label={`${title}, as a table`}>
      <ChartTableContent {...content} />
    </Table>
  )
}

/** The table for screen readers, while the chart is shown. */
export const ScreenReaderTable = ({ title, ...content }: ChartTableProps) => (
  <div className="sr-only">
    <table>
      <caption>{title}</caption>
      <ChartTableContent {...content} />
    </table>
  </div>
)

function ChartTableContent({ nameHeader, amountHeader, rows, hasShares = false }: Omit<ChartTableProps, 'title'>) {
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
