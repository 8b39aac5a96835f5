import { infiniteQueryOptions, keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { addOwnEntries, getOwnEntries, importOwnEntries } from '#contract/leads/own-suppression.ts'
import { refreshOwnList } from '../../features/leads/own-list.queries.ts'
import { call, sendFile } from '../../shared/api/call.ts'
import { failedTo } from '../../shared/api/failures.ts'
import { onePage } from '../../shared/api/one-page.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'

export const entriesFailure = failedTo('Failed to fetch your do-not-contact list')

const ROWS = 50

/** The entries that contain a text; all of them if it is empty. */
export const entriesQuery = (text: string) =>
  infiniteQueryOptions({
    queryKey: ['do-not-contact', text],
    queryFn: async ({ pageParam, signal }) =>
      onePage(
        await call(getOwnEntries, { query: { limit: ROWS, cursor: pageParam, text: text || undefined }, signal }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextCursor,
    placeholderData: keepPreviousData,
    meta: { failure: entriesFailure },
  })

export function useAddEntries() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => call(addOwnEntries, { body: { text } }),
    onSuccess: () => refreshOwnList(client),
  })
}

export function useImportEntries() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => sendFile(importOwnEntries, { file }),
    // What was added before a failure stays.
    onSettled: () => refreshOwnList(client),
  })
}
