import { isDeepStrictEqual } from 'node:util'
import { type Gazetteer, loadGazetteer } from '#geography/index.ts'
import { buildCategoryIndex, type CategoryIndex } from '#server/catalog/kinds/category-index.ts'
import type { LeftOutPlaces, PlacesProvider } from '#server/catalog/place/places-provider.ts'
import { type Source, sources } from '#server/catalog/place/sources.ts'
import { isInStarterTown, isStarterRelease } from '#server/catalog/place/starter-data.ts'
import { isPlaceSuppressed, type Suppressed, suppressedOf } from '#server/catalog/suppression/suppression.rules.ts'
import {
  catalogVersion,
  readCoverage,
  readDatasets,
  readSuppressions,
} from '#server/catalog/tables/catalog.repository.ts'
import { type CategoryRow, readCategories } from '#server/catalog/tables/category.repository.ts'
import type { Db } from '#server/platform/database/db.ts'
import type { PopulatedCells } from './area-cells.ts'
import { catalogProvider } from './catalog-search.repository.ts'
import { type AreaCoverage, type Coverage, coverageOf, populatedCellsOf } from './coverage.ts'
import { hasDoNotContact } from './do-not-contact.repository.ts'

export type Dataset = {
  id: number
  source: Source
  /** Shown to users: the source's name, or the name of the operator's list. */
  name: string
  /** Identifies a place permanently, together with the source's id. */
  key: string
}
/** The parts of the catalog kept in memory, for one version of it. */
export type CatalogSnapshot = {
  version: number
  categories: CategoryIndex
  categoryNames: ReadonlyMap<number, string>
  /** The rows that `categories` and `categoryNames` are built from. */
  categoryRows: readonly CategoryRow[]
  datasets: ReadonlyMap<number, Dataset>
  coverage: Coverage
  suppressed: Suppressed
  /** Changes with the do-not-contact list. */
  suppressionStamp: string
}
/** The datasets that cover part of an area, with the newest release of each. */
export const releasesIn = ({ datasets }: Pick<CatalogSnapshot, 'datasets'>, { releases }: AreaCoverage) =>
  [...releases].flatMap(([id, release]) => {
    const dataset = datasets.get(id)
    return dataset === undefined ? [] : [{ dataset, release }]
  })

export type Catalog = {
  gazetteer: Gazetteer
  populated: PopulatedCells
  places: PlacesProvider
  current: () => CatalogSnapshot
  /** Reads what has changed. Cheap if nothing has. */
  refresh: () => Promise<CatalogSnapshot>
}

/** Read once, because all catalogs of a process share the towns and the populated cells. */
let country: Promise<Pick<Catalog, 'gazetteer' | 'populated'>> | undefined

export const readCountry = () =>
  (country ??= loadGazetteer().then(gazetteer => ({ gazetteer, populated: populatedCellsOf(gazetteer) })))

/** `searchDb` runs the searches, and `db` reads everything else. On the embedded database, they are the same. */
export async function openCatalog({ db, searchDb }: { db: Db; searchDb: Db }): Promise<Catalog> {
  const [{ gazetteer, populated }, first] = await Promise.all([readCountry(), readSnapshot(db)])
  const { current, refresh } = keepSnapshot(db, first)
  return {
    gazetteer,
    populated,
    places: withoutSuppressed(searchDb === db ? catalogProvider(db) : withCurrentLists(searchDb, db), current),
    current,
    refresh,
  }
}

type Reading = { version: number; snapshot: Promise<CatalogSnapshot> }

function keepSnapshot(db: Db, first: CatalogSnapshot): Pick<Catalog, 'current' | 'refresh'> {
  let snapshot = first
  let last: Reading | undefined
  const readFor = (version: number): Reading => {
    const begun: Reading = {
      version,
      snapshot: readSnapshot(db, snapshot)
        .then(read => {
          if (begun === last || read.version > snapshot.version) snapshot = read
          return read
        })
        .finally(() => {
          if (begun === last) last = undefined
        }),
    }
    return begun
  }
  return {
    current: () => snapshot,
    refresh: async () => {
      const version = await catalogVersion(db)
      if (version === snapshot.version) return snapshot
      // Building a snapshot blocks the event loop, so concurrent callers with the same version share one build.
      if (last?.version !== version) last = readFor(version)
      return last.snapshot
    },
  }
}

