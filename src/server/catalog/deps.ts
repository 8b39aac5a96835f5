import type { Db } from '#server/platform/database/db.ts'
import type { Deps as PlatformDeps } from '#server/platform/deps.ts'
import type { Catalog } from './search/catalog.ts'

export type Deps = PlatformDeps & {
  /** For catalog searches only. On the embedded database, which has a single session, it is the same as `db`. */
  searchDb: Db
  catalog: Catalog
}
