import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Deps } from '#server/catalog/deps.ts'
import { pullsFolder } from '#server/catalog/load/import-folders.ts'
import { type ImportProgress, type ImportSummary, unchangedSummary } from '#server/catalog/load/import-input.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { cellOf } from '#server/catalog/place/cell.ts'
import { ImportError } from '#server/catalog/place/import-error.ts'
import type { RawPlace, RawRows } from '#server/catalog/readers/raw-place.ts'
import { cellsBehind } from '#server/catalog/tables/dataset.repository.ts'
import { resolveLocation } from '#server/catalog/understand/resolve-location.ts'
import { areaAround, areaOfParts, areaOfState, type PullArea, stepsOf } from './pull-area.ts'
import type { Pulled, PulledFile, PullOptions, PullProgress } from './pull-files.ts'
import type { PullMessage } from './pull-worker.ts'
import { findDecision } from './release-decision.repository.ts'
import { findRelease, keepIndex, type KnownRelease, type ReleaseWish } from './release-index.usecases.ts'
import { Unreachable } from './remote-file.ts'
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

/** `waiting`: for another pull of the same area. `middle`: the middle of the area can be searched. */
export type PullEvent = { waiting: true } | { middle: true } | { pulling: PullProgress } | { importing: ImportProgress }
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
  const pulled = await inThread({ ...options, release: found, index, spoolFolder: spool.folder }, pulling =>
    onEvent({ pulling }),
  )
  await keepIndex(deps, from, pulled)
  const release = wish.release ?? pulled.release
  if (pulled.rows === 0 && !pulled.isKnownEmpty)
    throw new NoPlaces(`The release has no place in ${area.label}. Nothing was changed.`)
  if (release === '') throw new ImportError('The files do not say how old they are: give their release (--release)')
  const summary = await importPulled(deps, pull, { pulled, release })
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

/** If somebody waits, the middle of the area comes first. Each step has fixed costs, so PostgreSQL takes only two. */
function importSteps({ db }: PullDeps, { wish, area }: Pull, { rowsByCell }: Pulled): (readonly number[])[] {
  if (wish.isAwaited !== true) return [area.cells]
  const [middle = [], ...others] = stepsOf(area.cells, rowsByCell, ROWS_PER_STEP)
  if (others.length === 0 || db.kind === 'embedded') return [middle, ...others]
  return [middle, others.flat()]
}

async function importPulled(
  deps: PullDeps,
  pull: Pull,
  { pulled, release }: { pulled: Pulled; release: string },
): Promise<ImportSummary> {
  const { wish, spool, onEvent } = pull
  const steps = importSteps(deps, pull, pulled)
  let summary: ImportSummary | undefined
  for (const cells of steps) {
    // An administrator may have stopped it meanwhile.
    await assertNotStopped(deps, release)
    const ofStep = steps.length === 1 ? null : { cells: new Set(cells), rows: rowsIn(pulled, cells) }
    const files = pulled.files.filter(({ groups }) => groups.length > 0)
    const next = await importPlaces(
      { db: deps.db, gazetteer: deps.catalog.gazetteer, clock: deps.clock },
      {
        raw: files.map((file, position) => rowsOf(spool, file, ofStep && { ...ofStep, isFirst: position === 0 })),
        source: pulled.source,
        release,
        coveredCells: cells,
        isWholeInCells: pulled.isWhole,
        isPart: pulled.isPart,
        mayLoseMany: wish.mayLoseMany ?? true,
        isKnownEmpty: pulled.isKnownEmpty,
        dryRun: wish.dryRun ?? false,
        ...(wish.rejectsPath === undefined ? {} : { rejectsPath: wish.rejectsPath }),
        onProgress: importing => onEvent({ importing }),
      },
    )
    summary = summary === undefined ? next : addedUp(summary, next)
    if (cells !== steps.at(-1)) onEvent({ middle: true })
  }
  if (summary === undefined) throw new Error('The area has no cells')
  return summary
}

const rowsIn = ({ rowsByCell }: Pulled, cells: readonly number[]): number =>
  cells.reduce((sum, cell) => sum + (rowsByCell.get(cell) ?? 0), 0)

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
    const footers = await inThread(
      { ...options, cells: [], release: current.found, spoolFolder: spool.folder },
      () => {},
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
    rowsByCell: new Map<number, number>(),
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

type Step = { cells: ReadonlySet<number>; rows: number; isFirst: boolean }

/** The rows of a file; of a step, only those in its cells, which are counted with the first file. */
const rowsOf = (spool: Spool, { url, file, groups, rows }: PulledFile, step: Step | null): RawRows => ({
  file: path.basename(new URL(url).pathname),
  rowCount: step === null ? rows : step.isFirst ? step.rows : 0,
  batches: batchesOf(spool, { file, groups }, step),
})

async function* batchesOf(
  spool: Spool,
  { file, groups }: Pick<PulledFile, 'file' | 'groups'>,
  step: Step | null,
): AsyncGenerator<RawPlace[]> {
  for (const group of groups)
    for await (const rows of spool.read(file, group))
      yield step === null ? rows : rows.filter(({ lat, lon }) => step.cells.has(cellOf(lat ?? 0, lon ?? 0)))
}

const faults = { input: ImportError, line: Unreachable, ours: Error }

/** Decoding a row group takes seconds, which would block the server. */
async function inThread(options: PullOptions, onProgress: (progress: PullProgress) => void): Promise<Pulled> {
  const worker = new Worker(new URL('pull-worker.ts', import.meta.url), { workerData: options })
  const result = Promise.withResolvers<Pulled>()
  worker.on('message', (message: PullMessage) => {
    if (message.kind === 'progress') onProgress(message.progress)
    else if (message.kind === 'pulled') result.resolve(message.pulled)
    else result.reject(new faults[message.of](message.message))
  })
  worker.on('error', error => result.reject(error as Error))
  worker.on('exit', () => result.reject(new Error('The reader has stopped')))
  try {
    return await result.promise
  } finally {
    await worker.terminate()
  }
}