/**
 * Asks the primary for a user whose own do-not-contact list a replica does not have yet, and for searches without the
 * user's leads: a replica may not have the newest of them.
 */
function withCurrentLists(searchDb: Db, db: Db): PlacesProvider {
  const usual = catalogProvider(searchDb)
  const primary = catalogProvider(db)
  const providerFor = async ({ without, doNotContact }: LeftOutPlaces): Promise<PlacesProvider> => {
    if (without !== undefined) return primary
    return doNotContact === undefined || (await hasDoNotContact(searchDb, doNotContact)) ? usual : primary
  }
  return {
    ...usual,
    search: async (plan, page) => (await providerFor(page)).search(plan, page),
    count: async (plan, asked) => (await providerFor(asked)).count(plan, asked),
    countByCategory: async (plan, leftOut) => (await providerFor(leftOut)).countByCategory(plan, leftOut),
  }
}

/** Applies entries that the rows do not show yet: removes their places from a page, and fills it with the next ones. */
const withoutSuppressed = (places: PlacesProvider, current: () => CatalogSnapshot): PlacesProvider => ({
  ...places,
  search: async (plan, page) => {
    const { limit } = page
    const found = await places.search(plan, page)
    const kept = found.places.filter(place => !isPlaceSuppressed(place, current()))
    let last = found.places.at(-1)
    let left = found.places.length - kept.length
    while (kept.length < limit && left > 0 && last !== undefined) {
      const next = await places.search(plan, { ...page, after: last.pageKey, limit: limit - kept.length })
      const more = next.places.filter(place => !isPlaceSuppressed(place, current()))
      kept.push(...more)
      left = next.places.length - more.length
      last = next.places.at(-1)
    }
    return { ...found, places: kept }
  },
})

/** Reuses the unchanged parts of `known`, the previous snapshot. */
async function readSnapshot(db: Db, known?: CatalogSnapshot): Promise<CatalogSnapshot> {
  const version = await catalogVersion(db)
  const categoryRows = await readCategories(db)
  const datasets = new Map((await readDatasets(db)).map(row => [row.id, datasetOf(row)]))
  const coverage = (await readCoverage(db)).map(({ cell, datasetId, state, release }) => {
    const isSample = datasets.get(datasetId)?.source.isSample ?? false
    return { cell, datasetId, state, release, isSample, isStarter: isStarterRelease(release) }
  })
  const { gazetteer } = await readCountry()
  const suppressions = await readSuppressions(db)
  return {
    version,
    ...categoriesOf(categoryRows, known),
    datasets,
    coverage: coverageOf(coverage, point => isInStarterTown(gazetteer, point)),
    suppressed: suppressedOf(suppressions),
    // Ids only grow, so the newest id and the count identify a state of the list.
    suppressionStamp: `${suppressions.at(-1)?.id ?? 0}:${suppressions.length}`,
  }
}

type Categories = Pick<CatalogSnapshot, 'categories' | 'categoryNames' | 'categoryRows'>

// Building the index blocks the event loop, so it is reused if no category has changed.
function categoriesOf(categoryRows: readonly CategoryRow[], known: CatalogSnapshot | undefined): Categories {
  if (known !== undefined && isDeepStrictEqual(known.categoryRows, categoryRows)) {
    const { categories, categoryNames } = known
    return { categories, categoryNames, categoryRows: known.categoryRows }
  }
  return {
    categories: buildCategoryIndex(categoryRows),
    categoryNames: new Map(categoryRows.map(({ id, name }) => [id, name])),
    categoryRows,
  }
}

function datasetOf({ id, source, name }: { id: number; source: string; name: string }): Dataset {
  const known: Source | undefined = (sources as Record<string, Source>)[source]
  if (known === undefined) throw new Error(`The catalog contains an unknown source "${source}"`)
  const isList = name !== source
  return {
    id,
    source: known,
    name: isList && known.key === 'csv' ? name : known.name,
    key: isList ? `${source}/${name}` : source,
  }
}
