import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import {
  createLeadList,
  deleteLeadList,
  getLeadLists,
  type LeadList,
  type LeadListName,
  type ListKind,
  renameLeadList,
} from '#contract/leads/lead-lists.ts'
import { byName } from '#contract/leads/lead-texts.ts'
import { call } from '../../shared/api/call.ts'
import { changeCached, deleteById, refresh, withFailure } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

const leadListsQuery = withFailure(
  'Failed to fetch lists',
  queryOptions({
    queryKey: ['lead-lists'],
    queryFn: async ({ signal }) => (await call(getLeadLists, { signal })).lists,
  }),
)

const ofKind: Record<ListKind, (lists: LeadList[]) => LeadList[]> = {
  list: lists => lists.filter(({ kind }) => kind === 'list'),
  tag: lists => lists.filter(({ kind }) => kind === 'tag'),
}
export const leadListsOf = (kind: ListKind) => ({ ...leadListsQuery, select: ofKind[kind] })
export const useLeadLists = (kind: ListKind) => useQuery(leadListsOf(kind))

/** Lists of leads show the names of tags. The names of lists are shown only in the details of a lead. */
function refreshNames(client: QueryClient, kind: ListKind): void {
  void refresh(client, 'lead-work', ...(kind === 'tag' ? ['leads', 'search-results'] : []))
}

/** Creates a list or a tag, or renames the one with this id. */
export const useSaveLeadList = (kind: ListKind, listId?: number) =>
  useMutation({
    mutationFn: (body: LeadListName) =>
      listId === undefined
        ? call(createLeadList, { body: { ...body, kind } })
        : call(renameLeadList, { params: { id: listId }, body }),
    onSuccess: (saved, _input, client) => {
      if (listId !== undefined) refreshNames(client, kind)
      changeCached(client, leadListsQuery.queryKey, lists =>
        [...lists.filter(({ id }) => id !== saved.id), saved].toSorted((a, b) => byName(a.name, b.name)),
      )
    },
    // Another tab may have deleted it, or used its name.
    onError: (_error, _input, client) => client.invalidateQueries(leadListsQuery),
  })

export const useDeleteLeadList = (kind: ListKind) =>
  useMutation({
    mutationFn: (id: number) => deleteById(deleteLeadList, id),
    onSuccess: (_answer, id, client) => {
      changeCached(client, leadListsQuery.queryKey, lists => lists.filter(list => list.id !== id))
      refreshNames(client, kind)
      showToast({
        title: kind === 'tag' ? 'Tag deleted' : 'List deleted',
        description: 'Its leads are still in All Leads.',
      })
    },
    failure: `The ${kind} was not deleted`,
  })
