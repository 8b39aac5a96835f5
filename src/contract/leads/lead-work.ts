import { z } from 'zod'
import { endpoint, Said } from '../endpoint.ts'
import { whenMissing } from '../messages.ts'
import { LeadId } from '../row-id.ts'
import { DoNotContactEntry } from './do-not-contact.ts'
import { listKinds } from './lead-lists.ts'
import { leadStatuses, leadWorkSchemas, PlannedDay } from './lead-status.ts'
import { Matching } from './leads.ts'

export const noteLimits = { perLead: 100, perAccount: 20_000 } as const
/** Leads that a call changes before it answers. More are changed in the background. */
export const leadsPerCall = 5000
export const undoMinutes = 10
/** Changes of leads in 24 hours: `perLead` for each lead that an account has, from `atLeast` to `atMost`. */
export const changesPerDay = { perLead: 20, atLeast: 10_000, atMost: 500_000 } as const
/** The newest changes of a lead that its history shows. */
export const historyLength = 100

export const LeadNote = z.object({
  id: z.number().int(),
  body: z.string(),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
})
export type LeadNote = z.infer<typeof LeadNote>

export const historyKinds = ['status', 'followUp', 'note', 'list', 'tag', 'doNotContact'] as const
export const LeadEvent = z.object({
  id: z.number().int(),
  kind: z.enum(historyKinds),
  /**
   * The value before, such as "contacted"; null for none. For a list or a tag: its name, if the lead had it. For the
   * user's own do-not-contact list: "listed".
   */
  was: z.string().nullable(),
  becomes: z.string().nullable(),
  at: z.iso.datetime(),
})
export type LeadEvent = z.infer<typeof LeadEvent>

export const LeadWorkDetails = z.object({
  ...leadWorkSchemas,
  lists: z.array(z.object({ id: z.number().int(), kind: z.enum(listKinds), name: z.string() })),
  doNotContactEntries: z.array(DoNotContactEntry),
  notes: z.array(LeadNote),
  history: z.array(LeadEvent),
})
export type LeadWorkDetails = z.infer<typeof LeadWorkDetails>

const LeadParams = z.object({ id: z.coerce.number().pipe(LeadId) })
const NoteParams = LeadParams.extend({ noteId: z.coerce.number().pipe(LeadId) })

export const getLeadWork = endpoint('GET', '/api/leads/:id/work', {
  params: LeadParams,
  replies: { 200: LeadWorkDetails },
})

const noteMessage = 'Please enter a note'
export const NoteInput = z.strictObject({
  body: z.string(whenMissing(noteMessage)).trim().min(1, noteMessage).max(5000),
})
export type NoteInput = z.infer<typeof NoteInput>

export const addNote = endpoint('POST', '/api/leads/:id/notes', {
  limit: 'lead change',
  params: LeadParams,
  body: NoteInput,
  replies: { 201: LeadNote },
})
export const editNote = endpoint('PATCH', '/api/leads/:id/notes/:noteId', {
  limit: 'lead change',
  params: NoteParams,
  body: NoteInput,
  replies: { 200: LeadNote },
})
export const deleteNote = endpoint('DELETE', '/api/leads/:id/notes/:noteId', {
  limit: 'lead change',
  params: NoteParams,
  replies: { 200: Said },
})

export const LeadAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('status'), status: z.enum(leadStatuses) }),
  /** Null: no follow-up. */
  z.strictObject({ kind: z.literal('followUp'), on: PlannedDay.nullable() }),
  /** Puts them on the user's own do-not-contact list. */
  z.strictObject({ kind: z.literal('doNotContact') }),
  z.strictObject({ kind: z.literal('addToList'), listId: LeadId }),
  z.strictObject({ kind: z.literal('removeFromList'), listId: LeadId }),
])
export type LeadAction = z.infer<typeof LeadAction>

export const LeadActionInput = z
  .strictObject({
    leadIds: z.array(LeadId).min(1).max(leadsPerCall).optional(),
    matching: Matching.optional(),
    action: LeadAction,
  })
  .refine(({ leadIds, matching }) => (leadIds === undefined) !== (matching === undefined), {
    path: ['leadIds'],
    message: 'Send either leadIds or matching',
  })
export type LeadActionInput = z.infer<typeof LeadActionInput>

/** Why a change left leads out, as shown. */
export const leftOutReasons = {
  doNotContactFull: 'your do-not-contact list is full',
  listDeleted: 'the list was deleted',
} as const
type LeftOutReason = keyof typeof leftOutReasons
/** The leads that could no longer be changed when it was their turn. Null if there are none. */
const LeftOut = z
  .object({
    leads: z.number().int(),
    reason: z.enum(Object.keys(leftOutReasons) as [LeftOutReason, ...LeftOutReason[]]),
  })
  .nullable()
export type LeftOut = z.infer<typeof LeftOut>

const outcome = {
  /** The leads that had another value. */
  changed: z.number().int(),
  leftOut: LeftOut,
}
const Changed = z.object({ ...outcome, batchId: z.number().int() })
/** A change that is being made in the background. */
const Changing = z.object({ total: z.number().int(), batchId: z.number().int() })

export const changeLeads = endpoint('POST', '/api/leads/actions', {
  limit: 'lead change',
  body: LeadActionInput,
  bodyLimitBytes: 200_000,
  replies: { 200: Changed, 202: Changing },
})

const BatchParams = z.object({ batchId: z.coerce.number().pipe(LeadId) })

export const getLeadChange = endpoint('GET', '/api/leads/actions/:batchId', {
  params: BatchParams,
  replies: { 200: z.object({ total: z.number().int(), done: z.number().int(), ...outcome }) },
})
/** Undoes a change, except on leads that have been changed again since. */
export const undoLeadChange = endpoint('POST', '/api/leads/actions/:batchId/undo', {
  limit: 'lead change',
  params: BatchParams,
  replies: { 200: Changed, 202: Changing },
})
