import { type AdvancedAnalytics, searchTableRows } from '#contract/admin/analytics.ts'
import { locationWords } from '../../../features/searches/search-words.ts'
import { capitalized, formatCriterion, formatDayOf, formatNumber } from '../../../shared/format.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { Cell, Row, Table } from '../../../shared/ui/table.tsx'

const numbers = ['Leads', 'Avg. Quality', 'Exported']

export const SearchFigures = ({ searches }: { searches: AdvancedAnalytics['searches'] }) => (
  <Card className="min-w-0 p-4 sm:p-5">
    <h3 className="font-semibold tracking-tight">Searches</h3>
    <p className="mt-0.5 mb-4 text-sm text-ink-3">
      {searches.length === searchTableRows && `The ${searchTableRows} newest searches. `}A lead counts toward the search
      that found it first.
    </p>
    <Table
      label="Searches with their leads"
      columns={['Business Category', 'Location', 'Date', ...numbers]}
      numbers={numbers}
    >
      {searches.map(search => (
        <Row key={search.id}>
          <Cell className="wrap-anywhere">{capitalized(formatCriterion(search.businessCategory))}</Cell>
          <Cell className="whitespace-nowrap">{locationWords(search)}</Cell>
          <Cell className="whitespace-nowrap tabular-nums">{formatDayOf(search.createdAt)}</Cell>
          <Cell isNumber>{formatNumber(search.leads)}</Cell>
          <Cell isNumber>{search.averageQuality === null ? '–' : Math.round(search.averageQuality)}</Cell>
          <Cell isNumber>{formatNumber(search.exported)}</Cell>
        </Row>
      ))}
    </Table>
  </Card>
)
