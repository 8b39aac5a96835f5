import { z } from 'zod'
import { described } from '../described.ts'
import { endpoint } from '../endpoint.ts'
import { leadStatuses } from '../leads/lead-status.ts'
import { LeadId } from '../row-id.ts'
import { apiOutputs } from './api-v1-schemas.ts'
import { workOutputs } from './api-v1-work-schemas.ts'

/** The most items in one answer. */
const triggerLength = 100

export const StatusChange = z.object({
  id: LeadId,
  leadId: LeadId,
  businessName: z.string(),
  was: z.enum(leadStatuses),
  becomes: z.enum(leadStatuses),
  at: z.iso.datetime(),
})
export type StatusChange = z.infer<typeof StatusChange>

/** A new business of a saved search that the account does not have. Its name is secret until it is pulled. */
export const SearchHit = z.object({
  id: LeadId,
  savedSearchId: LeadId,
  savedSearch: z.string(),
  town: z.string().nullable(),
  foundAt: z.iso.datetime(),
})
export type SearchHit = z.infer<typeof SearchHit>

const { becomes, at, id } = workOutputs.LeadEvent.shape
export const triggerOutputs = {
  StatusChange: described(StatusChange, {
    id: id.description ?? '',
    leadId: 'Id of the lead',
    businessName: 'Name of the business',
    was: 'The status before',
    becomes: becomes.description ?? '',
    at: at.description ?? '',
  }),
  SearchHit: described(SearchHit, {
    id: 'Id of the new business; it never changes',
    savedSearchId: 'Id of the saved search. `POST /api/v1/saved-searches/{savedSearchId}/searches` gets the business',
    savedSearch: 'What you call the saved search',
    town: 'Town and state of the business; null if the source does not say',
    foundAt: 'When a newer release brought it',
  }),
}

const trigger = {
  access: 'read key',
  feature: 'api',
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(triggerLength).default(triggerLength).describe('How many of the newest'),
  }),
} as const
const details =
  'For tools that poll: returns a bare array, newest first. Each item has an `id` that never changes. Costs nothing.'

export const pollNewLeads = endpoint('GET', '/api/v1/triggers/new-leads', {
  ...trigger,
  summary: 'The newest leads',
  details,
  replies: { 200: z.array(apiOutputs.Lead) },
})
export const pollStatusChanges = endpoint('GET', '/api/v1/triggers/status-changes', {
  ...trigger,
  summary: 'The newest changes of the status of leads',
  details,
  replies: { 200: z.array(triggerOutputs.StatusChange) },
})
export const pollHits = endpoint('GET', '/api/v1/triggers/hits', {
  ...trigger,
  summary: 'The newest businesses of saved searches that the account does not have',
  details: `${details} News is kept for 90 days.`,
  replies: { 200: z.array(triggerOutputs.SearchHit) },
})
