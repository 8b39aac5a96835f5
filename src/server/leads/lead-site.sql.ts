import type { LeadWebsite } from '#contract/leads/site-check.ts'
import { flagsIn } from '#server/catalog/sites/flag-bits.ts'

export type StoredSite = Omit<LeadWebsite, 'shows' | 'missing'> & { shows: number; missing: number }

const factOf = (kind: string): string =>
  `(SELECT value FROM site_fact f WHERE f.domain = c.domain AND f.kind = '${kind}' ORDER BY position LIMIT 1)`

/** SQL for the `StoredSite` of the website with this domain; null if it was not checked. */
export const siteColumn = (domain: string): string =>
  `(SELECT jsonb_build_object('grade', c.grade, 'score', c.score, 'reasons', c.reasons, 'shows', c.shows,
      'missing', c.missing, 'platform', c.platform, 'booking', ${factOf('booking')},
      'checkedAt', to_char(c.checked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    FROM site_check c WHERE c.domain = ${domain})`

export const shownSite = (site: StoredSite | null): LeadWebsite | null =>
  site === null ? null : { ...site, shows: flagsIn(site.shows), missing: flagsIn(site.missing) }
