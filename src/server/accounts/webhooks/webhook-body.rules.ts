import type { ChangeCounts } from '#contract/leads/known-businesses.ts'
import { knownFilePage } from '#contract/pages.ts'
import type { Links } from '#server/platform/mail/links.ts'

export type StatusChange = { eventId: number; leadId: number; was: string | null; becomes: string | null }
/** What is stored of each event: ids, and what was changed, but no contacts. The name of a list is the user's own. */
export type WebhookContents = {
  'lead.pulled': { searchId: number | null; leadIds: readonly number[] }
  'lead.changed': { leads: readonly { id: number; changed: string[] }[] }
  'lead.status_changed': { changes: readonly StatusChange[] }
  'lead.site_checked': { leads: readonly { id: number; hasStopped: boolean }[] }
  'saved_search.hits': { savedSearchId: number; newBusinesses: number }
  'list.changed': { fileId: number; name: string; changes: ChangeCounts }
  'quota.low': { quota: 'searches' | 'contactPulls'; remaining: number; monthlyQuota: number }
  test: { message: string }
}
export type StoredEvent = {
  [Type in keyof WebhookContents]: { type: Type; content: WebhookContents[Type] }
}[keyof WebhookContents]

/** The body of a message: what happened, with a link to read the current state of each thing. */
export const webhookBody = (event: StoredEvent, { at, links }: { at: Date; links: Links }): string =>
  JSON.stringify({ type: event.type, timestamp: at.toISOString(), data: dataOf(event, links) })

function dataOf(event: StoredEvent, { to }: Links): object {
  const lead = (id: number) => ({ id, url: to(`/api/v1/leads/${id}`) })
  switch (event.type) {
    case 'lead.pulled': {
      const { searchId, leadIds } = event.content
      const searchUrl = searchId === null ? null : to(`/api/v1/searches/${searchId}`)
      return { searchId, searchUrl, leads: leadIds.map(lead) }
    }
    case 'lead.changed':
      return { leads: event.content.leads.map(({ id, changed }) => ({ ...lead(id), changed })) }
    case 'lead.site_checked':
      return {
        leads: event.content.leads.map(({ id, hasStopped }) => ({
          id,
          url: to(`/api/v1/leads/${id}/site-facts`),
          hasStopped,
        })),
      }
    case 'lead.status_changed':
      return {
        changes: event.content.changes.map(({ eventId, leadId, was, becomes }) => ({
          eventId,
          lead: lead(leadId),
          was,
          becomes,
        })),
      }
    case 'saved_search.hits':
      return { ...event.content, url: to('/api/v1/saved-searches') }
    case 'list.changed':
      return { ...event.content, url: to(knownFilePage(event.content.fileId)) }
    case 'quota.low':
      return { ...event.content, url: to('/api/v1/usage') }
    default:
      return event.content
  }
}
