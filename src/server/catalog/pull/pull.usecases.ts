import { ImportError } from '#place-files/index.ts'
import type { Deps } from '#server/catalog/deps.ts'
import { pullsFolder } from '#server/catalog/load/import-folders.ts'
import { type ImportSummary, unchangedSummary } from '#server/catalog/load/import-input.ts'
import { cellsBehind } from '#server/catalog/tables/dataset.repository.ts'
import { number } from '#server/platform/basics/shown-numbers.ts'
import { readPlace } from '#words/index.ts'
import { assertNotStopped, importPulled, MiddleImport } from './import-pulled.usecases.ts'
import { areaAround, areaOfParts, areaOfState, type PullArea } from './pull-area.ts'
import type { Pulled } from './pull-files.ts'
import type { Pull, PullDeps, PullEvent, PullInput } from './pull-input.ts'
import { pullInThread } from './pull-thread.ts'
import { knownRelease, storeIndex } from './release-index.usecases.ts'
import { removeSpool, type Spool, withSpool } from './spool.ts'

/** The release has no rows in the area. That proves nothing, because its files may be of other regions. */
export class NoPlaces extends ImportError {}

type Downloaded = Pick<Pulled, 'files' | 'rows' | 'bytesRead' | 'bytesInFiles'>
export type PullSummary = { area: string; pulled: Downloaded; summary: ImportSummary }

/** The cells of the requested area. Its name is understood like the location of a search. */
export function resolveArea({ catalog }: Pick<Deps, 'catalog'>, input: PullInput): PullArea {
  if ('area' in input) return input.area
  const words = 'state' in input ? input.state : input.near
  const location = readPlace(catalog.gazetteer, words)
  if (location.kind === 'state') return areaOfState(location.label, location.state, catalog.populated)
  if (location.kind === 'point' && 'near' in input) return areaAround(location.label, location, input.miles)
  if (location.kind === 'area' && 'near' in input) return areaOfParts(location.label, location.areas, catalog.populated)
  if ('choices' in location)
    throw new ImportError(
      `"${words}" may mean several places. Choose one of ${location.choices.map(({ label }) => label).join('; ')}`,
    )
  throw new ImportError('state' in input ? `"${words}" is not a state` : `We could not find "${words}"`)
}

/** Downloads the places of an area from a release and imports them. Continues an interrupted pull. */
export async function pullPlaces(
  deps: PullDeps,
  input: PullInput,
  onEvent: (event: PullEvent) => void,
): Promise<PullSummary> {
  const area = resolveArea(deps, input)
  const from = input.from ?? deps.config.PLACES_URL
  const wanted = { from: from ?? null, cells: area.cells }
  const pull = (spool: Spool) => pullInto(deps, { input, area, from, spool, onEvent })
  return withSpool(pullsFolder(deps.config), wanted, pull, () => onEvent({ waiting: true }))
}

/** With so many rows, some are probably of the searched kind. */
const MIDDLE_FROM_ROWS = 1000
const awaited = { timeoutMs: 5000, tries: 3 }

async function pullInto(deps: PullDeps, pull: Pull): Promise<PullSummary> {
  const { input, area, from, spool, onEvent } = pull
  const options = { cells: area.cells, from, ...(input.isAwaited === true && awaited) }
  const { found, index, source } = await knownRelease(deps, options)
  if (found.release !== null) await assertNotStopped(deps, found.release)
  const claimed = input.release ?? found.release
  if (source !== null && claimed !== null && found.isWhole) {
    const behind = await cellsBehind(deps.db, { source, release: claimed, cells: area.cells })
    // The catalog has this or a newer release in all cells.
    if (behind.length === 0) {
      await removeSpool(spool)
      const pulled = { files: [], rows: 0, bytesRead: 0, bytesInFiles: 0 }
      return { area: area.label, pulled, summary: unchangedSummary(source, claimed) }
    }
  }
  const middle = new MiddleImport(deps, pull)
  const middleFromRows = input.isAwaited === true ? MIDDLE_FROM_ROWS : undefined
  const reading = pullInThread(
    { ...options, release: found, index, spoolFolder: spool.folder, middleFromRows },
    { onProgress: pulling => onEvent({ pulling }), onMiddle: some => middle.begin(some) },
  )
  // Wait for the reader first, because the middle is imported from the same folder.
  await Promise.allSettled([reading])
  await middle.end()
  const pulled = await reading
  await storeIndex(deps, from, pulled)
  const release = input.release ?? pulled.release
  if (pulled.rows === 0 && !pulled.isKnownEmpty)
    throw new NoPlaces(`The release has no place in ${area.label}. Nothing was changed.`)
  if (release === '') throw new ImportError('The files do not say how old they are: give their release (--release)')
  const summary = await importPulled(deps, pull, { pulled, release, middle })
  if (input.dryRun !== true) await removeSpool(spool)
  return { area: area.label, pulled, summary }
}

export type AreasSummary = { areas: number; added: number; changed: number; vanished: number; bytesRead: number }

/** Pulls areas one after the other. `onArea` gets a line about each. */
export async function pullAreas(
  areas: readonly PullArea[],
  pull: (area: PullArea, position: number) => Promise<PullSummary>,
  onArea: (line: string) => void,
): Promise<AreasSummary> {
  const sums = { areas: 0, added: 0, changed: 0, vanished: 0, bytesRead: 0 }
  for (const [position, area] of areas.entries()) {
    sums.areas += 1
    try {
      const { pulled, summary } = await pull(area, position)
      const { added, changed, vanished } = summary.counts
      sums.added += added
      sums.changed += changed
      sums.vanished += vanished
      sums.bytesRead += pulled.bytesRead
      onArea(
        `${area.label}: ${number.format(added)} new, ${number.format(changed)} changed, ${number.format(vanished)} gone`,
      )
    } catch (error) {
      if (!(error instanceof NoPlaces)) throw error
      onArea(`${area.label}: the release has no place there`)
    }
  }
  return sums
}
