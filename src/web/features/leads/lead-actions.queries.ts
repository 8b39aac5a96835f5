import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  changeLeads,
  getLeadChange,
  type LeadAction,
  type LeadActionInput,
  type LeftOut,
  leftOutReasons,
  undoLeadChange,
} from '#contract/leads/lead-work.ts'
import { problemOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { readLater, refresh } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { count } from '../../shared/format.ts'
import { createStore } from '../../shared/store.ts'
import { refreshDoNotContact } from './do-not-contact.queries.ts'
import { noteWork } from './lead-work.queries.ts'

type Asked = Omit<LeadActionInput, 'action'> & {
  action: LeadAction
  /** A description of the change, such as "added to Boulder". */
  words: (changed: number) => string
  /** True if lists of leads show the change. */
  isShown?: boolean
}
export type Progress = { done: number; total: number }
type Changed = { changed: number; leftOut: LeftOut; batchId: number }
type Reply = Changed | { total: number; batchId: number }

/** Changes many leads. `progress` is set while a change runs in the background. */
export function useActOnLeads() {
  const client = useQueryClient()
  const [progress, setProgress] = useState<Progress>()
  const act = useMutation({
    mutationFn: async ({ leadIds, matching, action, words }: Asked) => {
      const reply = await call(changeLeads, { body: { leadIds, matching, action } })
      const { changed, leftOut, batchId } = await untilDone(client, reply, setProgress)
      if (changed === 0) return { words: `No lead had to change${leftOutWords(leftOut)}` }
      return { batchId, changed, words: words(changed) + leftOutWords(leftOut) }
    },
    onSuccess: (change, { action, leadIds, isShown }) => {
      noteLastChange(change)
      if (action.kind === 'status' && leadIds)
        void noteWork(client, new Set(leadIds), () => ({ status: action.status }))
      else if (action.kind === 'doNotContact') void refreshDoNotContact(client)
      else if (isShown === true) void refresh(client, 'search-results')
      refreshLeads(client)
    },
    failure: 'The leads were not changed',
    onError: error => {
      const errorType = problemOf(error)?.errorType
      if (errorType === 'SELECTION_CHANGED' || errorType === 'NOT_FOUND') refreshLeads(client)
    },
    onSettled: () => setProgress(undefined),
  })
  const undo = useMutation({
    mutationFn: async ({ batchId }: { batchId: number; changed: number }) =>
      untilDone(client, await call(undoLeadChange, { params: { batchId } }), setProgress),
    onSuccess: ({ changed: undone }, { changed }) => {
      noteLastChange({ words: undoneWords(undone, changed - undone) })
    },
    failure: 'The change was not undone',
    onError: error => problemOf(error)?.errorType === 'CANNOT_UNDO' && noteLastChange(undefined),
    onSettled: () => {
      setProgress(undefined)
      void refreshDoNotContact(client)
      refreshLeads(client)
    },
  })
  return { act, undo, progress }
}

const refreshLeads = (client: QueryClient): void => void refresh(client, 'leads', 'lead-work', 'lead-lists')

const POLL_MS = 1000

/** Waits for a change that runs in the background. */
async function untilDone(
  client: QueryClient,
  begun: Reply,
  onProgress: (progress: Progress) => void,
): Promise<Changed> {
  if ('changed' in begun) return begun
  const { total, batchId } = begun
  for (let done = 0; ;) {
    onProgress({ done, total })
    const reply = await readLater(client, POLL_MS, getLeadChange, { params: { batchId } })
    const { changed, leftOut, ...progress } = reply
    if (progress.done >= total) return { changed, leftOut, batchId }
    ;({ done } = progress)
  }
}

const leftOutWords = (leftOut: LeftOut): string =>
  leftOut === null ? '' : `. ${count(leftOut.leads, 'lead')} left out: ${leftOutReasons[leftOut.reason]}.`

const undoneWords = (undone: number, kept: number): string =>
  `${undone === 0 ? 'Nothing undone' : `${count(undone, 'lead')} changed back`}${kept === 0 ? '' : `. ${count(kept, 'lead has', 'leads have')} changed since.`}`

/** The last change of several leads at once. With its batch id, it can still be undone. */
type LastChange = { words: string } | { words: string; batchId: number; changed: number }

const lastChange = createStore<LastChange | undefined>(undefined)
export const useLastChange = lastChange.useValue
export const noteLastChange = lastChange.set
