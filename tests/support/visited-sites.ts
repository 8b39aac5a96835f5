import type { SiteFlagName } from '#contract/leads/site-lines.ts'
import { scoreSite } from '#server/catalog/sites/site-score.rules.ts'
import { askForVisits, type NewCheck, type StoredFact, storeVisit } from '#server/catalog/sites/sites.repository.ts'
import type { VisitState } from '#server/catalog/sites/visit-site.ts'
import type { Db } from '#server/platform/database/db.ts'
import type { SiteFact } from '#site-reader/index.ts'

export type TestFact = Pick<SiteFact, 'kind' | 'value'> & Partial<StoredFact>

/** A check of a website that has and lacks these flags, as far as lists know it. */
export const checkWith = (verdicts: Partial<Record<SiteFlagName, 'yes' | 'no'>>): NewCheck => {
  const flags = Object.entries(verdicts).map(([flag, verdict]) => ({
    flag: flag as SiteFlagName,
    verdict,
    evidence: '',
    pageUrl: 'https://made.example/',
  }))
  const scored = scoreSite(flags)
  if (scored === null) throw new Error('Nothing is known of the website')
  return { ...scored, grade: scored.score < 65 ? 'D' : 'A', flags }
}

/** Stores what a visit of a website on November 20 found, as if it had been made. */
export async function visited(
  db: Db,
  domain: string,
  facts: readonly TestFact[],
  state: VisitState = 'read',
  check: NewCheck | null = null,
): Promise<void> {
  const now = new Date('2026-11-20T12:00:00Z')
  const website = `https://${domain}`
  await askForVisits(db, [{ domain, website, names: [] }], new Date('2027-11-20T12:00:00Z'))
  await storeVisit(db, domain, {
    state,
    requests: 3,
    error: null,
    down: null,
    check,
    now,
    nextAt: now,
    facts: facts.map(fact => ({
      how: 'mailto',
      pageUrl: `${website}/contact`,
      isGeneric: true,
      mail: fact.kind === 'email' ? 'mx' : null,
      seenAt: now,
      ...fact,
    })),
  })
}
