import { endpoint } from '../endpoint.ts'
import { apiOutputs, readCall, SearchParams, searchCall, writeCall } from './api-v1-schemas.ts'
import {
  LeadParams,
  ListParams,
  NoteParams,
  SavedSearchParams,
  workInputs,
  workOutputs,
} from './api-v1-work-schemas.ts'

export const getReceipt = endpoint('GET', '/api/v1/searches/:searchId/receipt', {
  ...readCall,
  summary: 'What a search understood, read, left out, and cost',
  params: SearchParams,
  replies: { 200: workOutputs.Receipt },
})
export const compareSearch = endpoint('POST', '/api/v1/searches/:searchId/comparison', {
  ...readCall,
  limit: 'preview',
  summary: 'What a search would find today, compared with then',
  details: 'Costs nothing, and stores nothing.',
  params: SearchParams,
  replies: { 200: workOutputs.Comparison },
})

export const changeLeads = endpoint('POST', '/api/v1/leads/changes', {
  ...writeCall,
  summary: 'Change status, follow-up, or lists of leads',
  details: 'Makes one change to up to 5,000 leads, and records it in their history. Costs nothing.',
  refuses: ['NOT_FOUND'],
  body: workInputs.LeadChange,
  bodyLimitBytes: 200_000,
  replies: { 200: workOutputs.LeadsChanged },
})
export const getLeadWork = endpoint('GET', '/api/v1/leads/:leadId/work', {
  ...readCall,
  summary: 'Status, lists, notes, and history of a lead',
  params: LeadParams,
  replies: { 200: workOutputs.LeadWork },
})
export const addNote = endpoint('POST', '/api/v1/leads/:leadId/notes', {
  ...writeCall,
  summary: 'Add a note to a lead',
  refuses: ['TOO_MANY_NOTES'],
  params: LeadParams,
  body: workInputs.NoteInput,
  replies: { 201: workOutputs.Note },
})
export const editNote = endpoint('PATCH', '/api/v1/leads/:leadId/notes/:noteId', {
  ...writeCall,
  summary: 'Change a note',
  params: NoteParams,
  body: workInputs.NoteInput,
  replies: { 200: workOutputs.Note },
})
export const deleteNote = endpoint('DELETE', '/api/v1/leads/:leadId/notes/:noteId', {
  ...writeCall,
  summary: 'Delete a note',
  params: NoteParams,
  replies: { 200: workOutputs.Done },
})

export const getLists = endpoint('GET', '/api/v1/lists', {
  ...readCall,
  summary: 'Lists and tags of the account, by name',
  details: 'The leads of a list: `GET /api/v1/leads?listId=…`.',
  replies: { 200: workOutputs.Lists },
})
export const createList = endpoint('POST', '/api/v1/lists', {
  ...writeCall,
  summary: 'Create an empty list or a tag',
  details: 'Add leads with `POST /api/v1/leads/changes` and `addToList`.',
  refuses: ['TOO_MANY_LISTS', 'TOO_MANY_TAGS', 'LIST_NAME_TAKEN'],
  body: workInputs.ListInput,
  replies: { 201: workOutputs.List },
})
export const renameList = endpoint('PATCH', '/api/v1/lists/:listId', {
  ...writeCall,
  summary: 'Rename a list or a tag',
  refuses: ['LIST_NAME_TAKEN'],
  params: ListParams,
  body: workInputs.ListName,
  replies: { 200: workOutputs.List },
})
export const deleteList = endpoint('DELETE', '/api/v1/lists/:listId', {
  ...writeCall,
  summary: 'Delete a list or a tag; its leads stay',
  params: ListParams,
  replies: { 200: workOutputs.Done },
})

export const getSavedSearches = endpoint('GET', '/api/v1/saved-searches', {
  ...readCall,
  summary: 'Saved searches, and how many new businesses each has',
  replies: { 200: workOutputs.SavedSearches },
})
export const saveSearch = endpoint('POST', '/api/v1/saved-searches', {
  ...writeCall,
  summary: 'Follow a search',
  details: 'When a newer release has new businesses for the search, they become news. Costs nothing.',
  refuses: ['NOT_FOUND', 'TOO_MANY_SAVED_SEARCHES'],
  body: workInputs.SavedSearchInput,
  replies: { 201: workOutputs.Saved },
})
export const changeSavedSearch = endpoint('PATCH', '/api/v1/saved-searches/:savedSearchId', {
  ...writeCall,
  summary: 'Rename a saved search, or take it out of the emails',
  params: SavedSearchParams,
  body: workInputs.SavedSearchChange,
  replies: { 200: workOutputs.Done },
})
export const searchNewBusinesses = endpoint('POST', '/api/v1/saved-searches/:savedSearchId/searches', {
  ...searchCall,
  summary: 'Get the new businesses of a saved search',
  details:
    'Costs one search for each area, or none if there are no new businesses, and at most `maxNewPulls` leads of the quota.',
  refuses: ['QUOTA_EXCEEDED', 'SEARCH_QUOTA_EXCEEDED', 'AREA_NOT_LOADED', 'AREA_BEING_PREPARED'],
  params: SavedSearchParams,
  body: workInputs.NewBusinessesInput,
  replies: { 200: apiOutputs.SearchResult },
})
export const getLeadNews = endpoint('GET', '/api/v1/lead-news', {
  ...readCall,
  summary: 'What newer releases say about leads',
  details: 'Leads whose facts changed, that closed, that no source lists anymore, or whose website stopped working.',
  replies: { 200: workOutputs.LeadNewsList },
})
export const deleteSavedSearch = endpoint('DELETE', '/api/v1/saved-searches/:savedSearchId', {
  ...writeCall,
  summary: 'Delete a saved search; its leads stay',
  params: SavedSearchParams,
  replies: { 200: workOutputs.Done },
})

export const workTasks = {
  'Work on leads': { changeLeads, getLeadWork, addNote, editNote, deleteNote },
  'Organize leads in lists': { getLists, createList, renameList, deleteList },
  'Follow searches': {
    getSavedSearches,
    saveSearch,
    changeSavedSearch,
    searchNewBusinesses,
    getLeadNews,
    deleteSavedSearch,
  },
}
