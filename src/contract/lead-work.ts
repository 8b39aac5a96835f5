import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { leadStatuses, leadWorkSchemas, PlannedDay } from './lead-status.ts'
import { LeadId } from './leads.ts'
import { whenMissing } from './messages.ts'

/** Notes of one lead, and of an account. */
export const noteLimits = { perLead: 100, perAccount: 20_000 } as const
/** Leads that one call can change by their ids. */
export const leadsPerChange = 5000
/** Leads that an account can change in 24 hours, counting each change. */
export const changesPerDay = 500_000
/** The newest changes of a lead that its history shows. */
export const historyLength = 100

export const LeadNote = z.object({
  id: z.number().int(),
  body: z.string(),
  createdAt: z.iso.datetime(),
  /** Null if it was never edited. */
  editedAt: z.iso.datetime().nullable(),
})
export type LeadNote = z.infer<typeof LeadNote>

export const historyKinds = ['status', 'followUp', 'note'] as const
export const LeadEvent = z.object({
  id: z.number().int(),
  kind: z.enum(historyKinds),
  /** The value before, such as "contacted"; null for none. */
  was: z.string().nullable(),
  /** The value after it. For a note: added, edited, or deleted. */
  becomes: z.string().nullable(),
  at: z.iso.datetime(),
})
export type LeadEvent = z.infer<typeof LeadEvent>

export const LeadWorkDetails = z.object({
  ...leadWorkSchemas,
  /** Newest first. */
  notes: z.array(LeadNote),
  /** Newest first. */
  history: z.array(LeadEvent),
})
export type LeadWorkDetails = z.infer<typeof LeadWorkDetails>

const LeadParams = z.object({ id: z.coerce.number().pipe(LeadId) })
const NoteParams = LeadParams.extend({ noteId: z.coerce.number().pipe(LeadId) })

export const getLeadWork = endpoint({
  method: 'GET',
  path: '/api/leads/:id/work',
  access: 'user',
  summary: "The status, notes, and history of one of the user's leads",
  params: LeadParams,
  replies: { 200: LeadWorkDetails },
})

const noteMessage = 'Please enter a note'
export const NoteInput = z.strictObject({
  body: z.string(whenMissing(noteMessage)).trim().min(1, noteMessage).max(5000),
})
export type NoteInput = z.infer<typeof NoteInput>

export const addNote = endpoint({
  method: 'POST',
  path: '/api/leads/:id/notes',
  access: 'user',
  limit: 'lead change',
  summary: 'Adds a note to a lead',
  refuses: ['TOO_MANY_NOTES'],
  params: LeadParams,
  body: NoteInput,
  replies: { 201: LeadNote },
})
export const editNote = endpoint({
  method: 'PATCH',
  path: '/api/leads/:id/notes/:noteId',
  access: 'user',
  limit: 'lead change',
  summary: 'Changes a note',
  params: NoteParams,
  body: NoteInput,
  replies: { 200: LeadNote },
})
export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/api/leads/:id/notes/:noteId',
  access: 'user',
  limit: 'lead change',
  summary: 'Deletes a note',
  params: NoteParams,
  replies: { 200: z.object({ message: z.string() }) },
})

export const LeadAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('status'), status: z.enum(leadStatuses) }),
  /** Null: no follow-up. */
  z.strictObject({ kind: z.literal('followUp'), on: PlannedDay.nullable() }),
])
export type LeadAction = z.infer<typeof LeadAction>

export const LeadActionInput = z.strictObject({
  leadIds: z.array(LeadId).min(1).max(leadsPerChange),
  action: LeadAction,
})
export type LeadActionInput = z.infer<typeof LeadActionInput>

export const changeLeads = endpoint({
  method: 'POST',
  path: '/api/leads/actions',
  access: 'user',
  limit: 'lead change',
  summary: 'Changes the same thing on several leads',
  body: LeadActionInput,
  replies: {
    200: z.object({
      /** The leads that had another value. */
      changed: z.number().int(),
      batchId: z.number().int(),
    }),
  },
})

export const leadWorkEndpoints = [getLeadWork, addNote, editNote, deleteNote, changeLeads]
