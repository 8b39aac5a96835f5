import { z } from 'zod'
import { described } from '../described.ts'
import { DoNotContactEntry } from '../leads/do-not-contact.ts'
import { LeadList, LeadListInput, LeadListName } from '../leads/lead-lists.ts'
import { leadStatuses, PlannedDay } from '../leads/lead-status.ts'
import { LeadEvent, LeadNote, leadsPerCall, LeadWorkDetails, NoteInput } from '../leads/lead-work.ts'
import { LeadId } from '../row-id.ts'
import { Charge, Comparison, Receipt, ReceiptPage } from '../searches/receipts.ts'
import { LeadNews, SavedSearch, SavedSearchChange, SavedSearchInput } from '../searches/saved-searches.ts'
import { FilterCount, SearchPreview } from '../searches/search-preview.ts'
import { SearchedSource } from '../searches/searches.ts'
import { ApiSearch, ApiSearchNotes, ApiUnderstood } from './api-v1-schemas.ts'

const ofUrl = z.coerce.number().pipe(LeadId)
export const LeadParams = z.object({ leadId: ofUrl.describe('Id of the lead') })
export const NoteParams = LeadParams.extend({ noteId: ofUrl.describe('Id of the note') })
export const ListParams = z.object({ listId: ofUrl.describe('Id of the list or tag') })
export const SavedSearchParams = z.object({ savedSearchId: ofUrl.describe('Id of the saved search') })

const changes = ['status', 'followUpOn', 'addToList', 'removeFromList'] as const
export const LeadChange = z
  .strictObject({
    leadIds: z.array(LeadId).min(1).max(leadsPerCall).describe('The leads; each must be yours'),
    status: z.enum(leadStatuses).optional().describe('The new status'),
    followUpOn: PlannedDay.nullable().optional().describe('The day of the follow-up, YYYY-MM-DD; null for none'),
    addToList: LeadId.optional().describe('Id of a list or tag to add them to'),
    removeFromList: LeadId.optional().describe('Id of a list or tag to remove them from'),
  })
  .refine(
    change => changes.filter(name => change[name] !== undefined).length === 1,
    `Send exactly one of ${changes.join(', ')}`,
  )
export type LeadChange = z.infer<typeof LeadChange>

export const workInputs = {
  LeadChange,
  NoteInput: described(NoteInput, { body: 'The text' }),
  ListInput: described(LeadListInput, {
    name: 'Its name; no two of one kind have the same',
    kind: '`list` (default) or `tag`. A lead shows its tags wherever it is listed',
  }),
  ListName: described(LeadListName, { name: 'Its new name' }),
  SavedSearchInput: described(SavedSearchInput, {
    searchId: 'Id of the search to follow',
    name: 'What you call it. Saving the same search again only renames it',
  }),
  SavedSearchChange: described(SavedSearchChange, {
    name: 'Its new name',
    isMailed: 'Whether its new businesses are part of the emails to the account',
  }),
  NewBusinessesInput: z.strictObject({
    maxNewPulls: z.number().int().min(1).max(999_999).describe('New leads that all pages together use at most'),
  }),
}

const total = z.number().int().describe('How many there are')
const nextCursor = z.null().describe('Always null: everything is on one page')
const ApiNote = described(LeadNote, {
  id: 'Id of the note',
  body: 'The text',
  createdAt: 'When it was added',
  editedAt: 'When it was last changed; null if never',
})
const ApiEvent = described(LeadEvent, {
  id: 'Id of the event; it never changes',
  kind: 'What changed',
  was: 'The value before, or the name of the list or tag that it left; null for none',
  becomes: 'The value afterwards, or the name of the list or tag that it joined. For a note: added, edited, or deleted',
  at: 'When it happened',
})
const ApiList = described(LeadList, {
  id: 'Id of the list or tag',
  kind: '`list` or `tag`',
  name: 'Its name',
  leadCount: 'How many leads it has',
  createdAt: 'When it was created',
})
const ApiSavedSearch = described(SavedSearch.extend({ search: ApiSearch }), {
  id: 'Id of the saved search',
  name: 'What you call it',
  isMailed: 'Whether its new businesses are part of the emails to the account',
  createdAt: 'When it was saved',
  search: 'The search that it follows',
  newBusinesses: 'New businesses of the last 90 days that the account does not have',
  searches: 'The searches that getting them costs',
})
const ApiLeadNews = described(LeadNews, {
  id: 'Id of the news; it never changes',
  leadId: 'Id of the lead',
  businessName: 'Name of the business',
  kind: '`changed`, `closed`, `vanished` (no source lists it anymore), or `stopped` (its website does not work anymore)',
  what: 'The facts that changed; empty for other kinds',
  foundAt: 'When this was found, in a newer release or by a visit to the website',
})
const ApiReceiptPage = described(ReceiptPage, {
  at: 'When it was loaded',
  leads: 'Leads on it: new ones, possible duplicates, and those that the account had',
  pulls: 'Leads of the quota that it used',
  doubles: 'Leads that were free because they are possible duplicates of other leads of the account',
  catalogVersion: 'The version of the catalog that it was read from',
})
const ApiCharge = described(Charge, {
  id: 'Id of the ledger entry',
  at: 'When it was charged or given back',
  kind: 'What was taken: a search, a lead of the month, or an extra lead; or why leads were given back: a lead was returned, or real places replaced samples',
  amount: 'How many; negative if they were given back',
})
const ApiFilterCount = described(FilterCount, {
  name: 'The filter',
  value: 'The value it would have',
  matches: 'How many places match if the filter has this value, and the others stay as they are',
})

