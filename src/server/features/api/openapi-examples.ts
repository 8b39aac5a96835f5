import {
  allOf,
  areaCriteria,
  areas,
  confirmation,
  contactPullQuota,
  criteria,
  csv,
  lead,
  leadId,
  leftOut,
  list,
  note,
  noteText,
  preview,
  report,
  result,
  savedSearch,
  savedSearchId,
  search,
  searchedSource,
  searchQuota,
  tier,
  understood,
  webhook,
} from './openapi-example-data.ts'

/** An example call of an operation. Tests send it and compare the real response with the example. */
export type Example = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  /** The example responses by status. */
  answers: Record<string, unknown>
}

/** The examples by operation id. */
export const apiExamples: Record<string, Example> = {
  previewSearch: { body: criteria, answers: { 200: preview } },
  previewAreaSearch: {
    body: areaCriteria,
    answers: { 200: { ...preview, areas: [{ label: 'Boulder, CO', matches: 121 }] } },
  },
  createAreaSearch: {
    body: areaCriteria,
    answers: {
      200: {
        ...result,
        search: { ...search, location: 'Boulder, CO; 80501', areas },
        understood: { ...understood, areas: [{ label: 'Boulder, CO' }, { label: '80501' }] },
      },
      202: confirmation,
    },
  },
  getReceipt: {
    params: { searchId: search.id },
    answers: {
      200: {
        search,
        notes: { understood, leftOut, sources: [searchedSource], coverage: 'full' },
        leads: 20,
        pages: [{ at: '2026-03-02T09:00:00.000Z', leads: 20, pulls: 18, doubles: 1, catalogVersion: 41 }],
        hash: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
        charges: [
          { id: 90_210, at: '2026-03-02T09:00:00.000Z', kind: 'monthly pull', amount: 18 },
          { id: 90_377, at: '2026-03-04T15:30:00.000Z', kind: 'returned lead', amount: -1 },
        ],
        total: { searches: 0, pulls: 17 },
        refundedAt: null,
      },
    },
  },
  compareSearch: {
    params: { searchId: search.id },
    answers: {
      200: {
        compared: 20,
        isSame: false,
        appeared: 1,
        gone: 1,
        matchesThen: 143,
        matchesNow: 145,
        sources: [{ name: 'Overture Maps', release: '2026-03-18.0' }],
      },
    },
  },
  reportLeads: {
    body: { leadIds: [leadId], reason: 'closed' },
    answers: {
      200: {
        credited: 1,
        waiting: 0,
        free: 0,
        leftOut: { reportedBefore: 0, samples: 0, doNotContact: 0, tooOld: 0 },
        reports: [{ leadId, report }],
      },
    },
  },
  getReports: {
    answers: {
      200: {
        credited: 1,
        fairUse: { used: 1, allowed: 3 },
        ...allOf({ ...report, id: 31, leadId, businessName: lead.businessName }),
      },
    },
  },
  readSites: {
    body: { leadIds: [leadId] },
    answers: { 202: { sites: 1, waiting: 1, left: null, askedAt: '2026-03-04T15:00:30.000Z' } },
  },
  getSiteProgress: {
    query: { since: '2026-03-04T15:00:30.000Z' },
    answers: { 200: { waiting: 1, unapplied: 0, ended: { read: 2, withEmail: 1, failed: 0 } } },
  },
  getLeadSite: {
    params: { leadId },
    answers: {
      200: {
        state: 'read',
        hasOwnWebsite: true,
        canBeRead: true,
        isDue: false,
        dueAt: '2026-03-30T09:00:00.000Z',
        readAt: '2026-03-04T15:01:00.000Z',
        facts: [
          {
            kind: 'email',
            value: 'info@mesa-plumbing.example',
            pageUrl: 'https://mesa-plumbing.example/contact',
            seenAt: '2026-03-04T15:01:00.000Z',
            isGeneric: true,
            takesMail: true,
          },
        ],
        check: {
          score: 60,
          grade: 'D',
          lines: [
            { line: 'encryption', verdict: 'yes', points: 60, of: 60 },
            { line: 'heading', verdict: 'unknown', points: 0, of: 0 },
            { line: 'phones', verdict: 'no', points: 0, of: 40 },
          ],
          reasons: ['The site has no layout for phones.'],
          flags: [{ flag: 'viewport', verdict: 'no', evidence: '', pageUrl: 'https://mesa-plumbing.example/' }],
          checkedAt: '2026-03-04T15:01:00.000Z',
        },
        left: null,
      },
    },
  },
  changeLeads: { body: { leadIds: [leadId], status: 'contacted' }, answers: { 200: { changed: 1 } } },
  getLeadWork: {
    params: { leadId },
    answers: {
      200: {
        status: 'contacted',
        followUpOn: null,
        noteCount: 1,
        tags: [],
        lists: [{ id: list.id, kind: list.kind, name: list.name }],
        notes: [note],
        history: [{ id: 5012, kind: 'status', was: 'new', becomes: 'contacted', at: '2026-03-04T15:00:00.000Z' }],
        doNotContactEntries: [],
      },
    },
  },
  addNote: { params: { leadId }, body: { body: noteText }, answers: { 201: note } },
  editNote: {
    params: { leadId, noteId: note.id },
    body: { body: noteText },
    answers: { 200: { ...note, editedAt: '2026-03-04T15:05:00.000Z' } },
  },
  deleteNote: { params: { leadId, noteId: note.id }, answers: { 200: { message: 'Note deleted' } } },
  getLists: { answers: { 200: allOf(list) } },
  createList: { body: { name: list.name }, answers: { 201: { ...list, leadCount: 0 } } },
  renameList: {
    params: { listId: list.id },
    body: { name: 'Call next week' },
    answers: { 200: { ...list, name: 'Call next week' } },
  },
  deleteList: { params: { listId: list.id }, answers: { 200: { message: 'List deleted' } } },
  getSavedSearches: { answers: { 200: allOf(savedSearch) } },
  saveSearch: { body: { searchId: search.id, name: savedSearch.name }, answers: { 201: { id: savedSearchId } } },
  changeSavedSearch: {
    params: { savedSearchId },
    body: { isMailed: false },
    answers: { 200: { message: 'Saved search changed' } },
  },
  searchNewBusinesses: {
    params: { savedSearchId },
    body: { maxNewPulls: 4 },
    answers: { 200: { ...result, hasNextPage: false, nextPageToken: null, total: 4 } },
  },
  getLeadNews: {
    answers: {
      200: allOf({
        id: 881,
        leadId,
        businessName: lead.businessName,
        kind: 'changed',
        what: ['phone'],
        foundAt: '2026-03-19T02:00:00.000Z',
      }),
    },
  },
  deleteSavedSearch: { params: { savedSearchId }, answers: { 200: { message: 'Saved search deleted' } } },
  pollNewLeads: { query: { limit: 100 }, answers: { 200: [lead] } },
  pollStatusChanges: {
    query: { limit: 100 },
    answers: {
      200: [
        {
          id: 90_412,
          leadId,
          businessName: lead.businessName,
          was: 'new',
          becomes: 'contacted',
          at: '2026-03-19T16:20:00.000Z',
        },
      ],
    },
  },
  pollHits: {
    query: { limit: 100 },
    answers: {
      200: [
        {
          id: 5120,
          savedSearchId,
          savedSearch: savedSearch.name,
          town: 'Boulder, CO',
          foundAt: '2026-03-19T02:00:00.000Z',
        },
      ],
    },
  },
  getUsage: {
    answers: {
      200: {
        plan: tier,
        searches: { quota: searchQuota, remaining: 987 },
        contactPulls: { quota: contactPullQuota, remaining: 6420 },
        renewsAt: '2026-04-01T12:00:00.000Z',
      },
    },
  },
  matchRows: {
    body: {
      rows: [
        { name: 'Flatirons Plumbing', street: '1820 Pearl Street', city: 'Boulder', state: 'CO', zip: '80302' },
        { name: 'Somebody Else', phone: '(303) 555-0199' },
      ],
    },
    answers: {
      200: {
        rows: [
          { row: 0, match: 'sure', placeId: 'overture:0819c5a2', differences: ['phone', 'website'] },
          { row: 1, match: 'none', placeId: null, differences: [] },
        ],
      },
    },
  },
  createSearch: { body: criteria, answers: { 200: result, 202: confirmation } },
  loadNextPage: {
    params: { searchId: search.id },
    body: { pageToken: search.nextPageToken },
    answers: { 200: { leads: [lead], hasNextPage: false, nextPageToken: null } },
  },
  listSearches: {
    query: { limit: 20 },
    answers: { 200: { items: [search], total: 37, nextCursor: 'MTAyMw' } },
  },
  getSearch: { params: { searchId: search.id }, answers: { 200: search } },
  listLeads: {
    query: { searchId: search.id, quality: 'high', hasPhone: 'true', sort: 'quality', limit: 20 },
    answers: { 200: { items: [lead], total: 143, nextCursor: 'WyJxdWFsaXR5Iiw4NSw0ODIxM10' } },
  },
  getLead: { params: { leadId }, answers: { 200: lead } },
  createExport: { body: { searchId: search.id }, answers: { 200: csv } },
  createWebhook: {
    body: { url: webhook.url, events: webhook.events },
    answers: { 201: { ...webhook, secret: 'whsec_bGVhZGxpbmUgc2lnbnMgaXRzIHdlYmhvb2tzIQ==' } },
  },
  listWebhooks: { answers: { 200: allOf(webhook) } },
  deleteWebhook: { params: { webhookId: webhook.id }, answers: { 204: undefined } },
}
