import { raiseCatalogVersion } from '#server/catalog/tables/dataset.repository.ts'
import { inImportSession } from '#server/catalog/tables/import-session.ts'
import { withStaging } from '#server/catalog/tables/staging.repository.ts'
import type { Db } from '#server/platform/database/db.ts'
import { applySites, vacuumCatalog } from './catalog-change.repository.ts'
import { hasUnapplied, takeUnapplied } from './site-changes.repository.ts'

/** How many websites a transaction processes. On the embedded database, all other queries wait for it. */
const SITES_AT_ONCE = { embedded: 50, postgres: 500 }

/** Merges new facts from the websites of businesses into the catalog. Waits for a running import. */
export async function applySiteFacts({ db }: { db: Db }): Promise<number> {
  let sites = 0
  while (await hasUnapplied(db)) {
    const atOnce = SITES_AT_ONCE[db.kind]
    const applied = await inImportSession(db, session =>
      withStaging(session, async () => {
        const count = await session.transaction(async tx => {
          const taken = await takeUnapplied(tx, atOnce)
          if (taken === 0) return 0
          await applySites(tx)
          await raiseCatalogVersion(tx)
          return taken
        })
        if (count > 0) await vacuumCatalog(session, { isLargeChange: false })
        return count
      }),
    )
    sites += applied
    if (applied < atOnce) break
  }
  return sites
}