export const workOutputs = {
  SearchPreview: described(SearchPreview.extend({ understood: ApiUnderstood, filterCounts: z.array(ApiFilterCount) }), {
    understood: 'How your words were understood',
    matches: 'How many places match',
    filterCounts: 'What each value of a filter would leave',
    related: 'Other kinds of business that this search would find, if nothing matches',
    towns: 'The nearest towns where this search would find something, if nothing matches',
    areas: 'If several areas are searched, the matches of each of the first ones',
    owned: 'Matches that the account has as leads; null if there are too many to compare',
    known:
      'Further matches that the account knows from its own files; `skipOwned` leaves them out, too. Null if there are too many to compare',
    doNotContact: 'Further matches that the search leaves out: they are on your own do-not-contact list',
    searches: 'Searches that it costs: none if nothing matches',
    pulls: 'New leads that all pages together use at most',
    pullsLeft: 'Leads that the account has left',
    coverage: 'partial: some of the area has no data yet',
    isSample: 'The matches are fictional, because no real places of the area are loaded',
  }),
  FilterCount: ApiFilterCount,
  Receipt: described(
    Receipt.extend({
      search: ApiSearch,
      notes: ApiSearchNotes.nullable(),
      pages: z.array(ApiReceiptPage),
      charges: z.array(ApiCharge),
      total: described(Receipt.shape.total, {
        searches: 'Searches that it cost',
        pulls: 'Leads of the quota that it used, without those that were given back',
      }),
    }),
    {
      search: 'The search',
      notes: 'What it understood, read, and left out; null for a search from before this was stored',
      leads: 'Leads on the pages loaded so far',
      pages: 'Its pages, in their order',
      hash: 'SHA-256 of the businesses on these pages, in their order; null without pages',
      charges: 'What it cost and what was given back, by the ledger of the account',
      total: 'What the charges add up to',
      refundedAt: 'When real places replaced the samples of this search',
    },
  ),
  ReceiptPage: ApiReceiptPage,
  Charge: ApiCharge,
  SearchNotes: ApiSearchNotes,
  Comparison: described(
    Comparison.extend({
      sources: z.array(
        described(SearchedSource.pick({ name: true, release: true }), {
          name: 'Name of the source',
          release: 'Its release now',
        }),
      ),
    }),
    {
      compared: 'The first leads of the search that were compared',
      isSame: 'Whether the same businesses are found in the same order',
      appeared: 'Businesses that are now among the same number of results, and were not then',
      gone: 'Businesses that are no longer found',
      matchesThen: 'How many places matched when the search was run',
      matchesNow: 'How many places match now',
      sources: "Where the area's places come from now",
    },
  ),
  LeadWork: described(
    LeadWorkDetails.extend({
      lists: z.array(
        described(ApiList.pick({ id: true, kind: true, name: true }), {
          id: 'Id of the list or tag',
          kind: '`list` or `tag`',
          name: 'Its name',
        }),
      ),
      notes: z.array(ApiNote),
      history: z.array(ApiEvent),
      doNotContactEntries: z.array(
        described(DoNotContactEntry, {
          id: 'Id of the entry',
          kind: 'What it names',
          value: 'Phone in digits with the country code, email, domain, or the key of the business',
          businessName: 'For a business that was added from a lead: its name',
        }),
      ),
    }),
    {
      status: 'Your status of the lead',
      followUpOn: 'The day of the follow-up, YYYY-MM-DD; null for none',
      noteCount: 'How many notes you have about it',
      tags: 'Names of your tags on it',
      lists: 'The lists and tags it is in, by name',
      notes: 'Newest first',
      history: 'What was changed, newest first',
      doNotContactEntries: 'Entries of your own do-not-contact list that name it',
    },
  ),
  Note: ApiNote,
  LeadEvent: ApiEvent,
  LeadsChanged: z.object({ changed: z.number().int().describe('How many of the leads had another value') }),
  Done: z.object({ message: z.string().describe('What was done, for people') }),
  List: ApiList,
  Lists: z.object({ items: z.array(ApiList).describe('By name'), total, nextCursor }),
  SavedSearch: ApiSavedSearch,
  SavedSearches: z.object({ items: z.array(ApiSavedSearch).describe('Newest first'), total, nextCursor }),
  Saved: z.object({ id: z.number().int().describe('Id of the saved search') }),
  LeadNews: ApiLeadNews,
  LeadNewsList: z.object({ items: z.array(ApiLeadNews).describe('The newest 50, newest first'), total, nextCursor }),
}
