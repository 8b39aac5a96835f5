import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { oneLine, whenMissing } from '../messages.ts'
import { alertFrequencies } from '../plans.ts'
import { LeadId } from '../row-id.ts'
import { Search, SearchResult } from './searches.ts'

export const newsDays = 90
/** The newest changes of leads that the list shows. */
export const leadNewsLength = 50

const nameMessage = 'Please enter a name'
const SavedSearchName = z.string(whenMissing(nameMessage)).overwrite(oneLine).min(1, nameMessage).max(100)

export const SavedSearch = z.object({
  id: z.number().int(),
  name: z.string(),
  isMailed: z.boolean(),
  createdAt: z.iso.datetime(),
  search: Search,
  newBusinesses: z.number().int(),
  searches: z.number().int(),
})
export type SavedSearch = z.infer<typeof SavedSearch>

export const leadNewsKinds = ['changed', 'closed', 'vanished', 'stopped'] as const
export const changedFacts = ['name', 'phone', 'website', 'email', 'address'] as const
export const LeadNews = z.object({
  id: z.number().int(),
  leadId: z.number().int(),
  businessName: z.string(),
  kind: z.enum(leadNewsKinds),
  what: z.array(z.enum(changedFacts)),
  foundAt: z.iso.datetime(),
})
export type LeadNews = z.infer<typeof LeadNews>

export const AlertSettings = z.object({
  frequency: z.enum(alertFrequencies),
  /** What stopped the emails, if it was not the user's choice in the settings. */
  stoppedBy: z.enum(['unsubscribe link', 'mail server']).nullable(),
  /** When the next email can come, if there is news by then. Null: there are no emails. */
  nextEmailAt: z.iso.datetime().nullable(),
})
export type AlertSettings = z.infer<typeof AlertSettings>

export const SavedSearches = z.object({
  settings: AlertSettings,
  /** Newest first. */
  savedSearches: z.array(SavedSearch),
  /** Newest first. */
  leadNews: z.array(LeadNews),
})
export type SavedSearches = z.infer<typeof SavedSearches>

const Params = z.object({ id: z.coerce.number().pipe(LeadId) })

export const getSavedSearches = endpoint('GET', '/api/saved-searches', {
  replies: { 200: SavedSearches },
})
export const SavedSearchInput = z.strictObject({ searchId: LeadId, name: SavedSearchName })
export type SavedSearchInput = z.infer<typeof SavedSearchInput>
export const SavedSearchAnswer = AlertSettings.pick({ nextEmailAt: true }).extend({ id: z.number().int() })
export type SavedSearchAnswer = z.infer<typeof SavedSearchAnswer>
export const saveSearch = endpoint('POST', '/api/saved-searches', {
  limit: 'lead change',
  refuses: ['TOO_MANY_SAVED_SEARCHES'],
  body: SavedSearchInput,
  replies: { 201: SavedSearchAnswer },
})
export const SavedSearchChange = z.strictObject({ name: SavedSearchName.optional(), isMailed: z.boolean().optional() })
export type SavedSearchChange = z.infer<typeof SavedSearchChange>
const Done = z.object({ message: z.string() })
export const changeSavedSearch = endpoint('PATCH', '/api/saved-searches/:id', {
  limit: 'lead change',
  params: Params,
  body: SavedSearchChange,
  replies: { 200: Done },
})
export const deleteSavedSearch = endpoint('DELETE', '/api/saved-searches/:id', {
  limit: 'lead change',
  params: Params,
  replies: { 200: Done },
})
export const runSavedSearch = endpoint('POST', '/api/saved-searches/:id/run', {
  limit: 'search',
  params: Params,
  body: z.strictObject({
    /** How many new businesses the user was shown: no more are charged. */
    newBusinesses: z.number().int().min(1).max(999_999),
  }),
  replies: { 200: SearchResult },
})
export const AlertSettingsInput = AlertSettings.pick({ frequency: true }).strict()
export const changeAlertSettings = endpoint('PUT', '/api/alert-settings', {
  limit: 'lead change',
  body: AlertSettingsInput,
  replies: { 200: AlertSettings },
})
export const unsubscribe = endpoint('POST', '/api/unsubscribe', {
  access: 'public',
  ignoresBody: true,
  query: z.strictObject({
    token: z.string().regex(/^[1-9]\d{0,8}\.[\w-]{22}$/, 'This link is not complete. Please copy all of it.'),
  }),
  replies: { 200: Done },
})
