import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import type { PageVisit } from '#contract/admin/admin.ts'
import { LoadError } from '../../shared/api/query-content.tsx'
import { wholeList } from '../../shared/api/reads.ts'
import { BarCard } from '../../shared/charts/bar-card.tsx'
import { formatTime } from '../../shared/format.ts'
import { PageSpinner } from '../../shared/ui/spinner.tsx'
import { EmptyState } from '../../shared/ui/state-message.tsx'
import { Cell, Row, Table } from '../../shared/ui/table.tsx'
import { cutName } from './admin-words.ts'
import { visitCountsRead, visitsFailure, visitsRead } from './admin.queries.ts'

export default function VisitsTab() {
  const visits = useQuery(visitsRead)
  const counts = useQuery(visitCountsRead)
  const retry = () => {
    if (visits.isError) void visits.refetch()
    if (counts.isError) void counts.refetch()
  }
  if (!visits.data || !counts.data) {
    const error = visits.error ?? counts.error
    if (error) return <LoadError error={error} failure={visitsFailure} onRetry={retry} />
    return <PageSpinner label="Loading page visits" />
  }
  const recent = wholeList(visits.data)
  const bars = wholeList(counts.data).map(({ page, count }) => ({ name: page, amount: count }))
  if (recent.length === 0) return <EmptyState icon={<Eye />} title="No page visits recorded" />
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <div className="min-w-0">
        <h2 className="mb-3 font-semibold tracking-tight">Recent Page Visits</h2>
        <RecentVisits visits={recent} />
      </div>
      <div className="min-w-0 xl:pt-9">
        <h2 className="sr-only">Visits by page</h2>
        <BarCard
          title="Top Pages"
          nameHeader="Page"
          amountHeader="Visits"
          rows={bars}
          limit={bars.length}
          shorten={cutName}
        />
      </div>
    </div>
  )
}

const RecentVisits = ({ visits }: { visits: PageVisit[] }) => (
  <Table label="Recent page visits" columns={['Page', 'User ID', 'Time', 'Referrer']}>
    {visits.map(({ id, page, userId, timestamp, referrer }) => (
      <Row key={id}>
        <Cell className="font-medium whitespace-nowrap">{page}</Cell>
        <Cell className="tabular-nums">{userId ?? <span className="text-ink-3">Anonymous</span>}</Cell>
        <Cell className="whitespace-nowrap tabular-nums">{formatTime(timestamp)}</Cell>
        <Cell className="min-w-40 wrap-anywhere">{referrer ?? <span className="text-ink-3">Direct</span>}</Cell>
      </Row>
    ))}
  </Table>
)
