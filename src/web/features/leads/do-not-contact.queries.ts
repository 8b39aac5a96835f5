import type { QueryClient } from '@tanstack/react-query'
import { deleteDoNotContactEntry } from '#contract/leads/do-not-contact.ts'
import { deleteById, refresh } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'

/** Refreshes everything that shows leads or their news, because their contacts appear or disappear. */
export function refreshDoNotContact(client: QueryClient): Promise<unknown> {
  void refresh(client, 'leads', 'search-results', 'lead-work', 'search-previews', 'saved-searches')
  return refresh(client, 'do-not-contact')
}

export const useRemoveDoNotContactEntry = () =>
  useMutation({
    mutationFn: (id: number) => deleteById(deleteDoNotContactEntry, id),
    onSuccess: (_reply, _input, client) => refreshDoNotContact(client),
    failure: 'The entry was not removed',
  })
