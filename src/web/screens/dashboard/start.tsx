import { queryOptions, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Radar } from 'lucide-react'
import { Link } from 'wouter'
import type { ReplyOf } from '#contract/endpoint.ts'
import { getExamples } from '#contract/places/examples.ts'
import type { SearchForm } from '#contract/searches/search-form.ts'
import { getSearches, type Search } from '#contract/searches/searches.ts'
import { loadedWords } from '../../features/searches/loaded-words.ts'
import { searchDetails, searchLabel } from '../../features/searches/search-words.ts'
import { useAddressValue } from '../../shared/address.ts'
import { call } from '../../shared/api/call.ts'
import { lazyPart } from '../../shared/api/lazy-part.tsx'
import { LoadError } from '../../shared/api/query-content.tsx'
import { wholeList, withFailure } from '../../shared/api/reads.ts'
import { capitalized, formatNumber } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { linkRow, TextLink } from '../../shared/ui/links.tsx'
import { EmptyState } from '../../shared/ui/state-message.tsx'
import { TitledPart } from '../../shared/ui/titled-part.tsx'

const WantedSearch = lazyPart(() => import('./wanted-search.tsx'))

const RECENT = 5
/** More than are shown, because repeated searches are shown once. */
const REQUESTED = 20

const recentRead = withFailure(
  'Failed to fetch searches',
  queryOptions({
    queryKey: ['searches', 'recent'],
    queryFn: () => call(getSearches, { query: { limit: REQUESTED } }).then(wholeList),
  }),
)

/** Where a user starts: the search of the link that led here, or the newest searches, or examples for a first one. */
export default function Start({ onRun }: { onRun: (form: SearchForm) => void }) {
  const wanted = { category: useAddressValue('category'), place: useAddressValue('place') }
  const recent = useQuery(recentRead)
  const first = useQuery({ queryKey: ['examples'], queryFn: () => call(getExamples) })
  if (recent.isPending || first.isPending) return null
  const examples = first.data?.examples ?? []
  const isWanted = wanted.category !== '' && wanted.place !== ''
  return (
    <div className="flex w-full flex-col gap-1 self-stretch">
      {isWanted ? (
        <div className="xl:my-auto">
          <WantedSearch wanted={wanted} onRun={onRun} />
        </div>
      ) : recent.data === undefined ? (
        <LoadError error={recent.error} failure={recentRead.meta.failure} onRetry={() => void recent.refetch()} />
      ) : recent.data.length === 0 ? (
        <div className="my-auto">
          <FirstExamples examples={examples} />
        </div>
      ) : (
        <>
          <Recent searches={distinct(recent.data).slice(0, RECENT)} />
          <Saved />
          {examples.length > 0 && (
            <TitledPart title="Examples" className="px-4 pb-6 sm:px-6">
              <div className="flex flex-wrap gap-2">{examples.map(exampleLink)}</div>
            </TitledPart>
          )}
        </>
      )}
      {first.data?.catalog && (
        <p className="mt-auto px-4 pb-4 text-center text-xs text-ink-3 tabular-nums sm:px-6">
          {loadedWords(first.data.catalog)}
        </p>
      )}
    </div>
  )
}

/** Only the newest of the searches that asked for the same. */
const distinct = (searches: readonly Search[]): Search[] =>
  [...Map.groupBy(searches, criteriaOf).values()].flatMap(([newest]) => newest ?? [])

const criteriaOf = (search: Search): string =>
  JSON.stringify({ ...search, id: 0, createdAt: '', total: 0, nextPageToken: null } satisfies Search)

const Recent = ({ searches }: { searches: Search[] }) => (
  <TitledPart title="Recent searches" className="w-full self-start p-4 sm:p-6">
    <p className="-mt-3 mb-3 text-sm text-ink-2">Opening one again costs nothing.</p>
    <ul className="divide-y divide-line border-y border-line">
      {searches.map(search => (
        <li key={search.id}>
          <Link
            href={paths.dashboardOf(search.id)}
            className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-2 text-sm hover:text-accent-ink"
          >
            <span className="min-w-0 font-medium wrap-anywhere">{capitalized(searchLabel(search))}</span>
            <span className="text-ink-3 tabular-nums">{searchDetails(search)}</span>
          </Link>
        </li>
      ))}
    </ul>
  </TitledPart>
)

const Saved = () => (
  <p className={clsx(linkRow, 'px-4 pb-6 sm:px-6')}>
    <TextLink href={paths.savedSearches}>Saved searches</TextLink>
    <TextLink href={paths.leadsTab('lists')}>Lists</TextLink>
    <TextLink href={paths.leadsTab('all')}>All leads</TextLink>
  </p>
)

type Examples = ReplyOf<typeof getExamples>['examples']

/** The link fills in the form. */
const exampleLink = ({ category, place, matches }: Examples[number]) => (
  <Link
    key={category}
    href={paths.dashboardFor(category, place)}
    className="inline-flex min-h-9 items-center rounded-full border border-line bg-surface px-3.5 text-sm font-medium shadow-card hover:bg-sunken touch:min-h-11"
  >
    {category} in {place}
    <span className="ml-2 font-normal text-ink-3 tabular-nums">{formatNumber(matches)}</span>
  </Link>
)

const FirstExamples = ({ examples }: { examples: Examples }) => (
  <EmptyState icon={<Radar />} title="Your leads will appear here" actions={examples.map(exampleLink)}>
    Enter a category and a place, or start with an example. Each lead counts once, the first time you see it.
  </EmptyState>
)
