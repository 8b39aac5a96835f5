import {
  type CountryPlan,
  MAX_EMBEDDED_PLACES,
  planCountry,
  pullCountry,
} from '#server/catalog/pull/pull-country.usecases.ts'
import type { PullEvent, PullInput } from '#server/catalog/pull/pull-input.ts'
import { pullPlaces } from '#server/catalog/pull/pull.usecases.ts'
import { megabytes, number, wholeMegabytes } from '#server/platform/basics/shown-numbers.ts'
import { type Command, type CommandCall, UsageError } from './command.ts'
import { counted, linesOf, rejectsPathOf, reportImport, countOf } from './import-lines.ts'

export const placesPull: Command = {
  name: 'places pull',
  usage: '(--near PLACE --miles N | --state XX | --usa) [--from URL] [--release R] [--dry-run]',
  summary: 'Load the real places of a town, a state, or the whole country from a release on the web',
  options: {
    near: { value: 'PLACE', help: 'Town or ZIP code, such as "Austin, TX"' },
    miles: { value: 'N', help: 'Miles around it, 1 to 200; default: 25' },
    state: { value: 'XX', help: 'State, such as TX' },
    usa: { help: 'The whole country, state by state; run it again after an interruption' },
    from: {
      value: 'URL',
      help: 'URL of a Parquet file, or the root of a release; default: the newest Overture release',
    },
    release: { value: 'R', help: 'Release, such as 2026-04-15.0; default: the one named by the URL or the rows' },
    'dry-run': { help: 'Only read, compare, and count; change nothing' },
  },
  run: async call => {
    const { deps, print } = call
    const startedAt = performance.now()
    if (call.isSet('usa')) return pullUsa(call)
    const { area, pulled, summary } = await pullPlaces(deps, inputOf(call), reportPull(call))
    const { bytesRead, bytesInFiles, files, rows } = pulled
    print(`${area}: ${countOf(rows, 'row')} of ${countOf(files.length, 'file')}`)
    print(`  read ${megabytes(bytesRead)} of the ${megabytes(bytesInFiles)} MB that they hold`)
    for (const line of linesOf(summary)) print(line)
    if (files.length === 0) print('  The catalog has this release there already.')
    print(`Done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  },
}

async function pullUsa(call: CommandCall): Promise<void> {
  const { deps, options, isSet, print, progress } = call
  if (options.near !== undefined || options.state !== undefined || options.release !== undefined)
    throw new UsageError('--usa goes with --from and --dry-run only.', placesPull)
  const from = options.from === undefined ? undefined : readAddress(options.from)
  progress({ label: 'Reading the index of the release', done: 0, total: null })
  const plan = await planCountry(deps, { from })
  for (const line of linesOfPlan(plan, deps.db.kind === 'embedded')) print(line)
  if (isSet('dry-run') || plan.states.length === 0) return
  const startedAt = performance.now()
  const total = Math.ceil(plan.bytes / 1e6)
  let done = 0
  let part = 0
  let left = ''
  const { areas, added, changed, vanished, bytesRead } = await pullCountry(deps, plan, {
    from,
    onState: print,
    onEvent: ({ state, number: position, of, bytesBefore, partBefore, event }) => {
      const read = 'pulling' in event ? event.pulling.bytesDone : 0
      done = Math.max(done, Math.floor((bytesBefore + read) / 1e6))
      const doing = 'importing' in event ? 'importing' : 'reading'
      if (partBefore !== part) {
        part = partBefore
        left = timeLeft((performance.now() - startedAt) / 1000, part)
      }
      progress({ label: `MB; ${state} (${position} of ${of}), ${doing}${left}`, done, total })
    },
  })
  print(`${areas} states: ${counted({ new: added, changed, gone: vanished })}, ${megabytes(bytesRead)} MB read.`)
  print(`Done in ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes.`)
}

/** The remaining time if the rest is as fast as before. */
const timeLeft = (seconds: number, part: number): string =>
  `; about ${number.format(minutes((seconds / part) * (1 - part)))} min left`

const minutes = (seconds: number): number => Math.ceil(seconds / 60)

function linesOfPlan(plan: CountryPlan, isEmbedded: boolean): string[] {
  const { release, states, doneStates, bytes, rows, diskBytes, seconds } = plan
  if (states.length === 0) return [`The catalog has release ${release} in the whole country already.`]
  const most = number.format(MAX_EMBEDDED_PLACES)
  return [
    `Release ${release}: ${states.length} states to load${doneStates === 0 ? '' : `, ${doneStates} are there already`}.`,
    `  to read ${wholeMegabytes(bytes)} MB; up to ${number.format(rows)} places`,
    `  disk of the database: up to ${wholeMegabytes(diskBytes)} MB`,
    `  time at 50 Mbit/s: about ${number.format(minutes(seconds.from))} to ${number.format(minutes(seconds.to))} min${isEmbedded ? ', and longer on the embedded database' : ''}`,
    ...(isEmbedded && rows > MAX_EMBEDDED_PLACES
      ? [`  The embedded database stops at ${most} places. For the whole country, use PostgreSQL (DATABASE_URL).`]
      : []),
  ]
}

function inputOf({ deps, options: { near, miles = '25', state, from, release }, isSet }: CommandCall): PullInput {
  const rest = {
    from: from === undefined ? undefined : readAddress(from),
    release,
    dryRun: isSet('dry-run'),
    rejectsPath: rejectsPathOf(deps),
  }
  if ((near === undefined) === (state === undefined))
    throw new UsageError('Name an area: --near and --miles, --state, or --usa.', placesPull)
  if (state !== undefined) return { state, ...rest }
  const radius = Number(miles)
  if (!(radius >= 1 && radius <= 200))
    throw new UsageError(`"${miles}" is not a number of miles from 1 to 200.`, placesPull)
  return { near: near ?? '', miles: radius, ...rest }
}

function readAddress(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`"${text}" is not a web address. It must start with https://.`, placesPull)
  return url.href
}

/** Reports how much was read, how fast, and the time left. */
function reportPull(call: CommandCall): (news: PullEvent) => void {
  const startedAt = performance.now()
  const onImport = reportImport(call)
  return news => {
    if ('waiting' in news)
      return call.progress({ label: 'Waiting for another load of the same area to finish', done: 0, total: null })
    if ('importing' in news) return onImport(news.importing)
    if ('middle' in news) return
    const { bytesDone, bytesWanted } = news.pulling
    const seconds = Math.max(0.001, (performance.now() - startedAt) / 1000)
    const rate = bytesDone / seconds
    const left = rate === 0 ? 0 : Math.ceil((bytesWanted - bytesDone) / rate)
    const label = `Reading the release, ${megabytes(bytesDone)} of ${megabytes(bytesWanted)} MB, ${megabytes(rate)} MB/s, ${left} s left`
    call.progress({ label, done: 0, total: null })
  }
}
