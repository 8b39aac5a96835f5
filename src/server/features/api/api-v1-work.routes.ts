import type { LeadList } from '#contract/leads/lead-lists.ts'
import type { LeadAction, LeadNote } from '#contract/leads/lead-work.ts'
import * as facts from '#contract/public-api/api-v1-facts.ts'
import { matchRows } from '#contract/public-api/api-v1-match.ts'
import * as triggers from '#contract/public-api/api-v1-triggers.ts'
import type { LeadChange } from '#contract/public-api/api-v1-work-schemas.ts'
import * as contract from '#contract/public-api/api-v1-work.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import * as saved from '#server/features/alerts/saved-searches.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { matchOwnRows } from '#server/features/known-businesses/match-rows.usecases.ts'
import { readOwnReports, reportLeads } from '#server/features/reports/reports.usecases.ts'
import { compareSearch, readReceipt } from '#server/features/searches/receipts.usecases.ts'
import { changeLeads } from '#server/features/work/change-leads.usecases.ts'
import * as lists from '#server/features/work/lead-lists.usecases.ts'
import * as notes from '#server/features/work/notes.usecases.ts'
import { newestStatusChanges, readWork } from '#server/features/work/read-work.usecases.ts'
import type { Serve } from '#server/http/serve.ts'
import { pageOfLeads } from '#server/leads/lead-list.usecases.ts'
import { checkSites, readLeadSite, siteCheckProgress } from '#server/leads/site-checks.usecases.ts'
import { answerWrite, confirmWrite, onOnePage, writeOnce } from './api-v1-write.ts'

export function apiV1WorkRoutes(serve: Serve, deps: Deps): void {
  triggerRoutes(serve, deps)
  factRoutes(serve, deps)
  receiptRoutes(serve, deps)
  leadRoutes(serve, deps)
  listRoutes(serve, deps)
  savedSearchRoutes(serve, deps)
}

function receiptRoutes(serve: Serve, deps: Deps): void {
  serve(contract.getReceipt, async ({ account, params }) => readReceipt(deps, account, params.searchId))
  serve(contract.compareSearch, async ({ account, params }) => compareSearch(deps, account, params.searchId))
}

function leadRoutes(serve: Serve, deps: Deps): void {
  serve(contract.changeLeads, async call =>
    answerWrite(deps, call, async () => {
      const result = await changeLeads(deps, call.account, { leadIds: call.body.leadIds, action: actionOf(call.body) })
      return { changed: 'changed' in result ? result.changed : result.total }
    }),
  )
  serve(contract.getLeadWork, async ({ account, params }) => readWork(deps, account, params.leadId))
  serve(contract.addNote, async call => {
    const note = { id: call.params.leadId, ...call.body }
    return writeOnce<LeadNote>(deps, call, inSameTransaction =>
      notes.addNote(deps, call.account, note, inSameTransaction),
    )
  })
  serve(contract.editNote, async call => {
    const { leadId: id, noteId } = call.params
    return answerWrite(deps, call, () => notes.editNote(deps, call.account, { id, noteId }, call.body))
  })
  serve(contract.deleteNote, async call => {
    const { leadId: id, noteId } = call.params
    return confirmWrite(deps, call, 'Note deleted', () => notes.deleteNote(deps, call.account, { id, noteId }))
  })
}

function listRoutes(serve: Serve, deps: Deps): void {
  serve(contract.getLists, async ({ account }) => onOnePage((await lists.listLeadLists(deps, account)).lists))
  serve(contract.createList, async call =>
    writeOnce<LeadList>(deps, call, inSameTransaction =>
      lists.createLeadList(deps, call.account, call.body, inSameTransaction),
    ),
  )
  serve(contract.renameList, async call =>
    answerWrite(deps, call, () => lists.renameLeadList(deps, call.account, call.params.listId, call.body)),
  )
  serve(contract.deleteList, async call =>
    confirmWrite(deps, call, 'List deleted', () => lists.deleteLeadList(deps, call.account, call.params.listId)),
  )
}

function savedSearchRoutes(serve: Serve, deps: Deps): void {
  serve(contract.getSavedSearches, async ({ account }) =>
    onOnePage((await saved.readSavedSearches(deps, account)).savedSearches),
  )
  serve(contract.getLeadNews, async ({ account }) => onOnePage((await saved.readSavedSearches(deps, account)).leadNews))
  serve(contract.saveSearch, async call =>
    answerWrite(deps, call, () => saved.saveSearch(deps, call.account, call.body)),
  )
  serve(contract.changeSavedSearch, async call => {
    const change = () => saved.changeSavedSearch(deps, call.account, call.params.savedSearchId, call.body)
    return confirmWrite(deps, call, 'Saved search changed', change)
  })
  serve(contract.deleteSavedSearch, async call => {
    const remove = () => saved.deleteSavedSearch(deps, call.account, call.params.savedSearchId)
    return confirmWrite(deps, call, 'Saved search deleted', remove)
  })
  serve(contract.searchNewBusinesses, async call => {
    const wanted = { id: call.params.savedSearchId, newBusinesses: call.body.maxNewPulls }
    return writeOnce<SearchResult>(deps, call, inSameTransaction =>
      saved.runSavedSearch(deps, call, wanted, inSameTransaction),
    )
  })
}

function actionOf({ status, followUpOn, addToList, removeFromList }: LeadChange): LeadAction {
  if (status !== undefined) return { kind: 'status', status }
  if (addToList !== undefined) return { kind: 'addToList', listId: addToList }
  if (removeFromList !== undefined) return { kind: 'removeFromList', listId: removeFromList }
  return { kind: 'followUp', on: followUpOn ?? null }
}

function factRoutes(serve: Serve, deps: Deps): void {
  serve(matchRows, async ({ account, body }) => matchOwnRows(deps, account, body.rows))
  serve(facts.reportLeads, async call => answerWrite(deps, call, () => reportLeads(deps, call.account, call.body)))
  serve(facts.getReports, async ({ account }) => {
    const { reports, ...figures } = await readOwnReports(deps, account)
    return { ...figures, ...onOnePage(reports) }
  })
  serve(facts.readSites, async call => answerWrite(deps, call, () => checkSites(deps, call, call.body)))
  serve(facts.getSiteProgress, async ({ account, query }) => siteCheckProgress(deps, account, query.since))
  serve(facts.getLeadSite, async ({ account, params }) => readLeadSite(deps, account, params.leadId))
}

/** Endpoints to poll, for tools that cannot receive webhooks. */
function triggerRoutes(serve: Serve, deps: Deps): void {
  serve(triggers.pollNewLeads, async ({ account, query }) => (await pageOfLeads(deps, account, query)).items)
  serve(triggers.pollStatusChanges, async ({ account, query }) => newestStatusChanges(deps, account, query.limit))
  serve(triggers.pollHits, async ({ account, query }) => saved.newestHits(deps, account, query.limit))
}
