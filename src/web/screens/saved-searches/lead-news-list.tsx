import { Link } from 'wouter'
import { type LeadNews, leadNewsLength } from '#contract/searches/saved-searches.ts'
import { formatDayOf } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { Cell, HeaderRow, Row, Table } from '../../shared/ui/table.tsx'

export function LeadNewsList({ leadNews }: { leadNews: readonly LeadNews[] }) {
  if (leadNews.length === 0) return <p className="text-sm text-ink-2">Nothing has changed.</p>
  return (
    <>
      <Table label="Changes to your leads">
        <HeaderRow columns={['Business Name', 'What is new', 'Found']} />
        <tbody>
          {leadNews.map(news => (
            <Row key={news.id}>
              <Cell className="min-w-32 font-medium wrap-anywhere">
                <Link href={paths.leadsLike(news.businessName)} className="hover:text-accent-ink hover:underline">
                  {news.businessName}
                </Link>
              </Cell>
              <Cell>{newsWords(news)}</Cell>
              <Cell className="whitespace-nowrap tabular-nums">{formatDayOf(news.foundAt)}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {leadNews.length === leadNewsLength && (
        <p className="mt-2 text-sm text-ink-3">The newest {leadNewsLength} changes.</p>
      )}
    </>
  )
}

function newsWords({ kind, what }: LeadNews): string {
  if (kind === 'closed') return 'Closed'
  if (kind === 'vanished') return 'No longer listed'
  if (kind === 'stopped') return 'Website does not work anymore'
  return `New ${what.join(', ')}`
}
