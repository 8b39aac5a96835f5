import { pageAt } from '#contract/pages.ts'
import type { recordPageVisit } from '#contract/visits.ts'
import { addressOf, call } from '../shared/api/call.ts'

// Named here without its schemas: every page reports, and public pages load no validation library.
const pageVisitCall = addressOf<typeof recordPageVisit>({ method: 'POST', path: '/api/page-visits' })

/** Tells the server of each move within the application; the first page it has counted itself. Gives a way to stop. */
export function reportPageVisits(): () => void {
  const stop = new AbortController()
  if (asksNotToBeTracked()) return () => {}
  let last = location.pathname
  const report = () => {
    const from = last
    last = location.pathname
    const page = pageAt(last)
    if (page === undefined || last === from) return
    // A visit that is not counted is no matter of the visitor's.
    void call(pageVisitCall, { body: { page, referrer: location.origin + from } }).catch(() => {})
  }
  // The router fires these beside the browser's own. A replaced address is the same visit, sent on to another page.
  addEventListener('pushState', report, { signal: stop.signal })
  addEventListener('popstate', report, { signal: stop.signal })
  addEventListener('replaceState', () => (last = location.pathname), { signal: stop.signal })
  return () => stop.abort()
}

const asksNotToBeTracked = (): boolean =>
  navigator.doNotTrack === '1' || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)
