export type PlaceStatus = 'open' | 'temporarilyClosed' | 'closed'

/** What words such as "CLOSED_TEMPORARILY" say about a business. "Closed ⋅ Opens 8 AM" is about its hours. */
export function statusOfWords(text: string | null): PlaceStatus {
  if (text === null) return 'open'
  const words = text
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ')
    .trim()
  if (/^(?:closed|ceased|defunct|demolished|disused|abandoned|removed)$|\bout of business\b/.test(words))
    return 'closed'
  if (!/\b(?:clos(?:ed?|ure)|shut|cerrado)\b/.test(words)) return 'open'
  if (/\bperm|\bfor good\b|\b(?:closed|shut) down\b/.test(words)) return 'closed'
  return /\btemp|\bseason|\brenovat/.test(words) ? 'temporarilyClosed' : 'open'
}

export const isYes = (text: string | null): boolean => /^(?:true|yes|y|t|x|1(?:\.0)?)$/i.test(text?.trim() ?? '')

/** What the end of a business says: yes, some words, or a date. */
export const endOf = (text: string | null): { status: PlaceStatus; endsOn: string | null } =>
  text === null
    ? { status: 'open', endsOn: null }
    : { status: isYes(text) ? 'closed' : statusOfWords(text), endsOn: dateIn(text) }

/** The day, month, or year (YYYY-MM-DD, YYYY-MM, YYYY) in a text such as "5/1/2024", "2024-05", or "before 1990". */
function dateIn(text: string): string | null {
  const [, month = '', day = '', year = ''] = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text) ?? []
  if (year !== '') return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  return /\b(?:1[5-9]|20)\d{2}(?:-\d{2}(?:-\d{2})?)?(?!\d)/.exec(text)?.[0] ?? null
}

/** The worst of several statements about one business. */
export const worstOf = (statuses: readonly PlaceStatus[]): PlaceStatus =>
  statuses.find(status => status === 'closed') ?? statuses.find(status => status !== 'open') ?? 'open'
