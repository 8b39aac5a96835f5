import { endpoint } from '../endpoint.ts'
import { apiOutputs, SearchParams } from './api-v1-schemas.ts'
import {
  LeadParams,
  ListParams,
  NoteParams,
  SavedSearchParams,
  workInputs,
  workOutputs,
} from './api-v1-work-schemas.ts'

const read = { access: 'read key', feature: 'api' } as const
const write = { access: 'write key', limit: 'lead change', feature: 'api' } as const

export const getReceipt = endpoint({
  ...read,
  method: 'GET',
  path: '/api/v1/searches/:searchId/receipt',
  summary: 'What a search understood, read, left out, and cost',
  params: SearchParams,
  replies: { 200: workOutputs.Receipt },
})
export const compareSearch = endpoint({
  ...read,
  method: 'POST',
  path: '/api/v1/searches/:searchId/comparison',
  limit: 'preview',
  summary: 'What a search would find today, compared with then',
  details: 'Costs nothing, and stores nothing.',
  params: SearchParams,
  replies: { 200: workOutputs.Comparison },
})

export const changeLeads = endpoint({
  ...write,
  method: 'POST',
  path: '/api/v1/leads/changes',
  summary: 'Change status, follow-up, or lists of leads',
  details: 'Makes one change on up to 5,000 leads: each is changed with its history. Costs nothing.',
  refuses: ['NOT_FOUND'],
  body: workInputs.LeadChange,
  bodyLimitBytes: 200_000,
  replies: { 200: workOutputs.LeadsChanged },
})
export const getLeadWork = endpoint({
  ...read,
  method: 'GET',
  path: '/api/v1/leads/:leadId/work',
  summary: 'Status, lists, notes, and history of a lead',
  params: LeadParams,
  replies: { 200: workOutputs.LeadWork },
})
export const addNote = endpoint({
  ...write,
  method: 'POST',
  path: '/api/v1/leads/:leadId/notes',
  summary: 'Add a note to a lead',
  refuses: ['TOO_MANY_NOTES'],
  params: LeadParams,
  body: workInputs.NoteInput,
  replies: { 201: workOutputs.Note },
})
export const editNote = endpoint({
  ...write,
  method: 'PATCH',
  path: '/api/v1/leads/:leadId/notes/:noteId',
  summary: 'Change a note',
  params: NoteParams,
  body: workInputs.NoteInput,
  replies: { 200: workOutputs.Note },
})
export const deleteNote = endpoint({
  ...write,
  method: 'DELETE',
  path: '/api/v1/leads/:leadId/notes/:noteId',
  summary: 'Delete a note',
  params: NoteParams,
  replies: { 200: workOutputs.Done },
})

export const getLists = endpoint({
  ...read,
  method: 'GET',
  path: '/api/v1/lists',
  summary: 'Lists and tags of the account, by name',
  details: 'The leads of a list: `GET /api/v1/leads?listId=…`.',
  replies: { 200: workOutputs.Lists },
})
export const createList = endpoint({
  ...write,
  method: 'POST',
  path: '/api/v1/lists',
  summary: 'Create an empty list or a tag',
  details: 'Add leads with `POST /api/v1/leads/changes` and `addToList`.',
  refuses: ['TOO_MANY_LISTS', 'TOO_MANY_TAGS', 'LIST_NAME_TAKEN'],
  body: workInputs.ListInput,
  replies: { 201: workOutputs.List },
})
export const renameList = endpoint({
  ...write,
  method: 'PATCH',
  path: '/api/v1/lists/:listId',
  summary: 'Rename a list or a tag',
  refuses: ['LIST_NAME_TAKEN'],
  params: ListParams,
  body: workInputs.ListName,
  replies: { 200: workOutputs.List },
})
export const deleteList = endpoint({
  ...write,
  method: 'DELETE',
  path: '/api/v1/lists/:listId',
  summary: 'Delete a list or a tag; its leads stay',
  params: ListParams,
  replies: { 200: workOutputs.Done },
})

export const getSavedSearches = endpoint({
  ...read,
  method: 'GET',
  path: '/api/v1/saved-searches',
  summary: 'Saved searches, and how many new businesses each has',
  replies: { 200: workOutputs.SavedSearches },
})
export const saveSearch = endpoint({
  ...write,
  method: 'POST',
  path: '/api/v1/saved-searches',
  summary: 'Follow a search',
  details: 'Newer releases of the places are compared with it. Costs nothing.',
  refuses: ['NOT_FOUND', 'TOO_MANY_SAVED_SEARCHES'],
  body: workInputs.SavedSearchInput,
  replies: { 201: workOutputs.Saved },
})
export const changeSavedSearch = endpoint({
  ...write,
  method: 'PATCH',
  path: '/api/v1/saved-searches/:savedSearchId',
  summary: 'Rename a saved search, or take it out of the emails',
  params: SavedSearchParams,
  body: workInputs.SavedSearchChange,
  replies: { 200: workOutputs.Done },
})
export const searchNewBusinesses = endpoint({
  ...read,
  access: 'search key',
  limit: 'search',
  method: 'POST',
  path: '/api/v1/saved-searches/:savedSearchId/searches',
  summary: 'Search the new businesses of a saved search',
  details:
    'Costs one search for each area, or none if there are no new businesses, and at most `maxNewPulls` leads of the quota.',
  refuses: ['QUOTA_EXCEEDED', 'SEARCH_QUOTA_EXCEEDED', 'AREA_NOT_LOADED', 'AREA_BEING_PREPARED'],
  params: SavedSearchParams,
  body: workInputs.NewBusinessesInput,
  replies: { 200: apiOutputs.SearchResult },
})
export const getLeadNews = endpoint({
  ...read,
  method: 'GET',
  path: '/api/v1/lead-news',
  summary: 'What newer releases say about leads',
  details: 'Leads whose facts changed, that closed, or that no source lists anymore.',
  replies: { 200: workOutputs.LeadNewsList },
})
export const deleteSavedSearch = endpoint({
  ...write,
  method: 'DELETE',
  path: '/api/v1/saved-searches/:savedSearchId',
  summary: 'Delete a saved search; its leads stay',
  params: SavedSearchParams,
  replies: { 200: workOutputs.Done },
})
