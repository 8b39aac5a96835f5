import type { FastifyInstance } from 'fastify'
import type { LeadList } from '#contract/leads/lead-lists.ts'
import type { LeadAction, LeadNote } from '#contract/leads/lead-work.ts'
import type { LeadChange } from '#contract/public-api/api-v1-work-schemas.ts'
import * as contract from '#contract/public-api/api-v1-work.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import * as saved from '#server/features/alerts/saved-searches.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { compareSearch, readReceipt } from '#server/features/searches/receipts.usecases.ts'
import { changeLeads } from '#server/features/work/change-leads.usecases.ts'
import * as lists from '#server/features/work/lead-lists.usecases.ts'
import * as notes from '#server/features/work/notes.usecases.ts'
import { readWork } from '#server/features/work/read-work.usecases.ts'
import { serve } from '#server/http/serve.ts'
import { answerOnce } from './answer-once.usecases.ts'
import { answerWrite, askedOf, currentAnswer, onOnePage, pullerOf, type Write } from './api-v1-write.ts'

/** The public API for working on leads. It has the same use cases as the screens. */
export function apiV1WorkRoutes(app: FastifyInstance, deps: Deps): void {
  receiptRoutes(app, deps)
  leadRoutes(app, deps, writesOf(deps))
  listRoutes(app, deps, writesOf(deps))
  savedSearchRoutes(app, deps, writesOf(deps))
}

type Writes = ReturnType<typeof writesOf>
const writesOf = (deps: Deps) => {
  const after = <Answer extends object>(call: Write, run: () => Promise<Answer>) => answerWrite(deps, call, run)
  const done = (call: Write, message: string, run: () => Promise<void>) =>
    after(call, async () => {
      await run()
      return { message }
    })
  return { after, done }
}

function receiptRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.getReceipt, async ({ account, params }) => ({
    status: 200,
    body: await readReceipt(deps, account, params.searchId),
  }))
  serve(app, deps, contract.compareSearch, async ({ account, params }) => ({
    status: 200,
    body: await compareSearch(deps, account, params.searchId),
  }))
}

function leadRoutes(app: FastifyInstance, deps: Deps, { after, done }: Writes): void {
  serve(app, deps, contract.changeLeads, async call => ({
    status: 200,
    body: await after(call, async () => {
      const result = await changeLeads(deps, call.account, { leadIds: call.body.leadIds, action: actionOf(call.body) })
      return { changed: 'changed' in result ? result.changed : result.total }
    }),
  }))
  serve(app, deps, contract.getLeadWork, async ({ account, params }) => ({
    status: 200,
    body: await readWork(deps, account, params.leadId),
  }))
  serve(app, deps, contract.addNote, async call => {
    const note = { id: call.params.leadId, ...call.body }
    const once = await answerOnce<LeadNote>(deps, askedOf(call), inSameTransaction =>
      notes.addNote(deps, call.account, note, inSameTransaction),
    )
    return { status: 201, body: await currentAnswer(deps, call, once) }
  })
  serve(app, deps, contract.editNote, async call => {
    const { leadId: id, noteId } = call.params
    const body = await after(call, () => notes.editNote(deps, call.account, { id, noteId }, call.body))
    return { status: 200, body }
  })
  serve(app, deps, contract.deleteNote, async call => {
    const { leadId: id, noteId } = call.params
    const body = await done(call, 'Note deleted', () => notes.deleteNote(deps, call.account, { id, noteId }))
    return { status: 200, body }
  })
}

function listRoutes(app: FastifyInstance, deps: Deps, { after, done }: Writes): void {
  serve(app, deps, contract.getLists, async ({ account }) => ({
    status: 200,
    body: onOnePage((await lists.listLeadLists(deps, account)).lists),
  }))
  serve(app, deps, contract.createList, async call => {
    const once = await answerOnce<LeadList>(deps, askedOf(call), inSameTransaction =>
      lists.createLeadList(deps, call.account, call.body, inSameTransaction),
    )
    return { status: 201, body: await currentAnswer(deps, call, once) }
  })
  serve(app, deps, contract.renameList, async call => {
    const body = await after(call, () => lists.renameLeadList(deps, call.account, call.params.listId, call.body))
    return { status: 200, body }
  })
  serve(app, deps, contract.deleteList, async call => {
    const body = await done(call, 'List deleted', () => lists.deleteLeadList(deps, call.account, call.params.listId))
    return { status: 200, body }
  })
}

function savedSearchRoutes(app: FastifyInstance, deps: Deps, { after, done }: Writes): void {
  serve(app, deps, contract.getSavedSearches, async ({ account }) => ({
    status: 200,
    body: onOnePage((await saved.readSavedSearches(deps, account)).savedSearches),
  }))
  serve(app, deps, contract.getLeadNews, async ({ account }) => ({
    status: 200,
    body: onOnePage((await saved.readSavedSearches(deps, account)).leadNews),
  }))
  serve(app, deps, contract.saveSearch, async call => ({
    status: 201,
    body: await after(call, () => saved.saveSearch(deps, call.account, call.body)),
  }))
  serve(app, deps, contract.changeSavedSearch, async call => {
    const change = () => saved.changeSavedSearch(deps, call.account, call.params.savedSearchId, call.body)
    return { status: 200, body: await done(call, 'Saved search changed', change) }
  })
  serve(app, deps, contract.deleteSavedSearch, async call => {
    const remove = () => saved.deleteSavedSearch(deps, call.account, call.params.savedSearchId)
    return { status: 200, body: await done(call, 'Saved search deleted', remove) }
  })
  serve(app, deps, contract.searchNewBusinesses, async call => {
    const wanted = { id: call.params.savedSearchId, newBusinesses: call.body.maxNewPulls }
    const once = await answerOnce<SearchResult>(deps, askedOf(call), inSameTransaction =>
      saved.runSavedSearch(deps, pullerOf(call), wanted, inSameTransaction),
    )
    return { status: 200, body: await currentAnswer(deps, call, once) }
  })
}

function actionOf({ status, followUpOn, addToList, removeFromList }: LeadChange): LeadAction {
  if (status !== undefined) return { kind: 'status', status }
  if (addToList !== undefined) return { kind: 'addToList', listId: addToList }
  if (removeFromList !== undefined) return { kind: 'removeFromList', listId: removeFromList }
  return { kind: 'followUp', on: followUpOn ?? null }
}
