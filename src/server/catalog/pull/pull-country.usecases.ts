import { statfs } from 'node:fs/promises'
import { cellBox, stateNames } from '#geography/index.ts'
import { ImportError, openIndexedPlaces } from '#place-files/index.ts'
import type { PopulatedCells } from '#server/catalog/search/area-cells.ts'
import { cellsBehind, countPlaces } from '#server/catalog/tables/dataset.repository.ts'
import { number, wholeMegabytes } from '#server/platform/basics/shown-numbers.ts'
import { sum } from '#server/platform/basics/sums.ts'
import { createDataDir } from '#server/platform/database/process-lock.ts'
import { groupsIn, type ReleaseIndex } from './opened-files.ts'
import { areaOfState, type PullArea } from './pull-area.ts'
import type { PullDeps, PullEvent } from './pull-input.ts'
import { type AreasSummary, pullAreas, pullPlaces, type PullSummary } from './pull.usecases.ts'
import { knownRelease } from './release-index.usecases.ts'

/** The embedded database was measured with a million places (`bench/search-while-loading`). All requests share it. */
export const MAX_EMBEDDED_PLACES = 3_000_000
/** With indexes and the log of changes. Generated places with short names took 1,440 (`bench/country`). */
const BYTES_ON_DISK = 1600
/** Measured on two cores that also served searches (`bench/country`). With much other work, it took up to twice as long. */
const IMPORTED_PER_SECOND = 5000
const SECONDS_PER_STATE = 4
const OVERLOADED = 2.5
const READ_PER_SECOND = 6_250_000

export type StateToPull = { area: PullArea; bytes: number; rows: number }
export type CountryPlan = {
  release: string
  states: StateToPull[]
  /** States that already have this release. */
  doneStates: number
  bytes: number
  /** An upper limit: row groups at the border also have rows of other countries. A row group of several states counts once. */
  rows: number
  diskBytes: number
  /** On PostgreSQL: from a machine that also serves searches to an overloaded one. */
  seconds: { from: number; to: number }
}
type CountryInput = { from?: string | undefined }

/** Estimates what it takes to load the states that are missing or outdated. */
export async function planCountry(deps: PullDeps, { from }: CountryInput): Promise<CountryPlan> {
  const areas = statesApart(deps.catalog.populated)
  const root = from ?? deps.config.PLACES_URL
  const { found, index, source } = await knownRelease(deps, { cells: areas.flatMap(({ cells }) => cells), from: root })
  if (index === undefined || found.release === null)
    throw new ImportError('The whole country needs the root of a release that names its date, not a single file')
  const states: StateToPull[] = []
  let emptyStates = 0
  for (const area of areas) {
    const wanted = { source: source ?? index.source, release: found.release, cells: area.cells }
    const cells = await cellsBehind(deps.db, wanted)
    if (cells.length === 0) continue
    const size = sizeOf(index, cells)
    if (size.rows === 0) emptyStates += 1
    else states.push({ area: { ...area, cells }, ...size })
  }
  const bytes = sum(states.map(state => state.bytes))
  const { rows } = sizeOf(
    index,
    states.flatMap(({ area }) => area.cells),
  )
  const seconds = secondsFor({ states: states.length, bytes, rows })
  return {
    release: found.release,
    states,
    doneStates: areas.length - states.length - emptyStates,
    bytes,
    rows,
    diskBytes: rows * BYTES_ON_DISK,
    seconds: { from: seconds, to: seconds * OVERLOADED },
  }
}

const secondsFor = ({ states, bytes, rows }: { states: number; bytes: number; rows: number }): number =>
  states * SECONDS_PER_STATE + bytes / READ_PER_SECOND + rows / IMPORTED_PER_SECOND

/** The areas of all states and territories. A cell on a border belongs to the first state, so that it is read once. */
export function statesApart(populated: PopulatedCells): PullArea[] {
  const taken = new Set<number>()
  return Object.entries(stateNames).flatMap(([code, name]) => {
    const cells = areaOfState(name, code, populated).cells.filter(cell => !taken.has(cell))
    for (const cell of cells) taken.add(cell)
    return cells.length === 0 ? [] : [{ label: name, cells }]
  })
}

function sizeOf({ files }: ReleaseIndex, cells: readonly number[]): { bytes: number; rows: number } {
  const boxes = cells.map(cellBox)
  const size = { bytes: 0, rows: 0 }
  for (const { index } of files) {
    for (const { bytes, rowCount } of groupsIn(openIndexedPlaces(unread, index), boxes)) {
      size.bytes += bytes
      size.rows += rowCount
    }
  }
  return size
}

const unread = { byteLength: 0, slice: () => Promise.reject(new Error('nothing is read for an estimate')) }

/** `partBefore` is the part of the work, from 0 to 1, that the states before have taken. */
export type CountryEvent = {
  state: string
  number: number
  of: number
  bytesBefore: number
  partBefore: number
  event: PullEvent
}

/** Loads the states of a plan one after the other. After an interruption, make a new plan to continue. */
export async function pullCountry(
  deps: PullDeps,
  plan: CountryPlan,
  {
    from,
    onEvent,
    onState,
  }: CountryInput & { onEvent: (event: CountryEvent) => void; onState: (line: string) => void },
): Promise<AreasSummary> {
  await assertRoom(deps, plan)
  const { states } = plan
  const work = states.map(({ bytes, rows }) => secondsFor({ states: 1, bytes, rows }))
  const pull = async (area: PullArea, position: number): Promise<PullSummary> => {
    const before = states.slice(0, position)
    const place = {
      state: area.label,
      number: position + 1,
      of: states.length,
      bytesBefore: sum(before.map(({ bytes }) => bytes)),
      partBefore: sum(work.slice(0, position)) / sum(work),
    }
    await assertEmbeddedRoom(deps, area, states[position]?.rows ?? 0)
    return pullPlaces(deps, { area, from }, event => onEvent({ ...place, event }))
  }
  return pullAreas(
    states.map(({ area }) => area),
    pull,
    onState,
  )
}

async function assertEmbeddedRoom({ db }: PullDeps, { label }: PullArea, rows: number): Promise<void> {
  if (db.kind !== 'embedded') return
  const places = await countPlaces(db)
  if (places + rows <= MAX_EMBEDDED_PLACES) return
  throw new ImportError(
    `The embedded database has ${number.format(places)} places. With ${label}, it could have more than its limit of ${number.format(MAX_EMBEDDED_PLACES)}. What is loaded stays; for more, use PostgreSQL (DATABASE_URL)`,
  )
}

/** Checks the disk of the data folder. It holds the downloaded rows of one state, and the embedded database. */
async function assertRoom({ db, config }: PullDeps, { diskBytes, states }: CountryPlan): Promise<void> {
  const largest = Math.max(0, ...states.map(({ bytes }) => bytes))
  const needed = largest + (db.kind === 'embedded' ? Math.min(diskBytes, MAX_EMBEDDED_PLACES * BYTES_ON_DISK) : 0)
  createDataDir(config.DATA_DIR)
  const { bavail, bsize } = await statfs(config.DATA_DIR)
  if (bavail * bsize >= needed) return
  throw new ImportError(
    `${config.DATA_DIR} has ${wholeMegabytes(bavail * bsize)} MB left, and this may take ${wholeMegabytes(needed)} MB. Nothing was loaded`,
  )
}
