import { infiniteQueryOptions, keepPreviousData, useQueryClient } from '@tanstack/react-query'
import {
  addDoNotContactEntries,
  getDoNotContactEntries,
  importDoNotContactEntries,
} from '#contract/leads/do-not-contact.ts'
import { refreshDoNotContact } from '../../features/leads/do-not-contact.queries.ts'
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
        await call(getDoNotContactEntries, {
          query: { limit: ROWS, cursor: pageParam, text: text || undefined },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextCursor,
    placeholderData: keepPreviousData,
    meta: { failure: entriesFailure },
  })

export function useAddEntries() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => call(addDoNotContactEntries, { body: { text } }),
    onSuccess: () => refreshDoNotContact(client),
  })
}

export function useImportEntries() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => sendFile(importDoNotContactEntries, { file }),
    // What was added before a failure stays.
    onSettled: () => refreshDoNotContact(client),
  })
}
