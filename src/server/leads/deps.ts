import type { Deps as CatalogDeps } from '#server/catalog/deps.ts'
import type { Deps as MoneyDeps } from '#server/money/deps.ts'

export type Deps = CatalogDeps & MoneyDeps
