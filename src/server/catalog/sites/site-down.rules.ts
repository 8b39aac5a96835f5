import type { SiteFlag } from '#site-reader/index.ts'
import type { CheckedVisit } from './sites.repository.ts'
import type { DownReason } from './visit-site.ts'

export type SiteChecked = { flags: SiteFlag[]; checkedAt: Date }

const DAY_MS = 86_400_000
const words: Record<DownReason, string> = {
  domain: 'its domain does not exist',
  certificate: 'its certificate is not valid',
  server: 'its server answers with an error',
  parked: 'its domain is parked or for sale',
}

/**
 * The check of a website as of now. It does not work if the last visits, at least a day apart, agree about that; one
 * visit says nothing, so an earlier check remains.
 */
export function checkNow(visit: CheckedVisit): SiteChecked | null {
  const { website, readAt, downReason, downSince, flags, checkedAt } = visit
  const earlier = flags === null ? null : { flags, checkedAt }
  if (downReason === null || downSince === null || readAt === null) return earlier
  if (readAt.getTime() - downSince.getTime() < DAY_MS) return earlier
  return {
    flags: [{ flag: 'works', verdict: 'no', evidence: words[downReason], pageUrl: website }],
    checkedAt: readAt,
  }
}
