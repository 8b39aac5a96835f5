import type { SiteVisits } from '#contract/leads/site-facts.ts'
import { QuerySection } from '../../shared/api/query-content.tsx'
import { count, formatDayOf, formatNumber } from '../../shared/format.ts'
import { Cell, Row, Table } from '../../shared/ui/table.tsx'
import { visitsRead } from './admin-places.queries.ts'

/** How many websites of businesses were read, how old that is, and what failed. */
export const WebsiteVisits = () => (
  <QuerySection title="Websites" loading="Loading the websites" read={visitsRead}>
    {visits => (
      <div className="flex flex-col gap-3">
        <p className="text-sm text-pretty text-ink-2">{modes[visits.mode]}</p>
        {visits.byState.length > 0 && <Totals visits={visits} />}
        {visits.failures.length > 0 && <Failures failures={visits.failures} />}
      </div>
    )}
  </QuerySection>
)

const modes: Record<SiteVisits['mode'], string> = {
  asked: 'The websites of businesses are read when somebody asks for it.',
  all: 'The websites of businesses are read in the background, first in the areas that were searched last.',
  off: 'The websites of businesses are not read (SITE_FACTS is off).',
}

const stateNames: Record<SiteVisits['byState'][number]['state'], string> = {
  unread: 'not read',
  waiting: 'waiting',
  read: 'read',
  forbidden: 'not allowed by the website',
  moved: 'with another owner now',
  closed: 'gone or for sale',
  failed: 'failed',
  refused: 'on the do-not-contact list',
}

function Totals({ visits }: { visits: SiteVisits }) {
  const { byState, withEmail, readLastDay, due, oldestReadAt, newestReadAt, unapplied } = visits
  const states = byState.map(({ state, count: sites }) => `${formatNumber(sites)} ${stateNames[state]}`)
  return (
    <p className="text-sm text-pretty text-ink-2">
      {states.join(', ')}. {formatNumber(withEmail)} with an email.{' '}
      {oldestReadAt !== null &&
        newestReadAt !== null &&
        `Last visits from ${formatDayOf(oldestReadAt)} to ${formatDayOf(newestReadAt)}; ${formatNumber(readLastDay)} in the last day, ${formatNumber(due)} due again. `}
      {unapplied > 0 && `${count(unapplied, 'website')} will be in the catalog within a minute.`}
    </p>
  )
}

const Failures = ({ failures }: { failures: SiteVisits['failures'] }) => (
  <Table label="Most recent failures" columns={['Website', 'Result', 'Error', 'Date']} numbers={['Date']}>
    {failures.map(({ domain, state, error, at }) => (
      <Row key={domain}>
        <Cell className="font-medium">{domain}</Cell>
        <Cell>{stateNames[state]}</Cell>
        <Cell className="wrap-anywhere">{error}</Cell>
        <Cell className="text-right whitespace-nowrap">{formatDayOf(at)}</Cell>
      </Row>
    ))}
  </Table>
)
