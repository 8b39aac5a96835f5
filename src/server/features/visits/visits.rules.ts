import type { IncomingHttpHeaders } from 'node:http'
import { pageAt, type PagePath } from '#contract/pages.ts'

/** Do Not Track, or Global Privacy Control. */
export const asksNotToBeTracked = (headers: IncomingHttpHeaders): boolean =>
  headers['dnt'] === '1' || headers['sec-gpc'] === '1'

export type Served = { method: string; status: number; pathname: string; headers: IncomingHttpHeaders }

/** The page that a response showed to a visitor; undefined if it showed none or was prefetched. */
export function servedPage({ method, status, pathname, headers }: Served): PagePath | undefined {
  // A 304 also counts: the browser shows its cached page.
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

/** The stored part of a referrer: origin and path of our own pages, the host of other sites, nothing else. */
export function keptReferrer(referrer: string | null | undefined, ownHost: string): string | null {
  if (!referrer || !URL.canParse(referrer)) return null
  const { protocol, host, origin, pathname } = new URL(referrer)
  if (protocol !== 'http:' && protocol !== 'https:') return null
  return (host === ownHost ? origin + pathname : host).slice(0, LONGEST_REFERRER)
}
