import { z } from 'zod'
import { endpoint, Said } from '../endpoint.ts'
import { oneLine, whenMissing } from '../messages.ts'
import { LeadId } from '../row-id.ts'

/** Lists and tags are both named sets of leads. A lead shows its tags wherever it is listed. */
export const listKinds = ['list', 'tag'] as const
export type ListKind = (typeof listKinds)[number]
/** Tags of an account. The plan says how many lists it can have. */
export const tagLimit = 100

export const LeadList = z.object({
  id: z.number().int(),
  kind: z.enum(listKinds),
  name: z.string(),
  leadCount: z.number().int(),
  createdAt: z.iso.datetime(),
})
export type LeadList = z.infer<typeof LeadList>

const nameMessage = 'Please enter a name'
const ListName = z.string(whenMissing(nameMessage)).overwrite(oneLine).min(1, nameMessage).max(80)
export const LeadListName = z.strictObject({ name: ListName })
export type LeadListName = z.infer<typeof LeadListName>
/** Without a kind, a list. */
export const LeadListInput = LeadListName.extend({ kind: z.enum(listKinds).optional() })
export type LeadListInput = z.infer<typeof LeadListInput>
const ListParams = z.object({ id: z.coerce.number().pipe(LeadId) })

export const getLeadLists = endpoint('GET', '/api/lists', { replies: { 200: z.object({ lists: z.array(LeadList) }) } })
export const createLeadList = endpoint('POST', '/api/lists', {
  limit: 'lead change',
  body: LeadListInput,
  replies: { 201: LeadList },
})
export const renameLeadList = endpoint('PATCH', '/api/lists/:id', {
  limit: 'lead change',
  params: ListParams,
  body: LeadListName,
  replies: { 200: LeadList },
})
/** Deletes a list or a tag; its leads stay. */
export const deleteLeadList = endpoint('DELETE', '/api/lists/:id', {
  limit: 'lead change',
  params: ListParams,
  replies: { 200: Said },
})
