import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/leads/lead-work.ts'
import type { Deps } from '#server/features/deps.ts'
import { serve } from '#server/http/serve.ts'
import { changeLeads, readLeadChange, undoLeadChange } from './change-leads.usecases.ts'
import { addNote, deleteNote, editNote } from './notes.usecases.ts'
import { readWork } from './read-work.usecases.ts'

export function workRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.getLeadWork, async ({ account, params }) => ({
    status: 200,
    body: await readWork(deps, account, params.id),
  }))
  serve(app, deps, contract.changeLeads, async ({ account, body }) => answerOf(await changeLeads(deps, account, body)))
  serve(app, deps, contract.getLeadChange, async ({ account, params }) => ({
    status: 200,
    body: await readLeadChange(deps, account.id, params.batchId),
  }))
  serve(app, deps, contract.undoLeadChange, async ({ account, params }) =>
    answerOf(await undoLeadChange(deps, account, params.batchId)),
  )
  serve(app, deps, contract.addNote, async ({ account, params, body }) => ({
    status: 201,
    body: await addNote(deps, account, { ...params, ...body }),
  }))
  serve(app, deps, contract.editNote, async ({ account, params, body }) => ({
    status: 200,
    body: await editNote(deps, account, params, body),
  }))
  serve(app, deps, contract.deleteNote, async ({ account, params }) => {
    await deleteNote(deps, account, params)
    return { status: 200, body: { message: 'Note deleted' } }
  })
}

const answerOf = (result: Awaited<ReturnType<typeof changeLeads>>) =>
  'changed' in result ? ({ status: 200, body: result } as const) : ({ status: 202, body: result } as const)
