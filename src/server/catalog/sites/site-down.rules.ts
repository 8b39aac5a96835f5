import type { SiteFlag } from '#site-reader/index.ts'
import type { StoredVisit } from './sites.repository.ts'
import type { DownReason } from './visit-site.ts'

const DAY_MS = 86_400_000
const words: Record<DownReason, string> = {
  domain: 'its domain does not exist',
  certificate: 'its certificate is not valid',
  server: 'its server answers with an error',
  parked: 'its domain is parked or for sale',
}

/**
 * The check of a website that does not work: this visit and the ones before it, at least a day apart, agree about the
 * reason. One visit says nothing, so an earlier check remains.
 */
export function downFlags(
  { website, downReason, downSince }: Pick<StoredVisit, 'website' | 'downReason' | 'downSince'>,
  { down, now }: { down: DownReason | null; now: Date },
): SiteFlag[] | null {
  if (down === null || down !== downReason || downSince === null) return null
  if (now.getTime() - downSince.getTime() < DAY_MS) return null
  return [{ flag: 'works', verdict: 'no', evidence: words[down], pageUrl: website }]
}
