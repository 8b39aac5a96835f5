import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Deps } from '#server/catalog/deps.ts'
import { pullsFolder } from '#server/catalog/load/import-folders.ts'
import type { ImportProgress, ImportSummary } from '#server/catalog/load/import-input.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { ImportError } from '#server/catalog/place/import-error.ts'
import type { RawPlace, RawRows } from '#server/catalog/readers/raw-place.ts'
import { resolveLocation } from '#server/catalog/understand/resolve-location.ts'
import { areaAround, areaOfParts, areaOfState, type PullArea } from './pull-area.ts'
import type { Pulled, PulledFile, PullOptions, PullProgress } from './pull-files.ts'
import type { PullMessage } from './pull-worker.ts'
import { Unreachable } from './remote-file.ts'
import { removeSpool, type Spool, withSpool } from './spool.ts'

export type PullWish = ({ near: string; miles: number } | { state: string } | { area: PullArea }) & {
  from?: string | undefined
  release?: string | undefined
  dryRun?: boolean
  /** Somebody waits, so an unreachable server is reported soon. */
  isAwaited?: boolean
}
/** The release does not prove that there are none: its files may be of other regions. */
export class NoPlaces extends ImportError {}

/** `waiting` means waiting for another pull of the same area. */
export type PullEvent = { waiting: true } | { pulling: PullProgress } | { importing: ImportProgress }
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

type PullDeps = Pick<Deps, 'db' | 'catalog' | 'clock' | 'config'>

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

const awaited = { timeoutMs: 10_000, tries: 3 }

type Pull = {
  wish: PullWish
  area: PullArea
  from: string | undefined
  spool: Spool
  onEvent: (event: PullEvent) => void
}

async function pullInto(deps: PullDeps, { wish, area, from, spool, onEvent }: Pull): Promise<PullSummary> {
  const options = { cells: area.cells, from, spoolFolder: spool.folder, ...(wish.isAwaited === true && awaited) }
  const pulled = await inThread(options, pulling => onEvent({ pulling }))
  const release = wish.release ?? pulled.release
  if (pulled.rows === 0 && !pulled.isKnownEmpty)
    throw new NoPlaces(`The release has no place in ${area.label}. Nothing was changed.`)
  if (release === '') throw new ImportError('The files do not say how old they are: give their release (--release)')
  const summary = await importPlaces(
    { db: deps.db, gazetteer: deps.catalog.gazetteer, clock: deps.clock },
    {
      raw: pulled.files.map(file => rowsOf(spool, file)),
      source: pulled.source,
      release,
      coveredCells: area.cells,
      isWholeInCells: pulled.isWhole,
      isKnownEmpty: pulled.isKnownEmpty,
      dryRun: wish.dryRun ?? false,
      onProgress: importing => onEvent({ importing }),
    },
  )
  if (wish.dryRun !== true) await removeSpool(spool)
  return { area: area.label, pulled, summary }
}

const rowsOf = (spool: Spool, { url, file, groups, rows }: PulledFile): RawRows => ({
  file: path.basename(new URL(url).pathname),
  rowCount: rows,
  batches: batchesOf(spool, file, groups),
})

async function* batchesOf(spool: Spool, file: number, groups: readonly number[]): AsyncGenerator<RawPlace[]> {
  for (const group of groups) yield* spool.read(file, group)
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
