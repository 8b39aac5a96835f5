import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { type ApiKeyInput, createApiKey, getApiKeys, revokeApiKey } from '#contract/accounts/api-keys.ts'
import { call } from '../../shared/api/call.ts'
import { failedTo, showError } from '../../shared/api/failures.ts'
import { changeCached } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async ({ signal }) => (await call(getApiKeys, { signal })).apiKeys,
  meta: { failure: failedTo('Failed to fetch API keys') },
})

export function useCreateApiKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ApiKeyInput) => call(createApiKey, { body }),
    onSuccess: ({ apiKey }) => changeCached(client, apiKeysQuery.queryKey, keys => [apiKey, ...keys]),
  })
}

export function useRevokeApiKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(revokeApiKey, { params: { id } }),
    onSuccess: (_answer, id) => {
      changeCached(client, apiKeysQuery.queryKey, keys => keys.filter(key => key.id !== id))
      showToast({ title: 'API key revoked' })
    },
    onError: error => showError('The key was not revoked', error),
  })
}
