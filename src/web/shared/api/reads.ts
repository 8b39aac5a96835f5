import {
  type DataTag,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
} from '@tanstack/react-query'
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts'
import type { ListPage } from '#contract/lists.ts'
import { problemOf } from './api-error.ts'
import { call, type CallInput } from './call.ts'
import { type DescribeFailure, failedTo, type WithFailure } from './failures.ts'

/** A read with the text for its failure. A string is the title, to which the server's message is added. */
export const withFailure = <Read extends object>(
  failure: string | DescribeFailure,
  options: Read,
): Read & WithFailure => ({
  ...options,
  meta: { failure: typeof failure === 'string' ? failedTo(failure) : failure },
})

/** Reads the reply of an endpoint. */
export const read = <E extends Endpoint>(
  queryKey: QueryKey,
  failure: string | DescribeFailure,
  endpoint: E,
  input: CallInput<E> = {},
  options: Pick<UseQueryOptions<ReplyOf<E>>, 'staleTime' | 'gcTime' | 'refetchInterval'> = {},
) =>
  withFailure(
    failure,
    queryOptions({ ...options, queryKey, queryFn: ({ signal }) => call(endpoint, { ...input, signal }) }),
  )

/** The pause after a failure is longer, because each failure shows a toast. */
const AFTER_FAILURE_MS = 30_000

/** For `refetchInterval`: reads again and again while something is under way. */
export const pollWhile =
  <Data>(isUnderWay: (data: Data) => boolean, everyMs = 2000) =>
  ({ state: { data, status } }: { state: { data?: Data | undefined; status: string } }): number | false =>
    data !== undefined && isUnderWay(data) && (status === 'error' ? AFTER_FAILURE_MS : everyMs)

type Pages<Item> = Item[] | ListPage<Item>

/** A list that is read one page after another. */
export const pagedRead = <Item>(
  queryKey: QueryKey,
  failure: string,
  readPage: (asked: { cursor: string | undefined; signal: AbortSignal }) => Promise<Pages<Item>>,
  options: { gcTime?: number } = {},
) =>
  withFailure(
    failure,
    infiniteQueryOptions({
      ...options,
      queryKey,
      queryFn: async ({ pageParam, signal }) => onePage(await readPage({ cursor: pageParam, signal })),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor,
    }),
  )

/** A list that was requested with a limit is always a page, although its type does not say so. */
export const onePage = <Item>(reply: Pages<Item>): ListPage<Item> =>
  Array.isArray(reply) ? { items: reply, total: reply.length, nextCursor: null } : reply

/** The items of a list that was requested without paging. */
export const wholeList = <Item>(reply: Pages<Item>): Item[] => onePage(reply).items

/** Waits, then asks for the progress of a job. A failed request is repeated ten times, for about three minutes. */
export async function readLater<E extends Endpoint>(
  client: QueryClient,
  pauseMs: number,
  endpoint: E,
  input: CallInput<E>,
): Promise<ReplyOf<E>> {
  await new Promise(resolve => {
    setTimeout(resolve, pauseMs)
  })
  const queryKey = ['later', endpoint.path, input]
  return client.fetchQuery({ queryKey, queryFn: () => call(endpoint, input), staleTime: 0, gcTime: 0, retry: 10 })
}

type KeyOf<Read> = DataTag<QueryKey, Read, Error>

/** Caches the reply of a write. Cancels running reads, whose older reply would replace it. */
export function setCached<Read>(client: QueryClient, queryKey: KeyOf<Read>, reply: NoInfer<Read>): void {
  void client.cancelQueries({ queryKey })
  client.setQueryData<Read>(queryKey, reply)
}

/** Invalidates reads by the first part of their keys. Those on screen are read again; resolves when they were. */
export const refresh = (client: QueryClient, ...names: readonly string[]): Promise<unknown> =>
  Promise.all(names.map(name => client.invalidateQueries({ queryKey: [name] })))

/** Deletes something. If it was deleted elsewhere before, that is no error. */
export const deleteById = (endpoint: Endpoint, id: number): Promise<unknown> =>
  call(endpoint, { params: { id } }).catch((error: unknown) => {
    if (problemOf(error)?.errorType !== 'NOT_FOUND') throw error
  })

/** Changes a cached read. If nothing is cached, reads all of it, because one entry is not the whole list. */
export function changeCached<Read>(client: QueryClient, queryKey: KeyOf<Read>, change: (cached: Read) => Read): void {
  const cached = client.getQueryData<Read>(queryKey)
  if (cached === undefined) void client.invalidateQueries({ queryKey })
  else setCached(client, queryKey, change(cached))
}
