import path from 'node:path'
import { dropPlaces, placesStatus } from '#server/catalog/load/drop-places.usecases.ts'
import { importFiles } from '#server/catalog/load/import.usecases.ts'
import { listDecisions } from '#server/catalog/pull/update-places.usecases.ts'
import { number } from '#server/platform/basics/shown-numbers.ts'
import { type Command, UsageError } from './command.ts'
import { datasetName, linesOf, phases, rejectsPathOf, reportImport, countOf, statusWarning } from './import-lines.ts'
import { placesEnrich } from './places-enrich.command.ts'
import { placesPull } from './places-pull.command.ts'
import { placesUpdate } from './places-update.command.ts'

const placesImport: Command = {
  name: 'places import',
  usage:
    '<file…> [--source KEY] [--release R] [--name LIST] [--map FIELDS] [--encoding NAME] [--report FILE] [--dry-run]',
  summary: 'Import files of Overture, Foursquare, OpenStreetMap, or AllThePlaces, or lists of your own',
  words: { min: 1, max: Infinity },
  options: {
    source: {
      value: 'KEY',
      help: 'Source of the files: overture, foursquare, osm, alltheplaces, or csv; default: detected from their content',
    },
    release: {
      value: 'R',
      help: 'Release of the source, such as 2026-04-15.0; default: the newest date in the files',
    },
    name: { value: 'LIST', help: 'Name of the list; default: the file name' },
    map: {
      value: 'FIELDS',
      help: 'Columns of a list with an unclear header, such as name=Firma,phone=Tel or name=1,phone=4',
    },
    encoding: {
      value: 'NAME',
      help: 'Encoding of a list, such as macintosh or cp437, if it is not recognized',
    },
    report: { value: 'FILE', help: 'CSV file that lists what happened to each row, and why' },
    'dry-run': { help: 'Only compare and count; change nothing' },
  },
  run: async call => {
    const { deps, words, isSet, cwd, print } = call
    const { source, release, name: listName, map, encoding, report } = call.options
    const startedAt = performance.now()
    const summaries = await importFiles(
      { db: deps.db, gazetteer: deps.catalog.gazetteer, clock: deps.clock },
      {
        files: words.map(file => path.resolve(cwd, file)),
        source,
        release,
        listName,
        mapping: map === undefined ? undefined : readMapping(map),
        encoding,
        reportPath: report === undefined ? undefined : path.resolve(cwd, report),
        dryRun: isSet('dry-run'),
        rejectsPath: rejectsPathOf(deps),
        onProgress: reportImport(call),
      },
    )
    for (const line of summaries.flatMap(linesOf)) print(line)
    print(`Done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  },
}

const placesStatusCommand: Command = {
  name: 'places status',
  summary: 'List what the catalog contains: sources, releases, places, and states',
  run: async ({ deps, print }) => {
    const datasets = await placesStatus(deps.db)
    for (const line of datasets.flatMap(statusLinesOf)) print(line)
    if (datasets.some(({ places, offeredPlaces }) => places > offeredPlaces))
      print(
        'Not offered: part of another place, on the do-not-contact list, withheld after reports, or sample data where real places are.',
      )
    if (datasets.length === 0) print('The catalog is empty.')
    for (const { release, state, reason } of await listDecisions(deps.db))
      print(`Release ${release}: ${state}. ${reason}`)
  },
}

const placesDrop: Command = {
  name: 'places drop',
  usage: '<source or list>',
  summary: 'Remove a source, or one list (such as csv/customers); pulled leads stay as they are',
  words: { min: 1, max: 1 },
  run: async ({ deps, words: [sourceOrList = ''], print }) => {
    const tellWait = () => print(`${phases.queued}.`)
    for (const { source, list, vanished } of await dropPlaces(deps, sourceOrList, tellWait))
      print(`${datasetName(source, list)}: ${countOf(vanished, 'place')} removed.`)
  },
}

export const placesCommands = [placesImport, placesPull, placesUpdate, placesEnrich, placesStatusCommand, placesDrop]

function readMapping(text: string): Record<string, string> {
  const pairs = text.split(',').map(pair => pair.split('=').map(part => part.trim()))
  if (pairs.some(([field, column, ...rest]) => !field || !column || rest.length > 0))
    throw new UsageError(`"${text}" is not a mapping. Use the form name=Firma,phone=Tel.`, placesImport)
  return Object.fromEntries(pairs.map(([field = '', column = '']) => [field, column]))
}

type DatasetStatus = Awaited<ReturnType<typeof placesStatus>>[number]
function statusLinesOf(status: DatasetStatus): string[] {
  const { source, list, places, offeredPlaces, releases, cells, states, unusedStatusColumns, changedAt } = status
  const held = places - offeredPlaces
  return [
    `${datasetName(source, list)}: ${countOf(places, 'place')}${held === 0 ? '' : `, ${number.format(held)} of them not offered`}`,
    ...(releases.length === 0 ? [] : [`  release ${releases.join(', ')}`]),
    ...(places === 0 ? [] : [`  ${countOf(cells, 'cell')} in ${states.join(', ')}`]),
    ...statusWarning(unusedStatusColumns),
    ...(changedAt === null ? [] : [`  last change ${changedAt.toISOString()}`]),
  ]
}
