import { BellPlus } from 'lucide-react'
import { Link } from 'wouter'
import { alertFrequenciesOf, type AlertFrequency } from '#contract/plans.ts'
import {
  type AlertSettings,
  type LeadNews,
  leadNewsLength,
  newsDays,
  type SavedSearches,
} from '#contract/searches/saved-searches.ts'
import { ReadContent } from '../../shared/api/query-content.tsx'
import { formatDayOf, formatTime } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { ResendButton } from '../../shared/session/email-confirmation.tsx'
import { useUser } from '../../shared/session/session-user.tsx'
import { Alert } from '../../shared/ui/alert.tsx'
import { buttonClass } from '../../shared/ui/button.tsx'
import { PageLink } from '../../shared/ui/links.tsx'
import { LabeledSelect } from '../../shared/ui/select.tsx'
import { PageSpinner } from '../../shared/ui/spinner.tsx'
import { EmptyState } from '../../shared/ui/state-message.tsx'
import { Cell, Row, Table } from '../../shared/ui/table.tsx'
import { TitledPart } from '../../shared/ui/titled-part.tsx'
import { WorkPage } from '../../shared/ui/work-page.tsx'
import { SavedSearchList } from './saved-search-list.tsx'
import { savedSearchesRead, useChangeAlertSettings } from './saved-searches.queries.ts'

/** What newer releases of places have brought for the user's saved searches and leads. */
export default function SavedSearchesScreen() {
  return (
    <WorkPage
      parent="leads"
      title="Saved searches"
      about={`We compare each newer release of places with your saved searches and your leads. News stays here for ${newsDays} days.`}
    >
      <ReadContent read={savedSearchesRead} waiting={<PageSpinner label="Loading saved searches" />}>
        {saved => <Content saved={saved} />}
      </ReadContent>
    </WorkPage>
  )
}

function Content({ saved: { settings, savedSearches, leadNews } }: { saved: SavedSearches }) {
  const isEmpty = savedSearches.length === 0 && leadNews.length === 0
  return (
    <div className="mt-6 flex max-w-4xl flex-col gap-8">
      <EmailSetting settings={settings} />
      {isEmpty ? (
        <NothingYet />
      ) : (
        <>
          <TitledPart title="New businesses">
            <SavedSearchList savedSearches={savedSearches} />
          </TitledPart>
          <TitledPart title="Changes to your leads">
            <LeadNewsList leadNews={leadNews} />
          </TitledPart>
        </>
      )}
    </div>
  )
}

const NothingYet = () => (
  <EmptyState
    icon={<BellPlus />}
    title="No saved searches"
    actions={
      <PageLink href={paths.dashboard} className={buttonClass({ variant: 'primary' })}>
        Search for leads
      </PageLink>
    }
  >
    Choose “Save Search” above the results of a search.
  </EmptyState>
)

const frequencyLabels: Record<AlertFrequency, string> = {
  day: 'Every day',
  week: 'Every Monday',
  month: 'On the first of each month',
  never: 'Never',
}
const stopped: Record<NonNullable<AlertSettings['stoppedBy']>, string> = {
  'unsubscribe link': 'Emails were stopped with the link in one of them.',
  'mail server': 'Emails were stopped because your mail server refused one. Check the address in your profile.',
}

const hintOf = ({ nextEmailAt }: AlertSettings): string =>
  nextEmailAt === null
    ? 'You get no emails about news'
    : `Next: ${formatTime(nextEmailAt)}, if there is news by then. Releases come about once a month.`

function EmailSetting({ settings }: { settings: AlertSettings }) {
  const user = useUser()
  const change = useChangeAlertSettings()
  const offered = alertFrequenciesOf(user.subscriptionTier)
  const chosen = change.isPending ? change.variables : settings.frequency
  const options = offered.map(frequency => ({ value: frequency, label: frequencyLabels[frequency] }))
  return (
    <div className="flex flex-col gap-3">
      {settings.stoppedBy !== null && <Alert tone="warning">{stopped[settings.stoppedBy]}</Alert>}
      {!user.emailVerified && (
        <Alert actions={<ResendButton variant="link" size="inline" />}>
          Please confirm your email to get these emails. We sent a link to {user.email}.
        </Alert>
      )}
      <div className="max-w-xs">
        <LabeledSelect
          label="Email me the news"
          hint={hintOf(settings)}
          options={options}
          value={chosen}
          onChange={({ target }) => change.mutate(target.value as AlertFrequency)}
        />
      </div>
    </div>
  )
}

function LeadNewsList({ leadNews }: { leadNews: readonly LeadNews[] }) {
  if (leadNews.length === 0) return <p className="text-sm text-ink-2">Nothing has changed.</p>
  return (
    <>
      <Table label="Changes to your leads" columns={['Business Name', 'What is new', 'Found']}>
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
