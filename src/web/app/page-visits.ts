import type { recordPageVisit } from '#contract/admin/visits.ts'
import { pageAt } from '#contract/pages.ts'
import { addressOf, call } from '../shared/api/call.ts'

// Declared without its schemas, because public pages must not load the validation library.
const pageVisitCall = addressOf<typeof recordPageVisit>({ method: 'POST', path: '/api/page-visits' })

/** Reports each navigation within the application; the server counts the first page itself. Returns a stop function. */
export function reportPageVisits(): () => void {
  const stop = new AbortController()
  if (asksNotToBeTracked()) return () => {}
  let last = location.pathname
  const report = () => {
    const from = last
    last = location.pathname
    const page = pageAt(last)
    if (page === undefined || last === from) return
    // The visitor need not know of a visit that was not counted.
    void call(pageVisitCall, { body: { page, referrer: location.origin + from } }).catch(() => {})
  }
  // The router fires these events. A replaced address is a redirect of the same visit.
  addEventListener('pushState', report, { signal: stop.signal })
  addEventListener('popstate', report, { signal: stop.signal })
  addEventListener('replaceState', () => (last = location.pathname), { signal: stop.signal })
  return () => stop.abort()
}

const asksNotToBeTracked = (): boolean =>
  navigator.doNotTrack === '1' || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)
