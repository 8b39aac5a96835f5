import { z } from 'zod'
import { endpoint, Said } from '../endpoint.ts'
import { ListQuery, listOf } from '../lists.ts'
import { suppressionKinds } from '../places/suppression.ts'
import { IdParams } from '../row-id.ts'
import { knownFileBytes } from './known-businesses.ts'

export const doNotContactEntriesPerCall = 5000
/** The answer names at most this many words that are not valid entries. */
export const shownUnusable = 20

export const DoNotContactEntry = z.object({
  id: z.number().int(),
  kind: z.enum(suppressionKinds),
  value: z.string(),
  businessName: z.string().nullable(),
})
export type DoNotContactEntry = z.infer<typeof DoNotContactEntry>

const DatedDoNotContactEntry = DoNotContactEntry.extend({ createdAt: z.iso.datetime() })
export type DatedDoNotContactEntry = z.infer<typeof DatedDoNotContactEntry>

const textMessage = 'Please enter phone numbers, emails, or domains'
export const DoNotContactEntriesInput = z.strictObject({
  /** Separated by line ends, commas, semicolons, or tabs. */
  text: z.string(textMessage).trim().min(3, textMessage).max(400_000),
})
export type DoNotContactEntriesInput = z.infer<typeof DoNotContactEntriesInput>

export const DoNotContactEntriesAdded = z.object({
  added: z.number().int(),
  /** Entries that were on the list, or came twice. */
  known: z.number().int(),
  /** The words that are not a phone, an email, or a domain of one business. */
  unusable: z.number().int(),
  /** The first of them. */
  examples: z.array(z.string()).max(shownUnusable),
})
export type DoNotContactEntriesAdded = z.infer<typeof DoNotContactEntriesAdded>

/** The answer names at most this many rows that were not added. */
export const namedRows = 1000

export const OwnFileAdded = DoNotContactEntriesAdded.pick({ added: true, known: true }).extend({
  rows: z.number().int(),
  /** Rows without a phone, an email, or a domain of one business. */
  unusable: z.number().int(),
  /** Rows with an entry for which the plan has no room. */
  full: z.number().int(),
  /** The first rows of both kinds. */
  notAdded: z
    .array(z.object({ row: z.number().int(), text: z.string(), reason: z.enum(['unusable', 'full']) }))
    .max(namedRows),
  /** True if the file has more rows than are read. */
  hasMore: z.boolean(),
})
export type OwnFileAdded = z.infer<typeof OwnFileAdded>

export const getDoNotContactEntries = endpoint('GET', '/api/do-not-contact', {
  query: ListQuery.extend({
    /** Only entries that contain it: a phone as people write it, an email, a website, or the name of a business. */
    text: z.string().trim().min(1).max(100).optional(),
  }),
  replies: { 200: listOf(DatedDoNotContactEntry) },
})
export const addDoNotContactEntries = endpoint('POST', '/api/do-not-contact', {
  limit: 'lead change',
  body: DoNotContactEntriesInput,
  bodyLimitBytes: 500_000,
  replies: { 200: DoNotContactEntriesAdded },
})
/** Adds what is in a file, as far as the plan allows. */
export const importDoNotContactEntries = endpoint('POST', '/api/do-not-contact/import', {
  limit: 'file',
  takesFile: true,
  bodyLimitBytes: knownFileBytes,
  replies: { 200: OwnFileAdded },
})
export const deleteDoNotContactEntry = endpoint('DELETE', '/api/do-not-contact/:id', {
  limit: 'lead change',
  params: IdParams,
  replies: { 200: Said },
})
