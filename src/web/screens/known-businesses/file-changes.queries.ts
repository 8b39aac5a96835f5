import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { errorTable } from '#contract/errors.ts'
import {
  type ChangeOf,
  type ChangesDecided,
  changesAtOnce,
  type ChangeState,
  decideChanges,
  type FileChange,
  getChangesFile,
  getFileChanges,
} from '#contract/leads/followed-files.ts'
import type { ListPage } from '#contract/lists.ts'
import { call } from '../../shared/api/call.ts'
import { downloadFile } from '../../shared/api/download-file.ts'
import { showFailure } from '../../shared/api/failures.ts'
import { pagedRead } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { refreshFile, refreshSpending } from './filled-files.queries.ts'

export const changesRead = (id: number, state: ChangeState) =>
  pagedRead(
    ['known-file', id, 'changes', state],
    'Failed to fetch the changes',
    ({ cursor, signal }) => call(getFileChanges, { params: { id }, query: { state, cursor }, signal }),
    // A decided change stays in this list until it is closed, so the list is read anew when it is opened again.
    { gcTime: 0 },
  )

const isSame = (one: ChangeOf) => (other: ChangeOf) => one.row === other.row && one.kind === other.kind

/** Cancels the loading of more changes, which would bring back the others as they were when it began. */
function changeShown(client: QueryClient, id: number, change: (shown: FileChange) => FileChange): void {
  const queryKey = ['known-file', id, 'changes']
  void client.cancelQueries({ queryKey })
  client.setQueriesData<InfiniteData<ListPage<FileChange>>>(
    { queryKey },
    list => list && { ...list, pages: list.pages.map(page => ({ ...page, items: page.items.map(change) })) },
  )
}

/** The business of a row became a lead, so nothing about it is masked any more. */
async function unmask(client: QueryClient, id: number, row: number): Promise<void> {
  const pageFrom = (state: ChangeState) =>
    call(getFileChanges, { params: { id }, query: { state, cursor: row - 1 || undefined } })
  const known = (await Promise.all([pageFrom('open'), pageFrom('accepted')])).flatMap(({ items }) => items)
  changeShown(client, id, shown => known.find(isSame(shown)) ?? shown)
}

/** Decides about one change, or undoes the decision. The change stays in its place in the list. */
export const useDecideChange = (id: number, { row, kind }: ChangeOf) =>
  useMutation({
    mutationFn: (wish: { is: ChangeState; maxPulls?: number }) =>
      call(decideChanges, { params: { id }, body: { changes: [{ row, kind }], ...wish } }),
    inOrder: true,
    onSuccess: async ({ done, pulls, stoppedBy }, { is }, client) => {
      if (done.length > 0)
        changeShown(client, id, shown => (done.some(isSame(shown)) ? { ...shown, state: is } : shown))
      else if (stoppedBy === 'quota')
        showFailure({ title: 'No leads left', description: errorTable.QUOTA_EXCEEDED.message })
      else {
        showFailure({ title: 'This has changed again', description: 'Nothing was saved. Please look at it again.' })
        await client.invalidateQueries({ queryKey: ['known-file', id, 'changes'] })
      }
      if (pulls > 0) {
        refreshSpending(client)
        await unmask(client, id, row).catch(() => undefined)
      }
      return refreshFile(client, id)
    },
    failure: 'The change was not saved',
  })

/** What was decided so far, of all open changes. */
export type DecidedSoFar = ChangesDecided & { is: 'accepted' | 'ignored' }

/**
 * Decides about all open changes, in steps of one transaction each: what is done stays done if the user stops, leaves,
 * or reloads. Undoing runs in steps, too, but cannot be stopped.
 */
export function useDecideAll(id: number) {
  const [soFar, setSoFar] = useState<DecidedSoFar>()
  const isStopped = useRef(false)
  const stop = useCallback(() => {
    isStopped.current = true
  }, [])
  useEffect(() => stop, [stop])
  const settled = async (client: QueryClient) => {
    refreshSpending(client)
    await Promise.all([refreshFile(client, id), client.invalidateQueries({ queryKey: ['known-file', id, 'changes'] })])
  }
  const decide = useMutation({
    mutationFn: async ({ is, maxPulls }: { is: DecidedSoFar['is']; maxPulls: number }) => {
      isStopped.current = false
      setSoFar(undefined)
      let all: DecidedSoFar = { is, done: [], pulls: 0, left: 1, stoppedBy: null }
      while (all.left > 0 && all.stoppedBy === null && !isStopped.current) {
        const body = { changes: 'all' as const, is, maxPulls: maxPulls - all.pulls }
        const step = await call(decideChanges, { params: { id }, body })
        all = { ...step, is, done: [...all.done, ...step.done], pulls: all.pulls + step.pulls }
        setSoFar(all)
        if (step.done.length === 0) return
      }
    },
    failure: 'Not all changes were saved',
    onSettled: settled,
  })
  const undo = useMutation({
    mutationFn: async (decided: DecidedSoFar) => {
      for (let at = 0; at < decided.done.length; at += changesAtOnce) {
        const changes = decided.done.slice(at, at + changesAtOnce)
        await call(decideChanges, { params: { id }, body: { changes, is: 'open' } })
        setSoFar({ ...decided, done: decided.done.slice(at + changesAtOnce) })
      }
      setSoFar(undefined)
    },
    failure: 'Not everything was undone',
    onSettled: settled,
  })
  return { decide, undo, stop, soFar }
}

/** Reads the open changes again, because the most that accepting them costs must be exact. */
export const useAskAll = (id: number) =>
  useMutation({
    mutationFn: () => call(getFileChanges, { params: { id } }),
    failure: 'The changes were not accepted',
  })

export const useChangesFile = (id: number) =>
  useMutation({
    mutationFn: () => downloadFile(getChangesFile, { params: { id } }),
    failure: 'The file was not downloaded',
  })
