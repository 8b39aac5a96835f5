import { queryOptions } from '@tanstack/react-query'
import { type ApiKeyInput, createApiKey, getApiKeys, revokeApiKey } from '#contract/accounts/api-keys.ts'
import { call } from '../../shared/api/call.ts'
import { changeCached, deleteById, withFailure } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'

export const apiKeysQuery = withFailure(
  'Failed to fetch API keys',
  queryOptions({ queryKey: ['api-keys'], queryFn: async ({ signal }) => (await call(getApiKeys, { signal })).apiKeys }),
)

export const useCreateApiKey = () =>
  useMutation({
    mutationFn: (body: ApiKeyInput) => call(createApiKey, { body }),
    onSuccess: ({ apiKey }, _input, client) => changeCached(client, apiKeysQuery.queryKey, keys => [apiKey, ...keys]),
  })

export const useRevokeApiKey = () =>
  useMutation({
    mutationFn: (id: number) => deleteById(revokeApiKey, id),
    onSuccess: (_answer, id, client) =>
      changeCached(client, apiKeysQuery.queryKey, keys => keys.filter(key => key.id !== id)),
    done: 'API key revoked',
    failure: 'The key was not revoked',
  })
