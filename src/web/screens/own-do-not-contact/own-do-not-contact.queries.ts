import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import {
  addDoNotContactEntries,
  getDoNotContactEntries,
  importDoNotContactEntries,
} from '#contract/leads/do-not-contact.ts'
import { refreshDoNotContact } from '../../features/leads/do-not-contact.queries.ts'
import { call, sendFile } from '../../shared/api/call.ts'
import { pagedRead } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'

const ROWS = 50

export const entriesQuery = (text: string) =>
  infiniteQueryOptions({
    ...pagedRead(['do-not-contact', text], 'Failed to fetch your do-not-contact list', ({ cursor, signal }) =>
      call(getDoNotContactEntries, { query: { limit: ROWS, cursor, text: text || undefined }, signal }),
    ),
    placeholderData: keepPreviousData,
  })

export const useAddEntries = () =>
  useMutation({
    mutationFn: (text: string) => call(addDoNotContactEntries, { body: { text } }),
    onSuccess: (_reply, _input, client) => refreshDoNotContact(client),
  })

export const useImportEntries = () =>
  useMutation({
    mutationFn: (file: File) => sendFile(importDoNotContactEntries, { file }),
    // What was added before a failure stays.
    onSettled: client => refreshDoNotContact(client),
  })
