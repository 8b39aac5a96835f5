import path from 'node:path'
import type { Deps } from '#server/catalog/deps.ts'
import { pullsFolder } from '#server/catalog/load/import-folders.ts'
import { type ImportProgress, type ImportSummary, unchangedSummary } from '#server/catalog/load/import-input.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { ImportError } from '#server/catalog/place/import-error.ts'
import type { RawRows } from '#server/catalog/readers/raw-place.ts'
import { cellsBehind } from '#server/catalog/tables/dataset.repository.ts'
import { resolveLocation } from '#server/catalog/understand/resolve-location.ts'
import { areaAround, areaOfParts, areaOfState, type PullArea, stepsOf } from './pull-area.ts'
import type { Pulled, PulledFile, PullProgress } from './pull-files.ts'
import { pullInThread } from './pull-thread.ts'
import { findDecision } from './release-decision.repository.ts'
import { findRelease, storeIndex, type KnownRelease, type ReleaseWish } from './release-index.usecases.ts'
import { removeSpool, type Spool, withSpool } from './spool.ts'

export type PullWish = ({ near: string; miles: number } | { state: string } | { area: PullArea }) & {
  from?: string | undefined
  release?: string | undefined
  dryRun?: boolean
  /** The CSV file to write the rejected rows to. */
  rejectsPath?: string
  /** If false, a release that has lost many places of a cell is refused. */
  mayLoseMany?: boolean
  /** True if a user waits. An unreachable server is then reported after fewer retries. */
  isAwaited?: boolean
}
/** The release has no rows in the area. That proves nothing, because its files may be of other regions. */
export class NoPlaces extends ImportError {}

/**
 * - waiting: Another pull of the same area is running.
 * - middle: The middle of the area is imported while the rest is being read.
 */
export type PullEvent =
  | { waiting: true }
  | { middle: 'importing' | 'searchable' }
  | { pulling: PullProgress }
  | { importing: ImportProgress }
export type PullSummary = { area: string; pulled: Pulled; summary: ImportSummary }

/** The cells of the requested area. Its name is understood like the location of a search. */
export function resolveArea({ catalog }: Pick<Deps, 'catalog'>, wish: PullWish): PullArea {
  if ('area' in wish) return wish.area
  const words = 'state' in wish ? wish.state : wish.near
  const location = resolveLocation(catalog.gazetteer, words)
  if (location.kind === 'state') return areaOfState(location.label, location.state, catalog.populated)
  if (location.kind === 'point' && 'near' in wish) return areaAround(location.label, location, wish.miles)
  if (location.kind === 'area' && 'near' in wish) return areaOfParts(location.label, location.areas, catalog.populated)
  if (location.kind === 'ambiguous')
    throw new ImportError(
      `"${words}" is ambiguous: choose one of ${location.choices.map(({ label }) => label).join('; ')}`,
    )
  throw new ImportError('state' in wish ? `"${words}" is not a state` : `We could not find "${words}"`)
}

export type PullDeps = Pick<Deps, 'db' | 'catalog' | 'clock' | 'config'>

/** Downloads the places of an area from a release and imports them. Continues an interrupted pull. */
export async function pullPlaces(
  deps: PullDeps,
  wish: PullWish,
  onEvent: (event: PullEvent) => void,
): Promise<PullSummary> {
  const area = resolveArea(deps, wish)
  const from = wish.from ?? deps.config.PLACES_URL
  const wanted = { from: from ?? null, cells: area.cells }
  const pull = (spool: Spool) => pullInto(deps, { wish, area, from, spool, onEvent })
  return withSpool(pullsFolder(deps.config), wanted, pull, () => onEvent({ waiting: true }))
}

const awaited = { timeoutMs: 5000, tries: 3 }

type Pull = {
  wish: PullWish
  area: PullArea
  from: string | undefined
  spool: Spool
  onEvent: (event: PullEvent) => void
}

