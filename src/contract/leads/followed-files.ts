import { z } from 'zod'
import { endpoint, FileOf } from '../endpoint.ts'
import { RowId } from '../row-id.ts'
import {
  type ChangeCounts,
  type ChangeKind,
  changeKinds,
  ChangeKindName,
  highestRow,
  rowCursor,
} from './known-businesses.ts'

/** What the user has decided about a change; open: nothing yet. */
export const changeStates = { open: 'Open', accepted: 'Accepted', ignored: 'Ignored' } as const
export type ChangeState = keyof typeof changeStates
const ChangeState = z.enum(Object.keys(changeStates) as [ChangeState, ...ChangeState[]])

/** The most rows whose changes one call decides, in one transaction. */
export const changesAtOnce = 100

const ChangeOf = z.object({ row: z.number().int().positive().max(highestRow), kind: ChangeKindName })
export type ChangeOf = z.infer<typeof ChangeOf>

/** `was`: what the row says. `is`: what it would say; masked as long as the business is not a lead of the user. */
export const FileChange = ChangeOf.extend({
  name: z.string(),
  was: z.string(),
  is: z.string(),
  source: z.string(),
  /** YYYY-MM-DD; null if the source does not say it. */
  seenOn: z.string().nullable(),
  foundAt: z.iso.datetime(),
  state: ChangeState,
  /** Whether accepting it makes the business a lead. */
  costsPull: z.boolean(),
})
export type FileChange = z.infer<typeof FileChange>

export const FileChanges = z.object({
  /** Of up to 50 rows, in the order of the file. */
  items: z.array(FileChange),
  /** The changes in this state. */
  total: z.number().int(),
  /** The businesses that would become leads if all open changes were accepted. */
  toPull: z.number().int(),
  nextCursor: z.string().nullable(),
})
export type FileChanges = z.infer<typeof FileChanges>

export const ChangesDecided = z.object({
  /** What was changed: to undo it, send it again as open. */
  done: z.array(ChangeOf),
  pulls: z.number().int(),
  /** Open changes that are left. For "all", call again until none are left, or something stops it. */
  left: z.number().int(),
  /** The user's leads, or `maxPulls`, do not suffice for the next change. */
  stoppedBy: z.enum(['quota', 'maxPulls']).nullable(),
})
export type ChangesDecided = z.infer<typeof ChangesDecided>

const Params = z.object({ id: RowId })
const path = '/api/known-files/:id/changes'

export const getFileChanges = endpoint('GET', path, {
  params: Params,
  query: z.object({ state: ChangeState.default('open'), cursor: rowCursor }),
  replies: { 200: FileChanges },
})
export const decideChanges = endpoint('POST', path, {
  limit: 'lead change',
  refuses: ['FILE_BUSY'],
  params: Params,
  body: z
    .strictObject({
      /** "all": the first open ones. */
      changes: z.union([z.literal('all'), z.array(ChangeOf.strict()).min(1).max(changesAtOnce)]),
      is: ChangeState,
      maxPulls: z.number().int().min(0).max(1_000_000).default(0),
    })
    .refine(({ changes, is }) => changes !== 'all' || is !== 'open', {
      path: ['changes'],
      message: 'Please choose the changes to undo',
    }),
  replies: { 200: ChangesDecided },
})
export const getChangesFile = endpoint('GET', `${path}/file`, {
  limit: 'export',
  params: Params,
  replies: { 200: new FileOf(['text/csv']) },
})

/** "2 closed, 1 moved, 3 have another phone" */
export const changeWords = (counts: ChangeCounts): string =>
  (Object.keys(changeKinds) as ChangeKind[])
    .flatMap(kind => {
      const count = counts[kind] ?? 0
      return count === 0 ? [] : `${count} ${count === 1 ? changeKinds[kind].one : changeKinds[kind].many}`
    })
    .join(', ')

export const countOf = (counts: ChangeCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)
