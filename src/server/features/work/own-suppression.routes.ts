import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/leads/own-suppression.ts'
import type { Deps } from '#server/features/deps.ts'
import { serve } from '#server/http/serve.ts'
import { importDoNotContact } from './import-own-list.usecases.ts'
import { addDoNotContact, listDoNotContact, removeDoNotContact } from './own-suppression.usecases.ts'

export function ownSuppressionRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.getOwnEntries, async ({ account, query }) => ({
    status: 200,
    body: await listDoNotContact(deps, account, query),
  }))
  serve(app, deps, contract.addOwnEntries, async ({ account, body }) => ({
    status: 200,
    body: await addDoNotContact(deps, account, body.text),
  }))
  serve(app, deps, contract.importOwnEntries, async ({ account, network, rawBody }) => ({
    status: 200,
    body: await importDoNotContact(deps, { account, network, bytes: rawBody }),
  }))
  serve(app, deps, contract.deleteOwnEntry, async ({ account, params }) => {
    await removeDoNotContact(deps, account, params.id)
    return { status: 200, body: { message: 'The entry was removed from your list' } }
  })
}