async function pullInto(deps: PullDeps, pull: Pull): Promise<PullSummary> {
  const { wish, area, from, spool, onEvent } = pull
  const options = { cells: area.cells, from, ...(wish.isAwaited === true && awaited) }
  const { found, index, source } = await knownRelease(deps, options)
  if (found.release !== null) await assertNotStopped(deps, found.release)
  const claimed = wish.release ?? found.release
  if (source !== null && claimed !== null && found.isWhole) {
    const behind = await cellsBehind(deps.db, { source, release: claimed, cells: area.cells })
    if (behind.length === 0) return upToDate(pull, { source, release: claimed, found })
  }
  const middle = new Middle(deps, pull)
  const middleFromRows = wish.isAwaited === true ? MIDDLE_FROM_ROWS : undefined
  const reading = pullInThread(
    { ...options, release: found, index, spoolFolder: spool.folder, middleFromRows },
    { onProgress: pulling => onEvent({ pulling }), onMiddle: some => middle.begin(some) },
  )
  // Wait for the reader first, because the middle is imported from the same folder.
  await Promise.allSettled([reading])
  await middle.end()
  const pulled = await reading
  await storeIndex(deps, from, pulled)
  const release = wish.release ?? pulled.release
  if (pulled.rows === 0 && !pulled.isKnownEmpty)
    throw new NoPlaces(`The release has no place in ${area.label}. Nothing was changed.`)
  if (release === '') throw new ImportError('The files do not say how old they are: give their release (--release)')
  const summary = await importPulled(deps, pull, { pulled, release, middle })
  if (wish.dryRun !== true) await removeSpool(spool)
  return { area: area.label, pulled, summary }
}

/** An administrator who stops a release keeps all of its places out of the catalog. */
async function assertNotStopped({ db }: PullDeps, release: string): Promise<void> {
  const decision = await findDecision(db, release)
  if (decision?.state === 'stopped') throw new ImportError(`An administrator has stopped release ${release}`)
}

/**
 * Searches find the places of a step as soon as it ends. Steps are small, because on the embedded database all other
 * queries wait for the transaction.
 */
const ROWS_PER_STEP = 4000
/** With so many rows, some are probably of the searched kind. */
const MIDDLE_FROM_ROWS = 1000

/** Imports the middle of the area while the rest is being read. */
class Middle {
  #deps: PullDeps
  #pull: Pull
  #importing: Promise<ImportSummary> | undefined

  constructor(deps: PullDeps, pull: Pull) {
    this.#deps = deps
    this.#pull = pull
  }

  begin(pulled: Pulled): void {
    const { release, middle } = pulled
    // This is called again if the files have changed. The new import must follow the old one.
    const earlier = this.end()
    this.#importing = earlier.then(async () => {
      const onProgress = () => this.#pull.onEvent({ middle: 'importing' })
      const step = { pulled, release: this.#pull.wish.release ?? release, cells: middle, onProgress }
      const summary = await importStep(this.#deps, this.#pull, step)
      this.#pull.onEvent({ middle: 'searchable' })
      return summary
    })
    // `summary` throws the failure.
    this.#importing.catch(() => {})
  }

  /** Waits until the import has ended or failed. */
  async end(): Promise<void> {
    await this.#importing?.catch(() => {})
  }

  /** Undefined if the middle was not imported separately. */
  async summary({ middle }: Pulled): Promise<ImportSummary | undefined> {
    return middle.length === 0 ? undefined : this.#importing
  }
}

/**
 * If a user waits, the middle of the area comes first. PostgreSQL takes at most two steps, because each has fixed
 * costs.
 */
function importSteps({ db }: PullDeps, { wish, area }: Pull, { files, middle }: Pulled): (readonly number[])[] {
  if (wish.isAwaited !== true) return [area.cells]
  const rowsByCell = new Map<number, number>()
  for (const { groups } of files)
    for (const group of groups)
      for (const [cell, rows] of group.rowsByCell) rowsByCell.set(cell, (rowsByCell.get(cell) ?? 0) + rows)
  const left = area.cells.filter(cell => !middle.includes(cell))
  const steps = stepsOf(left, rowsByCell, ROWS_PER_STEP)
  if (db.kind === 'embedded') return steps
  const [first = [], ...others] = steps
  if (middle.length > 0) return [left]
  return others.length === 0 ? [first] : [first, others.flat()]
}

type Importing = { pulled: Pulled; release: string; middle: Middle }

