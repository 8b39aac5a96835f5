import type { SiteFlag } from '#site-reader/index.ts'
import type { StoredCheck, StoredVisit } from './sites.repository.ts'
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
export function checkNow(
  { website, readAt, downReason, downSince }: Pick<StoredVisit, 'website' | 'readAt' | 'downReason' | 'downSince'>,
  known: StoredCheck | null,
): SiteChecked | null {
  if (downReason === null || downSince === null || readAt === null) return known
  if (readAt.getTime() - downSince.getTime() < DAY_MS) return known
  return {
    flags: [{ flag: 'works', verdict: 'no', evidence: words[downReason], pageUrl: website }],
    checkedAt: readAt,
  }
}
