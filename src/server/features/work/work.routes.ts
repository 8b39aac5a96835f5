import * as doNotContact from '#contract/leads/do-not-contact.ts'
import * as lists from '#contract/leads/lead-lists.ts'
import * as contract from '#contract/leads/lead-work.ts'
import type { Deps } from '#server/features/deps.ts'
import { accepted, confirmed, type Serve } from '#server/http/serve.ts'
import { changeLeads, readLeadChange, undoLeadChange } from './change-leads.usecases.ts'
import { addDoNotContact, listDoNotContact, removeDoNotContact } from './do-not-contact.usecases.ts'
import { importDoNotContact } from './import-do-not-contact.usecases.ts'
import { createLeadList, deleteLeadList, listLeadLists, renameLeadList } from './lead-lists.usecases.ts'
import { addNote, deleteNote, editNote } from './notes.usecases.ts'
import { readWork } from './read-work.usecases.ts'

export function workRoutes(serve: Serve, deps: Deps): void {
  listRoutes(serve, deps)
  doNotContactRoutes(serve, deps)
  serve(contract.getLeadWork, async ({ account, params }) => readWork(deps, account, params.id))
  serve(contract.changeLeads, async ({ account, body }) => accepted(await changeLeads(deps, account, body), 'total'))
  serve(contract.getLeadChange, async ({ account, params }) => readLeadChange(deps, account.id, params.batchId))
  serve(contract.undoLeadChange, async ({ account, params }) =>
    accepted(await undoLeadChange(deps, account, params.batchId), 'total'),
  )
  serve(contract.addNote, async ({ account, params, body }) => addNote(deps, account, { ...params, ...body }))
  serve(contract.editNote, async ({ account, params, body }) => editNote(deps, account, params, body))
  serve(contract.deleteNote, async ({ account, params }) =>
    confirmed(deleteNote(deps, account, params), 'Note deleted'),
  )
}

function doNotContactRoutes(serve: Serve, deps: Deps): void {
  serve(doNotContact.getDoNotContactEntries, async ({ account, query }) => listDoNotContact(deps, account, query))
  serve(doNotContact.addDoNotContactEntries, async ({ account, body }) => addDoNotContact(deps, account, body.text))
  serve(doNotContact.importDoNotContactEntries, async ({ account, network, rawBody }) =>
    importDoNotContact(deps, { account, network, bytes: rawBody }),
  )
  serve(doNotContact.deleteDoNotContactEntry, async ({ account, params }) =>
    confirmed(removeDoNotContact(deps, account, params.id), 'The entry was removed from your list'),
  )
}

function listRoutes(serve: Serve, deps: Deps): void {
  serve(lists.getLeadLists, async ({ account }) => listLeadLists(deps, account))
  serve(lists.createLeadList, async ({ account, body }) => createLeadList(deps, account, body))
  serve(lists.renameLeadList, async ({ account, params, body }) => renameLeadList(deps, account, params.id, body))
  serve(lists.deleteLeadList, async ({ account, params }) =>
    confirmed(deleteLeadList(deps, account, params.id), 'List deleted'),
  )
}
