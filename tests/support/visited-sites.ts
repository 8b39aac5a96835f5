import { askForVisits, type StoredFact, storeVisit } from '#server/catalog/sites/sites.repository.ts'
import type { VisitState } from '#server/catalog/sites/visit-site.ts'
import type { Db } from '#server/platform/database/db.ts'
import type { SiteFact } from '#site-reader/index.ts'

export type TestFact = Pick<SiteFact, 'kind' | 'value'> & Partial<StoredFact>

/** Stores what a visit of a website on November 20 found, as if it had been made. */
export async function visited(
  db: Db,
  domain: string,
  facts: readonly TestFact[],
  state: VisitState = 'read',
): Promise<void> {
  const now = new Date('2026-11-20T12:00:00Z')
  const website = `https://${domain}`
  await askForVisits(db, [{ domain, website, names: [] }], new Date('2027-11-20T12:00:00Z'))
  await storeVisit(db, domain, {
    state,
    requests: 3,
    error: null,
    down: null,
    flags: null,
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
