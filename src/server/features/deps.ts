import type { Deps as CatalogDeps } from '#server/catalog/deps.ts'
import type { Deps as MoneyDeps } from '#server/money/deps.ts'

/** Everything that features need. */
export type Deps = CatalogDeps &
  MoneyDeps & {
    /** Signs page tokens; the same for all processes on a database. */
    pageTokenKey: Uint8Array
  }
