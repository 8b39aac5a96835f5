import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/leads/lead-lists.ts'
import type { Deps } from '#server/features/deps.ts'
import { serve } from '#server/http/serve.ts'
import { createLeadList, deleteLeadList, listLeadLists, renameLeadList } from './lead-lists.usecases.ts'

export function leadListRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.getLeadLists, async ({ account }) => ({
    status: 200,
    body: await listLeadLists(deps, account),
  }))
  serve(app, deps, contract.createLeadList, async ({ account, body }) => ({
    status: 201,
    body: await createLeadList(deps, account, body),
  }))
  serve(app, deps, contract.renameLeadList, async ({ account, params, body }) => ({
    status: 200,
    body: await renameLeadList(deps, account, params.id, body),
  }))
  serve(app, deps, contract.deleteLeadList, async ({ account, params }) => {
    await deleteLeadList(deps, account, params.id)
    return { status: 200, body: { message: 'List deleted' } }
  })
}
