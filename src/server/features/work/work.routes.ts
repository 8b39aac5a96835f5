import type { FastifyInstance } from 'fastify'
import * as doNotContact from '#contract/leads/do-not-contact.ts'
import * as lists from '#contract/leads/lead-lists.ts'
import * as contract from '#contract/leads/lead-work.ts'
import type { Deps } from '#server/features/deps.ts'
import { serve } from '#server/http/serve.ts'
import { changeLeads, readLeadChange, undoLeadChange } from './change-leads.usecases.ts'
import { addDoNotContact, listDoNotContact, removeDoNotContact } from './do-not-contact.usecases.ts'
import { importDoNotContact } from './import-do-not-contact.usecases.ts'
import { createLeadList, deleteLeadList, listLeadLists, renameLeadList } from './lead-lists.usecases.ts'
import { addNote, deleteNote, editNote } from './notes.usecases.ts'
import { readWork } from './read-work.usecases.ts'

export function workRoutes(app: FastifyInstance, deps: Deps): void {
  listRoutes(app, deps)
  doNotContactRoutes(app, deps)
  serve(app, deps, contract.getLeadWork, async ({ account, params }) => readWork(deps, account, params.id))
  serve(app, deps, contract.changeLeads, async ({ account, body }) => answerOf(await changeLeads(deps, account, body)))
  serve(app, deps, contract.getLeadChange, async ({ account, params }) =>
    readLeadChange(deps, account.id, params.batchId),
  )
  serve(app, deps, contract.undoLeadChange, async ({ account, params }) =>
    answerOf(await undoLeadChange(deps, account, params.batchId)),
  )
  serve(app, deps, contract.addNote, async ({ account, params, body }) =>
    addNote(deps, account, { ...params, ...body }),
  )
  serve(app, deps, contract.editNote, async ({ account, params, body }) => editNote(deps, account, params, body))
  serve(app, deps, contract.deleteNote, async ({ account, params }) => {
    await deleteNote(deps, account, params)
    return { message: 'Note deleted' }
  })
}

const answerOf = (result: Awaited<ReturnType<typeof changeLeads>>) =>
  'changed' in result ? ({ status: 200, body: result } as const) : ({ status: 202, body: result } as const)

function doNotContactRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, doNotContact.getDoNotContactEntries, async ({ account, query }) =>
    listDoNotContact(deps, account, query),
  )
  serve(app, deps, doNotContact.addDoNotContactEntries, async ({ account, body }) =>
    addDoNotContact(deps, account, body.text),
  )
  serve(app, deps, doNotContact.importDoNotContactEntries, async ({ account, network, rawBody }) =>
    importDoNotContact(deps, { account, network, bytes: rawBody }),
  )
  serve(app, deps, doNotContact.deleteDoNotContactEntry, async ({ account, params }) => {
    await removeDoNotContact(deps, account, params.id)
    return { message: 'The entry was removed from your list' }
  })
}

function listRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, lists.getLeadLists, async ({ account }) => listLeadLists(deps, account))
  serve(app, deps, lists.createLeadList, async ({ account, body }) => createLeadList(deps, account, body))
  serve(app, deps, lists.renameLeadList, async ({ account, params, body }) =>
    renameLeadList(deps, account, params.id, body),
  )
  serve(app, deps, lists.deleteLeadList, async ({ account, params }) => {
    await deleteLeadList(deps, account, params.id)
    return { message: 'List deleted' }
  })
}
