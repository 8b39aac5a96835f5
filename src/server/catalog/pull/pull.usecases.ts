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
import { findRelease, keepIndex, type KnownRelease, type ReleaseWish } from './release-index.usecases.ts'
import { removeSpool, type Spool, withSpool } from './spool.ts'

export type PullWish = ({ near: string; miles: number } | { state: string } | { area: PullArea }) & {
  from?: string | undefined
  release?: string | undefined
  dryRun?: boolean
  /** CSV file for the rejected rows. */
  rejectsPath?: string
  /** False refuses a release that has lost many of the places of a cell. */
  mayLoseMany?: boolean
  /** Somebody waits, so an unreachable server is reported soon. */
  isAwaited?: boolean
}
/** The release does not prove that there are none: its files may be of other regions. */
export class NoPlaces extends ImportError {}

/** `waiting`: for another pull of the same area. `middle`: of the area, while the rest is being read. */
export type PullEvent =
  | { waiting: true }
  | { middle: 'importing' | 'searchable' }
  | { pulling: PullProgress }
  | { importing: ImportProgress }
export type PullSummary = { area: string; pulled: Pulled; summary: ImportSummary }

/** The cells of the requested area, which is given in the words of a search. */
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

/** Reads an area from a release on the web and imports it. Continues an interrupted pull. */
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
  // The middle is read from the same folder.
  await Promise.allSettled([reading])
  await middle.end()
  const pulled = await reading
  await keepIndex(deps, from, pulled)
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

/** Searches find the places of a step when it ends. On the embedded database, everyone waits for its transaction. */
const ROWS_PER_STEP = 4000
/** Of these, some are of the searched kind. */
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
    // If the files have changed meanwhile, what was read of them before does not count.
    const earlier = this.end()
    this.#importing = earlier.then(async () => {
      const onProgress = () => this.#pull.onEvent({ middle: 'importing' })
      const step = { pulled, release: this.#pull.wish.release ?? release, cells: middle, onProgress }
      const summary = await importStep(this.#deps, this.#pull, step)
      this.#pull.onEvent({ middle: 'searchable' })
      return summary
    })
    // A failure is reported by `summary`.
    this.#importing.catch(() => {})
  }

  /** Waits for the end, also of a failure. */
  async end(): Promise<void> {
    await this.#importing?.catch(() => {})
  }

  /** Undefined if the middle was not complete before the rest. */
  async summary({ middle }: Pulled): Promise<ImportSummary | undefined> {
    return middle.length === 0 ? undefined : this.#importing
  }
}

/** If somebody waits, the middle of the area comes first. Each step has fixed costs, so PostgreSQL takes only two. */
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
    summary = summary === undefined ? next : addedUp(summary, next)
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
  // An administrator may have stopped it meanwhile.
  await assertNotStopped(deps, release)
  const ofStep = new Set(cells)
  return importPlaces(
    { db: deps.db, gazetteer: deps.catalog.gazetteer, clock: deps.clock },
    {
      raw: pulled.files.flatMap(file => rowsOf(spool, file, ofStep) ?? []),
      source: pulled.source,
      release,
      coveredCells: cells,
      isWholeInCells: pulled.isWhole,
      isPart: pulled.isPart,
      mayLoseMany: wish.mayLoseMany ?? true,
      // If other steps have rows, these cells are known to be empty.
      isKnownEmpty: pulled.isKnownEmpty || pulled.rows > 0,
      dryRun: wish.dryRun ?? false,
      ...(wish.rejectsPath === undefined ? {} : { rejectsPath: wish.rejectsPath }),
      onProgress,
    },
  )
}

function addedUp(first: ImportSummary, second: ImportSummary): ImportSummary {
  const counts = { ...first.counts }
  for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += second.counts[name]
  return { ...second, counts, hasChanged: first.hasChanged || second.hasChanged }
}

/** The newest release with its row groups. One pull at a time learns them; others wait for it. */
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
    await keepIndex(deps, from, footers)
    await removeSpool(spool)
    return findRelease(deps, options)
  })
}

/** Learns the row groups of the newest release before anybody waits for them. */
export async function prepareRelease(deps: PullDeps): Promise<void> {
  await knownRelease(deps, { cells: [], from: deps.config.PLACES_URL })
}

type UpToDate = { source: Pulled['source']; release: string; found: Pulled['found'] }

/** Nothing has to be read: the catalog has this release, or a newer one, in all cells. */
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

/** The rows of a file in some cells. Null if it has none. */
function rowsOf(spool: Spool, { url, begun, groups }: PulledFile, cells: ReadonlySet<number>): RawRows | null {
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
      for (const { number } of some) yield* spool.read(begun, number, cells)
    })(),
  }
}
