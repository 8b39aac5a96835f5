import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { LeadWork } from '#contract/leads/lead-status.ts'
import { byName } from '#contract/leads/lead-texts.ts'
import { addNote, changeLeads, deleteNote, editNote, getLeadWork, type LeadAction } from '#contract/leads/lead-work.ts'
import { type Lead, withoutContacts } from '#contract/leads/leads.ts'
import { call } from '../../shared/api/call.ts'
import { read } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { refreshDoNotContact } from './do-not-contact.queries.ts'
import { changeOpenLead } from './selection.tsx'

export const leadWorkRead = (leadId: number) =>
  read(['lead-work', leadId], 'Failed to fetch the notes', getLeadWork, { params: { id: leadId } })

export const useLeadWork = (leadId: number) => useQuery(leadWorkRead(leadId))

type MarkAction = Extract<LeadAction, { kind: 'status' | 'followUp' | 'doNotContact' }>

/** Changes the status or the follow-up of one lead, or puts it on the user's own do-not-contact list. */
export const useChangeLead = (leadId: number) =>
  useMutation({
    mutationFn: (action: MarkAction) => call(changeLeads, { body: { leadIds: [leadId], action } }),
    inOrder: true,
    onSuccess: (_, action, client) => {
      if (action.kind === 'doNotContact') {
        changeShown(client, new Set([leadId]), () => ({ doNotContact: true, ...withoutContacts }))
        return refreshDoNotContact(client)
      }
      const work = action.kind === 'status' ? { status: action.status } : { followUpOn: action.on }
      return noteWork(client, new Set([leadId]), () => work)
    },
    failure: 'The lead was not changed',
  })

export const useTagLead = (leadId: number) =>
  useMutation({
    mutationFn: ({ tag, isAdded }: { tag: { id: number; name: string }; isAdded: boolean }) =>
      call(changeLeads, {
        body: { leadIds: [leadId], action: { kind: isAdded ? 'addToList' : 'removeFromList', listId: tag.id } },
      }),
    inOrder: true,
    onSuccess: (_, { tag, isAdded }, client) => {
      void client.invalidateQueries({ queryKey: ['lead-lists'] })
      return noteWork(client, new Set([leadId]), ({ tags }) => ({
        tags: [...tags.filter(name => name !== tag.name), ...(isAdded ? [tag.name] : [])].toSorted(byName),
      }))
    },
    failure: 'The tag was not changed',
  })

export const useAddNote = (leadId: number, onSaved: (body: string) => void) =>
  useMutation({
    mutationFn: (body: string) => call(addNote, { params: { id: leadId }, body: { body } }),
    onSuccess: (_, body, client) => {
      onSaved(body)
      return readWork(client)
    },
    failure: 'The note was not saved',
  })

export const useEditNote = (leadId: number, onSaved: (body: string) => void) =>
  useMutation({
    mutationFn: ({ noteId, body }: { noteId: number; body: string }) =>
      call(editNote, { params: { id: leadId, noteId }, body: { body } }),
    onSuccess: (_, { body }, client) => {
      onSaved(body)
      return readWork(client)
    },
    failure: 'The note was not saved',
  })

export const useDeleteNote = (leadId: number) =>
  useMutation({
    mutationFn: (noteId: number) => call(deleteNote, { params: { id: leadId, noteId } }),
    onSuccess: (_reply, _input, client) => readWork(client),
    failure: 'The note was not deleted',
  })

type Change = (before: LeadWork) => Partial<LeadWork>

export function noteWork(client: QueryClient, leadIds: ReadonlySet<number>, change: Change): Promise<void> {
  changeShown(client, leadIds, change)
  return readWork(client)
}

const readWork = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: ['lead-work'] })

/**
 * Shows changes of leads in all loaded lists. A lead stays in its row, even if it would now be sorted elsewhere, and in
 * its details, even if it no longer matches the filter of its list.
 */
export function changeShown(
  client: QueryClient,
  leadIds: ReadonlySet<number>,
  change: (before: Lead) => Partial<Lead>,
): void {
  const changedOne = (lead: Lead): Lead => (leadIds.has(lead.id) ? { ...lead, ...change(lead) } : lead)
  const changed = (leads: readonly Lead[]) => leads.map(changedOne)
  changeOpenLead(changedOne)
  for (const queryKey of [['search-results'], ['leads', 'all']]) {
    client.setQueriesData<{ leads?: readonly Lead[]; items?: readonly Lead[] }>(
      { queryKey },
      lists =>
        lists && {
          ...lists,
          ...(lists.leads && { leads: changed(lists.leads) }),
          ...(lists.items && { items: changed(lists.items) }),
        },
    )
    void client.invalidateQueries({ queryKey, refetchType: 'none' })
  }
}