async function importPulled(
  deps: PullDeps,
  pull: Pull,
  { pulled, release, middle }: Importing,
): Promise<ImportSummary> {
  const steps = importSteps(deps, pull, pulled)
  let summary = await middle.summary(pulled)
  for (const cells of steps) {
    const onProgress = (importing: ImportProgress) => pull.onEvent({ importing })
    const next = await importStep(deps, pull, { pulled, release, cells, onProgress })
    summary = summary === undefined ? next : addSummaries(summary, next)
    if (cells !== steps.at(-1)) pull.onEvent({ middle: 'searchable' })
  }
  if (summary === undefined) throw new Error('The area has no cells')
  return summary
}

type Step = {
  pulled: Pulled
  release: string
  cells: readonly number[]
  onProgress: (progress: ImportProgress) => void
}

async function importStep(
  deps: PullDeps,
  { wish, spool }: Pull,
  { pulled, release, cells, onProgress }: Step,
): Promise<ImportSummary> {
  // An administrator may have stopped the release in the meantime.
  await assertNotStopped(deps, release)
  const cellsOfStep = new Set(cells)
  return importPlaces(
    { db: deps.db, gazetteer: deps.catalog.gazetteer, clock: deps.clock },
    {
      raw: pulled.files.flatMap(file => rowsOf(spool, file, cellsOfStep) ?? []),
      source: pulled.source,
      release,
      coveredCells: cells,
      isWholeInCells: pulled.isWhole,
      isPart: pulled.isPart,
      mayLoseMany: wish.mayLoseMany ?? true,
      // If other cells of the release have rows, it covers this area, so cells without rows are really empty.
      isKnownEmpty: pulled.isKnownEmpty || pulled.rows > 0,
      dryRun: wish.dryRun ?? false,
      ...(wish.rejectsPath === undefined ? {} : { rejectsPath: wish.rejectsPath }),
      onProgress,
    },
  )
}

function addSummaries(first: ImportSummary, second: ImportSummary): ImportSummary {
  const counts = { ...first.counts }
  for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += second.counts[name]
  return { ...second, counts, hasChanged: first.hasChanged || second.hasChanged }
}

/** The newest release with its row groups. One process at a time reads them from the files; others wait for it. */
export async function knownRelease(deps: PullDeps, options: ReleaseWish): Promise<KnownRelease> {
  const { from } = options
  const known = await findRelease(deps, options)
  if (known.index !== undefined || !known.found.isWhole) return known
  return withSpool(pullsFolder(deps.config), { indexOf: from ?? null }, async spool => {
    const current = await findRelease(deps, options)
    if (current.index !== undefined) return current
    const footers = await pullInThread(
      { ...options, cells: [], release: current.found, spoolFolder: spool.folder },
      { onProgress: () => {} },
    )
    await storeIndex(deps, from, footers)
    await removeSpool(spool)
    return findRelease(deps, options)
  })
}

/** Stores the row groups of the newest release before a user has to wait for them. */
export async function prepareRelease(deps: PullDeps): Promise<void> {
  await knownRelease(deps, { cells: [], from: deps.config.PLACES_URL })
}

type UpToDate = { source: Pulled['source']; release: string; found: Pulled['found'] }

/** Ends a pull without reading, because the catalog already has this or a newer release in all cells. */
async function upToDate({ area, spool }: Pull, { source, release, found }: UpToDate): Promise<PullSummary> {
  await removeSpool(spool)
  const none = {
    rows: 0,
    middle: [],
    bytesRead: 0,
    bytesInFiles: 0,
    bytesWanted: 0,
    files: [],
    indexed: null,
  }
  return {
    area: area.label,
    pulled: { source, release, isWhole: true, isPart: false, isKnownEmpty: false, found, ...none },
    summary: unchangedSummary(source, release),
  }
}

/** The rows of a file in some cells; null if there are none. */
function rowsOf(spool: Spool, { url, versionFolder, groups }: PulledFile, cells: ReadonlySet<number>): RawRows | null {
  const ofCells = groups.map(({ number, rowsByCell }) => ({
    number,
    rows: [...rowsByCell].reduce((sum, [cell, rows]) => sum + (cells.has(cell) ? rows : 0), 0),
  }))
  const some = ofCells.filter(({ rows }) => rows > 0)
  if (some.length === 0) return null
  return {
    file: path.basename(new URL(url).pathname),
    rowCount: some.reduce((sum, { rows }) => sum + rows, 0),
    batches: (async function* () {
      for (const { number } of some) yield* spool.read(versionFolder, number, cells)
    })(),
  }
}
