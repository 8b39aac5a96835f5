import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/accounts/api-keys.ts'
import * as programs from '#contract/accounts/programs.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '#server/accounts/keys/api-keys.usecases.ts'
import { readPrograms, stopPrograms } from '#server/accounts/programs/programs.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { serve } from '#server/http/serve.ts'

export function apiKeyRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.getApiKeys, async ({ account }) => ({ apiKeys: await listApiKeys(deps, account) }))
  serve(app, deps, contract.createApiKey, async ({ account, body }) => createApiKey(deps, account, body))
  serve(app, deps, contract.revokeApiKey, async ({ account, params }) => {
    await revokeApiKey(deps, account, params.id)
    return { message: 'API key revoked' }
  })
  serve(app, deps, programs.getPrograms, async ({ account }) => readPrograms(deps, account))
  serve(app, deps, programs.stopPrograms, async ({ account }) => stopPrograms(deps, account))
}
