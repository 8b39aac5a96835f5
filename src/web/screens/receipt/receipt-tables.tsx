import type { Charge, Receipt, ReceiptPage } from '#contract/searches/receipts.ts'
import type { SearchedSource } from '#contract/searches/searches.ts'
import { formatNumber, formatTime } from '../../shared/format.ts'
import { Cell, Row, Table } from '../../shared/ui/table.tsx'

export const SourceTable = ({ sources }: { sources: readonly SearchedSource[] }) => (
  <Table label="Sources of the places" columns={['Source', 'Release', 'License']}>
    {sources.map(({ source, name, release, license }) => (
      <Row key={`${source} ${name}`}>
        <Cell>{name}</Cell>
        <Cell className="tabular-nums sm:whitespace-nowrap">{release}</Cell>
        <Cell>{license}</Cell>
      </Row>
    ))}
  </Table>
)

export const PageTable = ({ pages }: { pages: readonly ReceiptPage[] }) => (
  <Table
    label="Pages of the search"
    columns={['Page', 'Loaded', 'Leads', 'Catalog version']}
    numbers={['Leads', 'Catalog version']}
  >
    {pages.map(({ at, leads, catalogVersion }, index) => (
      <Row key={`${at} ${index.toString()}`}>
        <Cell className="tabular-nums">{index + 1}</Cell>
        <Cell className="sm:whitespace-nowrap">{formatTime(at)}</Cell>
        <Cell isNumber>{formatNumber(leads)}</Cell>
        <Cell isNumber>{formatNumber(catalogVersion)}</Cell>
      </Row>
    ))}
  </Table>
)

const kinds: Record<Charge['kind'], string> = {
  search: 'Searches',
  'monthly pull': 'Leads of the month',
  'extra pull': 'Extra leads',
  'returned lead': 'Credited for a returned lead',
  'replaced samples': 'Credited for samples',
}

type ChargeTableProps = Pick<Receipt, 'charges' | 'total'>

export const ChargeTable = ({ charges, total }: ChargeTableProps) => (
  <Table label="Charges of the search" columns={['Time', 'Charge', 'Amount', 'Entry']} numbers={['Amount', 'Entry']}>
    {charges.map(({ id, at, kind, amount }) => (
      <Row key={id}>
        <Cell className="sm:whitespace-nowrap">{formatTime(at)}</Cell>
        <Cell>{kinds[kind]}</Cell>
        <Cell isNumber>{formatNumber(amount)}</Cell>
        <Cell isNumber>{id}</Cell>
      </Row>
    ))}
    <Total of="Searches" amount={total.searches} />
    <Total of="Leads" amount={total.pulls} />
  </Table>
)

const Total = ({ of, amount }: { of: string; amount: number }) => (
  <Row className="font-medium">
    <Cell>Total</Cell>
    <Cell>{of}</Cell>
    <Cell isNumber>{formatNumber(amount)}</Cell>
    <Cell />
  </Row>
)
