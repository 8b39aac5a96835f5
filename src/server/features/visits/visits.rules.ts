import type { IncomingHttpHeaders } from 'node:http'
import { pageAt, type PagePath } from '#contract/pages.ts'

/** Do Not Track, or Global Privacy Control. */
export const asksNotToBeTracked = (headers: IncomingHttpHeaders): boolean =>
  headers['dnt'] === '1' || headers['sec-gpc'] === '1'

export type Served = { method: string; status: number; pathname: string; headers: IncomingHttpHeaders }

/** The page that an answer showed to somebody; undefined where it showed none, or only fetched it ahead. */
export function servedPage({ method, status, pathname, headers }: Served): PagePath | undefined {
  // A browser that still has the page gets a 304, and shows it all the same.
  const isShown = method === 'GET' && (status === 200 || status === 304)
  const isDocument = (headers['sec-fetch-dest'] ?? 'document') === 'document'
  const isForPeople = (headers.accept ?? '').includes('text/html')
  return isShown && isDocument && isForPeople && !isPrefetch(headers) ? pageAt(pathname) : undefined
}

const isPrefetch = (headers: IncomingHttpHeaders): boolean =>
  [headers['sec-purpose'], headers['purpose'], headers['x-moz']].some(purpose =>
    /prefetch|preview/.test(String(purpose)),
  )

const LONGEST_REFERRER = 300

/** What is kept of a referrer: of an own page its origin and path, of another site its host, of anything else nothing. */
export function keptReferrer(referrer: string | null | undefined, ownHost: string): string | null {
  if (!referrer || !URL.canParse(referrer)) return null
  const { protocol, host, origin, pathname } = new URL(referrer)
  if (protocol !== 'http:' && protocol !== 'https:') return null
  return (host === ownHost ? origin + pathname : host).slice(0, LONGEST_REFERRER)
}
