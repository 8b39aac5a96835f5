import type { Deps as CatalogDeps } from '#server/catalog/deps.ts'
import type { Deps as MoneyDeps } from '#server/money/deps.ts'

/** Everything the product's code needs from outside. */
export type Deps = CatalogDeps &
  MoneyDeps & {
    /** Signs page tokens; the same for all processes that share a database. */
    pageTokenKey: Uint8Array
  }
