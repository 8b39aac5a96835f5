import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  cancelFill,
  changeFile,
  decideRow,
  type FileSummary,
  fillFile,
  getFilledFile,
  getFileRows,
  getFileSummary,
} from '#contract/leads/filled-files.ts'
import { call } from '../../shared/api/call.ts'
import { downloadFile } from '../../shared/api/download-file.ts'
import { pagedRead, pollWhile, read, refresh } from '../../shared/api/reads.ts'
import { failedToFind } from '../../shared/api/unknown.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { paths } from '../../shared/paths.ts'
import { refreshFiles } from './known-businesses.queries.ts'

const rowsFailure = 'Failed to fetch the rows'

const isWorkedOn = ({ states, fill }: FileSummary): boolean => states === null || fill?.state === 'running'

const unknownFile = { title: 'File not found', back: { href: paths.knownBusinesses, label: 'See your files' } }

export const summaryRead = (id: number) =>
  read(
    ['known-file', id],
    failedToFind('Failed to fetch the file', unknownFile),
    getFileSummary,
    { params: { id } },
    { refetchInterval: pollWhile(isWorkedOn) },
  )

export const openRowsRead = (id: number) =>
  read(
    ['known-file', id, 'rows', 'decide'],
    rowsFailure,
    getFileRows,
    { params: { id }, query: { state: 'decide' } },
    { gcTime: 0 },
  )

export const decidedRowsRead = (id: number) =>
  pagedRead(
    ['known-file', id, 'rows', 'decided'],
    rowsFailure,
    ({ cursor, signal }) => call(getFileRows, { params: { id }, query: { state: 'decided', cursor }, signal }),
    { gcTime: 0 },
  )

export function refreshFile(client: QueryClient, id: number): Promise<void> {
  void refreshFiles(client)
  return client.invalidateQueries({ queryKey: ['known-file', id], exact: true })
}

/** A call that changes a file. The file is then read again. */
const useFileCall = <Wish = void, Reply = unknown>(id: number, failure: string, send: (wish: Wish) => Promise<Reply>) =>
  useMutation({
    mutationFn: send,
    inOrder: true,
    onSuccess: (_reply, _wish, client) => refreshFile(client, id),
    failure,
  })

export const useFill = (id: number) =>
  useFileCall(id, 'The file was not filled', (body: BodyOf<typeof fillFile>) =>
    call(fillFile, { params: { id }, body }),
  )

export const useCancelFill = (id: number) =>
  useFileCall(id, 'Filling was not stopped', () => call(cancelFill, { params: { id } }))

export const useChangeFile = (id: number) =>
  useFileCall(id, 'This was not saved', (body: BodyOf<typeof changeFile>) => call(changeFile, { params: { id }, body }))

export const useDecide = (id: number) =>
  useFileCall(id, 'The decision was not saved', (body: BodyOf<typeof decideRow>) =>
    call(decideRow, { params: { id }, body }),
  )

/** Reads the user's quota again, and what counts the user's leads. */
export const refreshSpending = (client: QueryClient): void =>
  void refresh(client, 'user', 'leads', 'analytics', 'saved-searches', 'search-previews')

/** Keeps the leads, the quota, and what the changes cost up to date while a file is being filled. */
export function useSpending(id: number, pulls: number): void {
  const client = useQueryClient()
  useEffect(() => {
    if (pulls === 0) return
    refreshSpending(client)
    void client.invalidateQueries({ queryKey: ['known-file', id, 'changes'] })
  }, [client, id, pulls])
}

export const useFilledFile = (id: number) =>
  useMutation({
    mutationFn: () => downloadFile(getFilledFile, { params: { id } }),
    failure: 'The file was not downloaded',
  })
