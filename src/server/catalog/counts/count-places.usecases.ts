import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { radiusMiles } from '#contract/searches/search-options.ts'
import { boxAround, boxAroundAll } from '#geography/index.ts'
import type { Deps } from '#server/catalog/deps.ts'
import type { CatalogSnapshot, Dataset } from '#server/catalog/search/catalog.ts'
import { type CountRequest, countKind } from './count-kind.repository.ts'
import { type CountedKind, countedKinds } from './counted-kinds.ts'
import { type CountedState, countedStates, type CountedTown } from './counted-states.ts'
import {
  type CoveredCell,
  hasChangesIn,
  keepOnly,
  readCoveredCells,
  readLastChanges,
  readNewestRuns,
  readProgress,
  replaceCounts,
  type StateProgress,
  writeProgress,
} from './public-count.repository.ts'

/** A run ends after this time, so that other chores do not wait long. The next run continues. */
const RUN_MS = 20_000
/** After counting a kind, the run pauses for this many times the duration, to leave the database to others. */
const PAUSE_FACTOR = 3

/** Fictional places and rows with a separate license are not counted. */
export const countsDataset = ({ source }: Pick<Dataset, 'source'>): boolean => !source.isSample && source.isMergeable

/** A state to count. The fingerprint is a hash of everything that the counts depend on. */
type StateToCount = { state: CountedState; towns: CountedTown[]; cells: number[]; fingerprint: string }

/**
 * Counts the businesses of each kind in each state and around its towns after the catalog has changed. Only states with
 * changes are counted again, one kind at a time. An interrupted run continues with the next kind.
 */
export async function countPlaces(deps: Pick<Deps, 'db' | 'catalog' | 'clock'>): Promise<void> {
  const { db } = deps
  const snapshot = await deps.catalog.refresh()
  const { version } = snapshot
  const datasetIds = [...snapshot.datasets.values()].filter(countsDataset).map(({ id }) => id)
  const progress = await readProgress(db)
  if (progress.every(known => known.isComplete && known.version === version) && progress.length > 0) return
  if (progress.length === 0 && datasetIds.length === 0) return
  const kinds = [...countedKinds(snapshot.categories).values()]
  const wanted = await wantedStates(deps, { snapshot, datasetIds, kinds })
  const isFirstRun = progress.every(known => known.version !== version)
  if (isFirstRun) {
    const kept = { states: wanted.map(({ state }) => state.code), categories: kinds.map(({ slug }) => slug) }
    await db.transaction(tx => keepOnly(tx, kept))
  }
  const runs = await readNewestRuns(db, datasetIds)
  const end = performance.now() + RUN_MS
  for (const stateToCount of wanted) {
    const before = progress.find(({ state }) => state === stateToCount.state.code)
    if (performance.now() > end) return
    await countState(deps, stateToCount, { before, version, kinds, runs, end })
  }
}

type Counting = { snapshot: CatalogSnapshot; datasetIds: readonly number[]; kinds: readonly CountedKind[] }

async function wantedStates(
  { db, catalog }: Pick<Deps, 'db' | 'catalog'>,
  { datasetIds, kinds }: Counting,
): Promise<StateToCount[]> {
  const [covered, changes] = await Promise.all([readCoveredCells(db, datasetIds), readLastChanges(db)])
  const byCell = Map.groupBy(covered, ({ cell }) => cell)
  const byState = Map.groupBy(covered, ({ state }) => state)
  const kindsMark = hashOf(kinds)
  return [...countedStates(catalog.gazetteer).values()].flatMap(state => {
    const own = byState.get(state.code)
    if (own === undefined) return []
    const towns = [...state.towns.values()].filter(town => byCell.has(town.cell))
    const cells = [...new Set([...own.map(({ cell }) => cell), ...towns.flatMap(town => town.cells)])]
      .filter(cell => byCell.has(cell))
      .toSorted((a, b) => a - b)
    const marks = cells.map((cell): [CoveredCell[] | undefined, number | undefined] => [
      byCell.get(cell),
      changes.get(cell),
    ])
    return [{ state, towns, cells, fingerprint: hashOf([kindsMark, marks]) }]
  })
}

const hashOf = (value: unknown): string => hash('sha256', JSON.stringify(value))

type CountingRun = {
  before: StateProgress | undefined
  version: number
  kinds: readonly CountedKind[]
  runs: readonly number[]
  end: number
}

async function countState(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { state, towns, cells, fingerprint }: StateToCount,
  { before, version, kinds, runs, end }: CountingRun,
): Promise<void> {
  const isSame = before?.fingerprint === fingerprint
  const first = isSame ? before.kindsDone : 0
  const countedAt = before?.countedAt ?? null
  const progress = { state: state.code, fingerprint, version, countedAt }
  if (isSame && before.isComplete) return writeProgress(db, { ...progress, kindsDone: first, isComplete: true })
  const boxes = towns.map(town => boxAround(town, radiusMiles.default))
  const asked: Omit<CountRequest, 'what'> = {
    state: state.code,
    towns,
    radiusMiles: radiusMiles.default,
    box: boxes.length === 0 ? { south: 0, north: 0, west: 0, east: 0 } : boxAroundAll(boxes),
    news: (await hasChangesIn(db, runs, cells)) ? { runs, cells } : null,
  }
  for (const [index, kind] of kinds.entries()) {
    if (index < first) continue
    if (performance.now() > end) return
    const began = performance.now()
    const counts = await countKind(db, { ...asked, what: kind.what })
    await db.transaction(async tx => {
      await replaceCounts(
        tx,
        { category: kind.slug, state: state.code, version },
        counts.map(({ town, figures }) => ({ town: towns[town]?.slug ?? '', figures })),
      )
      await writeProgress(tx, { ...progress, kindsDone: index + 1, isComplete: false })
    })
    await pause((performance.now() - began) * PAUSE_FACTOR)
  }
  await writeProgress(db, { ...progress, kindsDone: kinds.length, isComplete: true, countedAt: clock.now() })
}
