import { Link } from 'wouter'
import type { RecentSearch } from '#contract/admin/analytics.ts'
import { locationWords } from '../../../features/searches/search-words.ts'
import { capitalized, formatCriterion, formatDayOf } from '../../../shared/format.ts'
import { paths } from '../../../shared/paths.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { Cell, Row, Table } from '../../../shared/ui/table.tsx'

export const RecentSearches = ({ searches }: { searches: RecentSearch[] }) => (
  <Card className="min-w-0 p-4 sm:p-5">
    <h3 className="mb-4 font-semibold tracking-tight">Recent Searches</h3>
    {searches.length === 0 ? (
      <p className="py-12 text-center text-sm text-ink-3">No searches performed yet</p>
    ) : (
      <Table label="Recent Searches" columns={['Business Category', 'Location', 'Date']}>
        {searches.map(search => (
          <Row key={search.id}>
            <Cell className="wrap-anywhere">
              <Link
                href={paths.dashboardOf(search.id)}
                className="underline decoration-line underline-offset-4 hover:text-accent-ink"
              >
                {capitalized(formatCriterion(search.businessCategory))}
              </Link>
            </Cell>
            <Cell>{locationWords(search)}</Cell>
            <Cell className="whitespace-nowrap tabular-nums">{formatDayOf(search.createdAt)}</Cell>
          </Row>
        ))}
      </Table>
    )}
  </Card>
)
