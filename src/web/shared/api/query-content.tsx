import {
  type InfiniteData,
  type QueryKey,
  useInfiniteQuery,
  type UseInfiniteQueryOptions,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ListPage } from '#contract/lists.ts'
import { formatNumber } from '../format.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { PageLink } from '../ui/links.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { ErrorState } from '../ui/state-message.tsx'
import { TitledPart } from '../ui/titled-part.tsx'
import type { DescribeFailure, WithFailure } from './failures.ts'
import { isUnknown } from './unknown.ts'

type QueryContentProps<Data> = {
  query: UseQueryResult<Data>
  failure: DescribeFailure
  waiting: ReactNode
  children: (data: Data) => ReactNode
}

/** Shows the data, a placeholder while loading, or an error. Data stays on screen if reloading it fails. */
export function QueryContent<Data>({ query, failure, waiting, children }: QueryContentProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <LoadError error={query.error} failure={failure} onRetry={() => void query.refetch()} />
  return waiting
}

type ReadOptions<Cached, Data, Key extends QueryKey> = UseQueryOptions<Cached, Error, Data, Key> & WithFailure

type ReadProps<Cached, Data, Key extends QueryKey> = {
  read: ReadOptions<Cached, Data, Key>
  waiting: ReactNode
  children: (data: Data) => ReactNode
}

/** Like `QueryContent`, for a read. */
export function ReadContent<Cached, Data, Key extends QueryKey>({ read, ...props }: ReadProps<Cached, Data, Key>) {
  return <QueryContent query={useQuery(read)} failure={read.meta.failure} {...props} />
}

type PagesProps<Item, Key extends QueryKey> = {
  read: WithFailure &
    UseInfiniteQueryOptions<ListPage<Item>, Error, InfiniteData<ListPage<Item>>, Key, string | undefined>
  waiting: ReactNode
  /** `end` is the number of items shown, and a button to load more. */
  children: (items: Item[], end: ReactNode, total: number) => ReactNode
}

/** Like `QueryContent`, for a list that is read page by page. */
export function PagedContent<Item, Key extends QueryKey>({ read, waiting, children }: PagesProps<Item, Key>) {
  const list = useInfiniteQuery(read)
  return (
    <QueryContent query={list} failure={read.meta.failure} waiting={waiting}>
      {({ pages }) => {
        const items = pages.flatMap(page => page.items)
        const total = pages.at(-1)?.total ?? items.length
        const end = (
          <div className="mt-3 flex min-h-9 items-center justify-between gap-3 text-sm text-ink-3">
            <p aria-live="polite" className="tabular-nums">
              {formatNumber(items.length)} of {formatNumber(total)}
            </p>
            {list.hasNextPage && (
              <Button onClick={() => void list.fetchNextPage()} isLoading={list.isFetchingNextPage}>
                {list.isFetchingNextPage ? 'Loading more...' : 'Load more'}
              </Button>
            )}
          </div>
        )
        return children(items, end, total)
      }}
    </QueryContent>
  )
}

type QuerySectionProps<Cached, Data, Key extends QueryKey> = {
  title: ReactNode
  /** The label of the spinner. */
  loading: string
  read: ReadOptions<Cached, Data, Key>
  children: (data: Data) => ReactNode
}

/** A part of a screen that loads and fails on its own. Until then, the sections below are hidden: they would move. */
export function QuerySection<Cached, Data, Key extends QueryKey>(props: QuerySectionProps<Cached, Data, Key>) {
  const { title, loading, read, children } = props
  const query = useQuery(read)
  return (
    <TitledPart title={title} data-loading={!query.isFetched || undefined} className="[[data-loading]~&]:invisible">
      <QueryContent query={query} failure={read.meta.failure} waiting={<PageSpinner label={loading} />}>
        {children}
      </QueryContent>
    </TitledPart>
  )
}

type LoadErrorProps = { error: Error; failure: DescribeFailure; onRetry: () => void }

export function LoadError({ error, failure, onRetry }: LoadErrorProps) {
  const { title, description, back } = failure(error)
  return (
    <ErrorState
      title={title}
      onRetry={isUnknown(error) ? undefined : onRetry}
      otherAction={
        back && (
          <PageLink href={back.href} className={buttonClass()}>
            {back.label}
          </PageLink>
        )
      }
    >
      {description ?? 'The service did not respond. Check your connection and try again.'}
    </ErrorState>
  )
}
