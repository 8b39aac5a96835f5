import type { Gazetteer } from '#geography/index.ts'
import type { Deps } from '#server/catalog/deps.ts'
import { CategoryIds } from '#server/catalog/load/category-ids.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import { type PopulatedCells, wholeCellsOfArea, withNeighbors } from '#server/catalog/search/area-cells.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { type Made, makeOnNeed } from '#server/catalog/starter/make-on-need.ts'
import { writeCategories } from '#server/catalog/tables/category.repository.ts'
import { raiseCatalogVersion } from '#server/catalog/tables/dataset.repository.ts'
import { inImportSession } from '#server/catalog/tables/import-session.ts'
import { demoCategories } from './categories.ts'
import { createDemoCountry, type DemoCountry, demoRelease } from './generate-demo-places.ts'
import { fiftyStatesAndDc } from './states.ts'

type SampleDeps = Pick<Deps, 'db' | 'catalog' | 'clock' | 'log'>

/** Adds the categories of all samples, so that words are understood before the first of them is made. */
export async function addSampleCategories({ db, catalog }: Pick<Deps, 'db' | 'catalog'>): Promise<void> {
  const keys = [
    ...new Set(demoCategories.map(({ key }) => key).concat(demoCategories.flatMap(({ alternates }) => alternates))),
  ]
  const known = new Set(catalog.current().categoryRows.map(({ key }) => key))
  if (keys.every(key => known.has(key))) return
  await inImportSession(db, async session => {
    const categories = await CategoryIds.open(session)
    await categories.learn(keys, [])
    await session.transaction(async tx => {
      await writeCategories(tx, categories.unwritten())
      await raiseCatalogVersion(tx)
    })
  })
  await catalog.refresh()
}

/**
 * Makes the fictional places of an area that is searched for the first time. Returns the catalog with them. Each cell
 * of the country is made once, whoever searches there. Samples of an earlier release stay, because users have paid for
 * them as leads.
 */
export async function makeSamples(
  deps: SampleDeps,
  snapshot: CatalogSnapshot,
  where: SearchPlan['where'],
): Promise<Made> {
  const { catalog } = deps
  const withTowns = cellsAroundTowns(catalog.populated)
  const cells = where.anyOf.flatMap(area =>
    wholeCellsOfArea(area, catalog.populated).filter(cell => withTowns.has(cell)),
  )
  if (withoutSamples(snapshot, cells).length === 0) return { snapshot, isUnderWay: false }
  return makeOnNeed(deps, () => importSamples(deps, cells))
}

const aroundTowns = new WeakMap<PopulatedCells, ReadonlySet<number>>()

/** The cells that can have samples: those with a town of the fifty states or DC, and their neighbors. */
const cellsAroundTowns = (populated: PopulatedCells): ReadonlySet<number> =>
  aroundTowns.getOrInsertComputed(populated, ({ byState }) => {
    const withTown = [...byState].filter(([state]) => fiftyStatesAndDc.has(state))
    return new Set(withNeighbors(withTown.flatMap(([, ofState]) => Array.from(ofState))))
  })

const withoutSamples = ({ coverage }: CatalogSnapshot, cells: readonly number[]): number[] => {
  const isMade = (cell: number) => coverage.byCell.get(cell)?.some(({ isSample }) => isSample) === true
  return [...new Set(cells)].filter(cell => !isMade(cell))
}

async function importSamples({ db, catalog, clock, log }: SampleDeps, cells: readonly number[]): Promise<void> {
  // Another search may have made some of them meanwhile.
  const missing = withoutSamples(await catalog.refresh(), cells)
  if (missing.length === 0) return
  const startedAt = performance.now()
  const { gazetteer } = catalog
  const country = demoCountryOf(gazetteer)
  const { counts } = await importPlaces(
    { db, gazetteer, clock },
    {
      places: country.inCells(new Set(missing)),
      source: 'demo',
      release: demoRelease,
      coveredCells: missing,
      isWholeInCells: true,
      isKnownEmpty: true,
    },
  )
  log.info({ places: counts.added, seconds: (performance.now() - startedAt) / 1000 }, 'sample places made')
}

const countries = new WeakMap<Gazetteer, DemoCountry>()

const demoCountryOf = (gazetteer: Gazetteer): DemoCountry =>
  countries.getOrInsertComputed(gazetteer, () => createDemoCountry({ gazetteer }))
