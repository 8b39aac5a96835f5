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

export const getReceipt = endpoint('GET', '/api/v1/searches/:searchId/receipt', {
  ...read,
  summary: 'What a search understood, read, left out, and cost',
  params: SearchParams,
  replies: { 200: workOutputs.Receipt },
})
export const compareSearch = endpoint('POST', '/api/v1/searches/:searchId/comparison', {
  ...read,
  limit: 'preview',
  summary: 'What a search would find today, compared with then',
  details: 'Costs nothing, and stores nothing.',
  params: SearchParams,
  replies: { 200: workOutputs.Comparison },
})

export const changeLeads = endpoint('POST', '/api/v1/leads/changes', {
  ...write,
  summary: 'Change status, follow-up, or lists of leads',
  details: 'Makes one change on up to 5,000 leads: each is changed with its history. Costs nothing.',
  refuses: ['NOT_FOUND'],
  body: workInputs.LeadChange,
  bodyLimitBytes: 200_000,
  replies: { 200: workOutputs.LeadsChanged },
})
export const getLeadWork = endpoint('GET', '/api/v1/leads/:leadId/work', {
  ...read,
  summary: 'Status, lists, notes, and history of a lead',
  params: LeadParams,
  replies: { 200: workOutputs.LeadWork },
})
export const addNote = endpoint('POST', '/api/v1/leads/:leadId/notes', {
  ...write,
  summary: 'Add a note to a lead',
  refuses: ['TOO_MANY_NOTES'],
  params: LeadParams,
  body: workInputs.NoteInput,
  replies: { 201: workOutputs.Note },
})
export const editNote = endpoint('PATCH', '/api/v1/leads/:leadId/notes/:noteId', {
  ...write,
  summary: 'Change a note',
  params: NoteParams,
  body: workInputs.NoteInput,
  replies: { 200: workOutputs.Note },
})
export const deleteNote = endpoint('DELETE', '/api/v1/leads/:leadId/notes/:noteId', {
  ...write,
  summary: 'Delete a note',
  params: NoteParams,
  replies: { 200: workOutputs.Done },
})

export const getLists = endpoint('GET', '/api/v1/lists', {
  ...read,
  summary: 'Lists and tags of the account, by name',
  details: 'The leads of a list: `GET /api/v1/leads?listId=…`.',
  replies: { 200: workOutputs.Lists },
})
export const createList = endpoint('POST', '/api/v1/lists', {
  ...write,
  summary: 'Create an empty list or a tag',
  details: 'Add leads with `POST /api/v1/leads/changes` and `addToList`.',
  refuses: ['TOO_MANY_LISTS', 'TOO_MANY_TAGS', 'LIST_NAME_TAKEN'],
  body: workInputs.ListInput,
  replies: { 201: workOutputs.List },
})
export const renameList = endpoint('PATCH', '/api/v1/lists/:listId', {
  ...write,
  summary: 'Rename a list or a tag',
  refuses: ['LIST_NAME_TAKEN'],
  params: ListParams,
  body: workInputs.ListName,
  replies: { 200: workOutputs.List },
})
export const deleteList = endpoint('DELETE', '/api/v1/lists/:listId', {
  ...write,
  summary: 'Delete a list or a tag; its leads stay',
  params: ListParams,
  replies: { 200: workOutputs.Done },
})

export const getSavedSearches = endpoint('GET', '/api/v1/saved-searches', {
  ...read,
  summary: 'Saved searches, and how many new businesses each has',
  replies: { 200: workOutputs.SavedSearches },
})
export const saveSearch = endpoint('POST', '/api/v1/saved-searches', {
  ...write,
  summary: 'Follow a search',
  details: 'Newer releases of the places are compared with it. Costs nothing.',
  refuses: ['NOT_FOUND', 'TOO_MANY_SAVED_SEARCHES'],
  body: workInputs.SavedSearchInput,
  replies: { 201: workOutputs.Saved },
})
export const changeSavedSearch = endpoint('PATCH', '/api/v1/saved-searches/:savedSearchId', {
  ...write,
  summary: 'Rename a saved search, or take it out of the emails',
  params: SavedSearchParams,
  body: workInputs.SavedSearchChange,
  replies: { 200: workOutputs.Done },
})
export const searchNewBusinesses = endpoint('POST', '/api/v1/saved-searches/:savedSearchId/searches', {
  ...read,
  access: 'search key',
  limit: 'search',
  summary: 'Search the new businesses of a saved search',
  details:
    'Costs one search for each area, or none if there are no new businesses, and at most `maxNewPulls` leads of the quota.',
  refuses: ['QUOTA_EXCEEDED', 'SEARCH_QUOTA_EXCEEDED', 'AREA_NOT_LOADED', 'AREA_BEING_PREPARED'],
  params: SavedSearchParams,
  body: workInputs.NewBusinessesInput,
  replies: { 200: apiOutputs.SearchResult },
})
export const getLeadNews = endpoint('GET', '/api/v1/lead-news', {
  ...read,
  summary: 'What newer releases say about leads',
  details: 'Leads whose facts changed, that closed, or that no source lists anymore.',
  replies: { 200: workOutputs.LeadNewsList },
})
export const deleteSavedSearch = endpoint('DELETE', '/api/v1/saved-searches/:savedSearchId', {
  ...write,
  summary: 'Delete a saved search; its leads stay',
  params: SavedSearchParams,
  replies: { 200: workOutputs.Done },
})
