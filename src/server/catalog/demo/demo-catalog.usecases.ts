import type { FastifyBaseLogger } from 'fastify'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import type { Catalog } from '#server/catalog/search/catalog.ts'
import type { Clock } from '#server/platform/basics/clock.ts'
import type { Db } from '#server/platform/database/db.ts'
import { demoRelease, generateDemoPlaces } from './generate-demo-places.ts'

type DemoDeps = { db: Db; catalog: Catalog; clock: Clock; log: FastifyBaseLogger; onBegin?: () => void }

/** Fills the catalog with fictional places, unless it already has this release of them. */
export async function loadDemoCatalog({ db, catalog, clock, log, onBegin }: DemoDeps): Promise<void> {
  if (holdsDemoRelease(catalog)) return
  onBegin?.()
  const startedAt = performance.now()
  const { gazetteer } = catalog
  const { counts } = await importPlaces(
    { db, gazetteer, clock },
    { places: generateDemoPlaces({ gazetteer }), source: 'demo', release: demoRelease },
  )
  await catalog.refresh()
  log.info({ places: counts.added, seconds: (performance.now() - startedAt) / 1000 }, 'sample data loaded')
}

function holdsDemoRelease(catalog: Catalog): boolean {
  const { coverage } = catalog.current()
  for (const rows of coverage.byCell.values())
    if (rows.some(row => row.isSample)) return rows.some(row => row.isSample && row.release === demoRelease)
  return false
}
