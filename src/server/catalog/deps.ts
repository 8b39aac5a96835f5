import type { Db } from '#server/platform/database/db.ts'
import type { Deps as PlatformDeps } from '#server/platform/deps.ts'
import type { Catalog } from './search/catalog.ts'

export type Deps = PlatformDeps & {
  /** For catalog searches only; the same as `db` on the embedded database, which has one session for everything. */
  searchDb: Db
  catalog: Catalog
}
