import path from 'node:path'
import { ImportError, type RawRows } from '#place-files/index.ts'
import type { ImportProgress, ImportSummary } from '#server/catalog/load/import-input.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { stepsOf } from './pull-area.ts'
import type { Pulled, PulledFile } from './pull-files.ts'
import type { Pull, PullDeps } from './pull-input.ts'
import { findDecision } from './release-decision.repository.ts'
import type { Spool } from './spool.ts'

/**
 * An area is imported in steps, and searches find the places of a step as soon as the step ends. Steps are small
 * because all other queries wait for the transaction of a step on the embedded database.
 */
const ROWS_PER_STEP = 4000

/** Imports the middle of the area while the rest is being read. */
export class MiddleImport {
  #deps: PullDeps
  #pull: Pull
  #importing: Promise<ImportSummary> | undefined

  constructor(deps: PullDeps, pull: Pull) {
    this.#deps = deps
    this.#pull = pull
  }

  begin(pulled: Pulled): void {
    const { release, middle } = pulled
    // If the files change during the pull, `begin` is called again. The new import must wait for the earlier one.
    const earlier = this.end()
    this.#importing = earlier.then(async () => {
      const onProgress = () => this.#pull.onEvent({ middle: 'importing' })
      const step = { pulled, release: this.#pull.input.release ?? release, cells: middle, onProgress }
      const summary = await importStep(this.#deps, this.#pull, step)
      this.#pull.onEvent({ middle: 'searchable' })
      return summary
    })
    // A failure is reported by `summary`.
    this.#importing.catch(() => {})
  }

  async end(): Promise<void> {
    await this.#importing?.catch(() => {})
  }

  /** Undefined if the middle was not imported separately. */
  async summary({ middle }: Pulled): Promise<ImportSummary | undefined> {
    return middle.length === 0 ? undefined : this.#importing
  }
}

/** The cells of each step; the middle of the area first if a user waits. At most two steps on PostgreSQL. */
function importSteps({ db }: PullDeps, { input, area }: Pull, { files, middle }: Pulled): (readonly number[])[] {
  if (input.isAwaited !== true) return [area.cells]
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

export async function importPulled(
  deps: PullDeps,
  pull: Pull,
  { pulled, release, middle }: { pulled: Pulled; release: string; middle: MiddleImport },
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
  { input, spool }: Pull,
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
      isWholeInCells: pulled.found.isWhole,
      isPart: pulled.found.isPart,
      mayLoseMany: input.mayLoseMany ?? true,
      // If any cell of the area has rows, the release covers the area, so its cells without rows are really empty.
      isKnownEmpty: pulled.isKnownEmpty || pulled.rows > 0,
      dryRun: input.dryRun ?? false,
      rejectsPath: input.rejectsPath,
      onProgress,
    },
  )
}

function addSummaries(first: ImportSummary, second: ImportSummary): ImportSummary {
  const counts = { ...first.counts }
  for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += second.counts[name]
  return { ...second, counts, hasChanged: first.hasChanged || second.hasChanged }
}

/** An administrator who stops a release keeps all of its places out of the catalog. */
export async function assertNotStopped({ db }: PullDeps, release: string): Promise<void> {
  const decision = await findDecision(db, release)
  if (decision?.state === 'stopped') throw new ImportError(`An administrator has stopped release ${release}`)
}

/** The rows of a file that are in the given cells; null if there are none. */
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
