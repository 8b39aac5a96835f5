import type { QueryClient } from '@tanstack/react-query'
import { deleteDoNotContactEntry } from '#contract/leads/do-not-contact.ts'
import { deleteById } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'

/** Refreshes everything that shows leads, because their contacts appear or disappear. */
export function refreshDoNotContact(client: QueryClient): Promise<void> {
  for (const queryKey of [['leads'], ['search-results'], ['lead-work'], ['search-previews']])
    void client.invalidateQueries({ queryKey })
  return client.invalidateQueries({ queryKey: ['do-not-contact'] })
}

export const useRemoveDoNotContactEntry = () =>
  useMutation({
    mutationFn: (id: number) => deleteById(deleteDoNotContactEntry, id),
    onSuccess: (_reply, _input, client) => refreshDoNotContact(client),
    failure: 'The entry was not removed',
  })
