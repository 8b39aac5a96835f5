import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '#server/catalog/deps.ts'
import type { Catalog, CatalogSnapshot } from '#server/catalog/search/catalog.ts'

/** A search waits no longer, for example behind an import that takes minutes. The places are made anyway. */
export const longestWait = { milliseconds: 15_000 }

/** `isUnderWay`: not all places of the area are made yet. */
export type Made = { snapshot: CatalogSnapshot; isUnderWay: boolean }

/** One catalog gets its places one area after the other. */
const lines = new WeakMap<Catalog, Promise<unknown>>()

/** Makes the places that a search is the first to need. Returns the catalog with them. */
export async function makeOnNeed(
  { catalog, log }: Pick<Deps, 'catalog' | 'log'>,
  make: () => Promise<void>,
): Promise<Made> {
  const turn = (lines.get(catalog) ?? Promise.resolve())
    .then(make)
    .catch((error: unknown) => log.error({ err: error }, 'places could not be made'))
    .then(() => false)
  lines.set(catalog, turn)
  const isUnderWay = await Promise.race([turn, pause(longestWait.milliseconds, true, { ref: false })])
  return { snapshot: await catalog.refresh(), isUnderWay }
}
