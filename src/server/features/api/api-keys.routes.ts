import * as contract from '#contract/accounts/api-keys.ts'
import * as programs from '#contract/accounts/programs.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '#server/accounts/keys/api-keys.usecases.ts'
import { readPrograms, stopPrograms } from '#server/accounts/programs/programs.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { confirmed, type Serve } from '#server/http/serve.ts'

export function apiKeyRoutes(serve: Serve, deps: Deps): void {
  serve(contract.getApiKeys, async ({ account }) => ({ apiKeys: await listApiKeys(deps, account) }))
  serve(contract.createApiKey, async ({ account, body }) => createApiKey(deps, account, body))
  serve(contract.revokeApiKey, async ({ account, params }) =>
    confirmed(revokeApiKey(deps, account, params.id), 'API key revoked'),
  )
  serve(programs.getPrograms, async ({ account }) => readPrograms(deps, account))
  serve(programs.stopPrograms, async ({ account }) => stopPrograms(deps, account))
}
