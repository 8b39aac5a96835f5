import {
  decideRelease,
  findUpdate,
  type PlacesUpdate,
  updatePlaces,
} from '#server/catalog/pull/update-places.usecases.ts'
import { wholeMegabytes } from '#server/platform/basics/shown-numbers.ts'
import { type Command, type CommandCall, UsageError } from './command.ts'
import { counted, countOf } from './import-lines.ts'

export const placesUpdate: Command = {
  name: 'places update',
  usage: '[--approve R | --stop R] [--dry-run]',
  summary: 'Bring everything that is loaded to the newest release, or decide about a release that waits',
  options: {
    approve: { value: 'R', help: 'Load this release even if it lacks many places, or if PLACES_UPDATE is approve' },
    stop: { value: 'R', help: 'Never load this release' },
    'dry-run': { help: 'Only say what would be loaded' },
  },
  run: async call => {
    const { deps, options, print, progress } = call
    const { approve, stop } = options
    const isDryRun = call.isSet('dry-run')
    if (approve !== undefined && stop !== undefined)
      throw new UsageError('Either approve or stop a release.', placesUpdate)
    if (isDryRun && (approve ?? stop) !== undefined)
      throw new UsageError('A decision is recorded, so it does not go with --dry-run.', placesUpdate)
    if (stop !== undefined) {
      await decideRelease(deps, stop, 'stopped')
      return print(`Release ${stop} is stopped.`)
    }
    if (approve !== undefined) await decideRelease(deps, approve, 'approved')
    progress({ label: 'Looking for a newer release', done: 0, total: null })
    const from = deps.config.PLACES_URL
    const update = await findUpdate(deps, from)
    if (update === null) return print('PLACES_URL is a single file, or its release is unknown, so nothing is updated.')
    if (approve !== undefined && approve !== update.release)
      return print(`Release ${approve} is approved. It is not loaded, because ${update.release} is the newest one.`)
    for (const line of linesOfUpdate(update)) print(line)
    if (update.areas.length > 0 && !isDryRun) await load(call, update, from)
  },
}

async function load(
  { deps, print, progress }: CommandCall,
  update: PlacesUpdate,
  from: string | undefined,
): Promise<void> {
  const startedAt = performance.now()
  let done = 0
  const { added, changed, vanished, bytesRead } = await updatePlaces(deps, update, {
    from,
    onArea: line => {
      done += 1
      print(`  ${line}`)
    },
    onEvent: ({ label }, event) => {
      const doing = 'importing' in event ? 'importing' : 'reading'
      progress({ label: `Areas; ${label}, ${doing}`, done, total: update.areas.length })
    },
  })
  print(`${counted({ new: added, changed, gone: vanished })}; ${wholeMegabytes(bytesRead)} MB read.`)
  print(`Done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
}

export function linesOfUpdate({ release, areas, decision }: PlacesUpdate): string[] {
  const cells = areas.reduce((sum, area) => sum + area.cells.length, 0)
  return [
    areas.length === 0
      ? `All that is loaded has release ${release}, the newest one.`
      : `Release ${release}: ${countOf(cells, 'cell')} of the map in ${countOf(areas.length, 'area')} ${cells === 1 ? 'has' : 'have'} an older one.`,
    ...(decision === null ? [] : [`  ${decision.state}: ${decision.reason}`]),
  ]
}
