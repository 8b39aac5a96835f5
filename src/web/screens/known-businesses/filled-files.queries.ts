import { infiniteQueryOptions, queryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  cancelFill,
  changeFile,
  decideRow,
  type FileFact,
  type FileSummary,
  fillFile,
  getFilledFile,
  getFileRows,
  getFileSummary,
} from '#contract/leads/filled-files.ts'
import { call } from '../../shared/api/call.ts'
import { downloadFile } from '../../shared/api/download-file.ts'
import { failedTo, showError } from '../../shared/api/failures.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { userKey } from '../../shared/session/session.queries.ts'
import { filesQuery } from './known-businesses.queries.ts'

export const summaryFailure = failedTo('Failed to fetch the file')
export const rowsFailure = failedTo('Failed to fetch the rows')

const POLL_MS = 1500
const isWorkedOn = ({ states, fill }: FileSummary): boolean => states === null || fill?.state === 'running'

export const summaryQuery = (id: number) =>
  queryOptions({
    queryKey: ['known-file', id],
    queryFn: ({ signal }) => call(getFileSummary, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isWorkedOn(state.data) ? POLL_MS : false),
    meta: { failure: summaryFailure },
  })

export const openRowsQuery = (id: number) =>
  queryOptions({
    queryKey: ['known-file', id, 'rows', 'decide'],
    queryFn: ({ signal }) => call(getFileRows, { params: { id }, query: { state: 'decide' }, signal }),
    gcTime: 0,
    meta: { failure: rowsFailure },
  })

export const decidedRowsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['known-file', id, 'rows', 'decided'],
    queryFn: ({ pageParam, signal }) =>
      call(getFileRows, { params: { id }, query: { state: 'decided', after: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: page => page.next,
    gcTime: 0,
    meta: { failure: rowsFailure },
  })

/** What searches leave out changes with a file. */
export function refreshFile(client: QueryClient, id: number): Promise<void> {
  for (const queryKey of [['search-previews'], filesQuery.queryKey]) void client.invalidateQueries({ queryKey })
  return client.invalidateQueries({ queryKey: ['known-file', id], exact: true })
}

export function useFill(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (wish: { facts: FileFact[]; maxPulls: number }) => call(fillFile, { params: { id }, body: wish }),
    onSuccess: () => refreshFile(client, id),
    onError: error => showError('The file was not filled', error),
  })
}

export function useCancelFill(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(cancelFill, { params: { id } }),
    onSuccess: () => refreshFile(client, id),
    onError: error => showError('Filling was not stopped', error),
  })
}

/** Reads the user's leads and quota again. */
export function refreshSpending(client: QueryClient): void {
  for (const queryKey of [['leads'], ['analytics'], userKey]) void client.invalidateQueries({ queryKey })
}

/** Shows what is spent while a file is filled. */
export function useSpending(pulls: number): void {
  const client = useQueryClient()
  useEffect(() => {
    if (pulls > 0) refreshSpending(client)
  }, [client, pulls])
}

export const useFilledFile = (id: number) =>
  useMutation({
    mutationFn: () => downloadFile(getFilledFile, { params: { id } }),
    onError: error => showError('The file was not downloaded', error),
  })

export function useChangeFile(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (wish: BodyOf<typeof changeFile>) => call(changeFile, { params: { id }, body: wish }),
    onSuccess: () => refreshFile(client, id),
    onError: error => showError('This was not saved', error),
  })
}

export function useDecide(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (decision: BodyOf<typeof decideRow>) => call(decideRow, { params: { id }, body: decision }),
    onSuccess: () => refreshFile(client, id),
    onError: error => showError('The decision was not saved', error),
  })
}
