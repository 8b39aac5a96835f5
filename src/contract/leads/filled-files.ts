import { z } from 'zod'
import { endpoint, FileOf } from '../endpoint.ts'
import { RowId } from '../row-id.ts'
import { changeKinds, highestRow, KnownFile, rowCursor } from './known-businesses.ts'
import { type KnownField, knownFields } from './known-fields.ts'

/** What a file can get from the catalog, as shown. A correction replaces what the file says. */
export const fileFacts = {
  name: 'Name',
  phone: 'Phone',
  website: 'Website',
  email: 'Email',
  address: 'Address',
  profiles: 'Profiles',
  hours: 'Hours',
  websiteCheck: 'Website check',
  otherPhone: 'Other phone',
  otherAddress: 'Other address',
  otherName: 'Other name',
} as const
export type FileFact = keyof typeof fileFacts
export const fileFactNames = Object.keys(fileFacts) as [FileFact, ...FileFact[]]
export const FileFact = z.enum(fileFactNames)

/** What is known about a row, as shown. */
export const rowStates = {
  found: 'Found',
  decide: 'To decide',
  none: 'Not found',
  double: 'Twice in the file',
  unreadable: 'Unreadable',
} as const
export type RowState = keyof typeof rowStates
const rowStateNames = Object.keys(rowStates) as [RowState, ...RowState[]]
const RowState = z.enum(rowStateNames)
/** Rows that a list can have: those in a state, or those that the user has decided. */
const ListedRows = z.enum([...rowStateNames, 'decided'])
export type ListedRows = z.infer<typeof ListedRows>

export const rowsPerPage = 50

/** `is` is masked as long as the business is not a lead of the user. */
export const FactChange = z.object({
  fact: FileFact,
  was: z.string(),
  is: z.string(),
  source: z.string(),
  /** YYYY-MM-DD; null if the source does not say it. */
  confirmedOn: z.string().nullable(),
})
export type FactChange = z.infer<typeof FactChange>

export const goneKinds = { closed: changeKinds.closed.label, unlisted: changeKinds.unlisted.label } as const
export type GoneKind = keyof typeof goneKinds
/** `on` is the day of the release that said so first. */
const Gone = z.object({
  kind: z.enum(Object.keys(goneKinds) as [GoneKind, ...GoneKind[]]),
  source: z.string(),
  on: z.string(),
})
export type Gone = z.infer<typeof Gone>

export const fillStates = ['running', 'done', 'stopped', 'canceled'] as const
/** stopped: no pulls are left for the row after `row`. */
export const Fill = z.object({
  state: z.enum(fillStates),
  facts: z.array(FileFact),
  maxPulls: z.number().int(),
  /** The last row that is finished. */
  row: z.number().int(),
  pulls: z.number().int(),
  /** Rows that have got at least one fact. */
  filled: z.number().int(),
})
export type Fill = z.infer<typeof Fill>

const FactOffer = z.object({
  fact: FileFact,
  rows: z.number().int(),
  example: FactChange.extend({ row: z.number().int() }).nullable(),
})
export const FileSummary = z.object({
  file: KnownFile,
  /** Null until all rows are compared. */
  states: z.partialRecord(RowState, z.number().int()).nullable(),
  /** Rows that the user has decided. */
  decided: z.number().int(),
  offers: z.array(FactOffer),
  /** `name` is that of the first row. */
  gone: z.array(Gone.extend({ rows: z.number().int(), name: z.string() })),
  doNotContact: z.number().int(),
  /** By set of offered facts: how many businesses have exactly these, and are not leads of the user. */
  toPull: z.array(z.object({ facts: z.array(FileFact), businesses: z.number().int() })),
  pullsLeft: z.number().int(),
  /** The rows of all files that the user's plan fills and follows, and those already used by other files. */
  rowLimit: z.number().int(),
  rowsUsed: z.number().int(),
  fill: Fill.nullable(),
})
export type FileSummary = z.infer<typeof FileSummary>

const knownFieldNames = Object.keys(knownFields) as [KnownField, ...KnownField[]]
const Cells = z.partialRecord(z.enum(knownFieldNames), z.string())
const Candidate = z.object({ placeId: z.string(), cells: Cells, category: z.string().nullable() })
export const FileRow = z.object({
  row: z.number().int(),
  state: RowState,
  cells: Cells,
  /** The places that it may be, the most similar first. Contacts are masked if the place is not a lead of the user. */
  candidates: z.array(Candidate),
  isDecided: z.boolean(),
  gone: Gone.nullable(),
  changes: z.array(FactChange),
})
export type FileRow = z.infer<typeof FileRow>
const FileRows = z.object({ items: z.array(FileRow), total: z.number().int(), nextCursor: z.string().nullable() })
export type FileRows = z.infer<typeof FileRows>

const Params = z.object({ id: RowId })
const path = '/api/known-files/:id'

export const getFileSummary = endpoint('GET', path, {
  params: Params,
  replies: { 200: FileSummary },
})
export const changeFile = endpoint('PATCH', path, {
  limit: 'lead change',
  refuses: ['TOO_MANY_FILLED_ROWS'],
  params: Params,
  body: z.strictObject({ isLeftOut: z.boolean().optional(), isFollowed: z.boolean().optional() }),
  replies: { 200: KnownFile },
})
export const getFileRows = endpoint('GET', `${path}/rows`, {
  params: Params,
  query: z.object({ state: ListedRows.optional(), cursor: rowCursor }),
  replies: { 200: FileRows },
})
export const decideRow = endpoint('POST', `${path}/decisions`, {
  limit: 'lead change',
  refuses: ['FILE_BUSY', 'TOO_MANY_KNOWN_BUSINESSES'],
  params: Params,
  body: z.strictObject({
    row: z.number().int().positive().max(highestRow),
    /** A candidate of the row, none of them, or undecided again. */
    is: z.union([z.strictObject({ placeId: z.string().max(300) }), z.enum(['none', 'undecided'])]),
  }),
  replies: { 200: FileRow },
})
export const fillFile = endpoint('POST', `${path}/fill`, {
  limit: 'lead change',
  refuses: ['FILE_BUSY', 'TOO_MANY_FILLED_ROWS', 'QUOTA_EXCEEDED'],
  params: Params,
  body: z.strictObject({ facts: z.array(FileFact).min(1).max(20), maxPulls: z.number().int().min(0).max(1_000_000) }),
  replies: { 202: Fill },
})
export const cancelFill = endpoint('DELETE', `${path}/fill`, {
  limit: 'lead change',
  params: Params,
  replies: { 200: Fill },
})
export const getFilledFile = endpoint('GET', `${path}/file`, {
  limit: 'export',
  refuses: ['FILE_BUSY'],
  params: Params,
  replies: { 200: new FileOf(['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']) },
})
