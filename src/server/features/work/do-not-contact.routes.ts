import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/leads/do-not-contact.ts'
import type { Deps } from '#server/features/deps.ts'
import { serve } from '#server/http/serve.ts'
import { addDoNotContact, listDoNotContact, removeDoNotContact } from './do-not-contact.usecases.ts'
import { importDoNotContact } from './import-do-not-contact.usecases.ts'

export function doNotContactRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.getDoNotContactEntries, async ({ account, query }) => ({
    status: 200,
    body: await listDoNotContact(deps, account, query),
  }))
  serve(app, deps, contract.addDoNotContactEntries, async ({ account, body }) => ({
    status: 200,
    body: await addDoNotContact(deps, account, body.text),
  }))
  serve(app, deps, contract.importDoNotContactEntries, async ({ account, network, rawBody }) => ({
    status: 200,
    body: await importDoNotContact(deps, { account, network, bytes: rawBody }),
  }))
  serve(app, deps, contract.deleteDoNotContactEntry, async ({ account, params }) => {
    await removeDoNotContact(deps, account, params.id)
    return { status: 200, body: { message: 'The entry was removed from your list' } }
  })
}
