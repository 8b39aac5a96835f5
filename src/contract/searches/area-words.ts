// No schemas here: the dashboard loads this file.
import type { SearchedArea } from './search-areas.ts'

/** What `understood.location.words` says about a search in several areas: all that were asked for, also repeated ones. */
export const wordsOfAreas = (areas: readonly SearchedArea[]): string =>
  areas.map(area => ('place' in area ? area.place : 'a drawn area')).join('; ')
