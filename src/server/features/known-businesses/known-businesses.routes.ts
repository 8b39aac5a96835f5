import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/leads/known-businesses.ts'
import type { Deps } from '#server/features/deps.ts'
import { serve } from '#server/http/serve.ts'
import { deleteKnownFile, importFile, knownReport, listKnownFiles, readColumns } from './known-businesses.usecases.ts'

export function knownBusinessRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.getKnownFiles, async ({ account }) => ({
    status: 200,
    body: await listKnownFiles(deps, account),
  }))
  serve(app, deps, contract.readKnownColumns, async ({ account, network, rawBody }) => ({
    status: 200,
    body: await readColumns(deps, { account, network, bytes: rawBody }),
  }))
  serve(app, deps, contract.importKnownFile, async ({ account, network, query, rawBody }) => ({
    status: 200,
    body: await importFile(deps, { account, network, bytes: rawBody, ...query }),
  }))
  serve(app, deps, contract.getKnownReport, async ({ account, params }) => ({
    status: 200,
    body: await knownReport(deps, account, params.id),
  }))
  serve(app, deps, contract.deleteKnownFile, async ({ account, params }) => {
    await deleteKnownFile(deps, account, params.id)
    return { status: 200, body: { message: 'The file was deleted' } }
  })
}
