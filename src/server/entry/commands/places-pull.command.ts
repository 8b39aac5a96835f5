import type { PullEvent, PullWish } from '#server/catalog/pull/pull.usecases.ts'
import { pullPlaces } from '#server/catalog/pull/pull.usecases.ts'
import { type Command, type CommandCall, UsageError } from './command.ts'
import { linesOf, number, reportImport } from './import-lines.ts'

export const placesPull: Command = {
  name: 'places pull',
  usage: '(--near PLACE --miles N | --state XX) [--from URL] [--release R] [--dry-run]',
  summary: 'Load the real places of a town or state from a release on the web, downloading only what is needed',
  words: { min: 0, max: 0 },
  options: {
    near: { value: 'PLACE', help: 'Town or ZIP code, such as "Austin, TX"' },
    miles: { value: 'N', help: 'Miles around it, 1 to 200; default: 25' },
    state: { value: 'XX', help: 'State, such as TX' },
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
    const { area, pulled, summary } = await pullPlaces(deps, wishOf(call), reportPull(call))
    const { bytesRead, bytesInFiles, files, rows } = pulled
    print(`${area}: ${number.format(rows)} rows of ${number.format(files.length)} file${files.length === 1 ? '' : 's'}`)
    print(`  read ${megabytes(bytesRead)} of the ${megabytes(bytesInFiles)} MB that they hold`)
    for (const line of linesOf(summary)) print(line)
    print(`Done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  },
}

function wishOf({ options: { near, miles = '25', state, from, release }, isSet }: CommandCall): PullWish {
  const rest = { from: from === undefined ? undefined : readAddress(from), release, dryRun: isSet('dry-run') }
  if ((near === undefined) === (state === undefined))
    throw new UsageError('Name an area: either --near and --miles, or --state.', placesPull)
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

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)

/** Reports how much was read, how fast, and the time left. */
function reportPull(call: CommandCall): (news: PullEvent) => void {
  const startedAt = performance.now()
  const tellOfImport = reportImport(call)
  return news => {
    if ('waiting' in news)
      return call.progress({ label: 'Waiting for another load of the same area to finish', done: 0, total: null })
    if ('importing' in news) return tellOfImport(news.importing)
    const { bytesDone, bytesWanted } = news.pulling
    const seconds = Math.max(0.001, (performance.now() - startedAt) / 1000)
    const rate = bytesDone / seconds
    const left = rate === 0 ? 0 : Math.ceil((bytesWanted - bytesDone) / rate)
    const label = `Reading the release, ${megabytes(bytesDone)} of ${megabytes(bytesWanted)} MB, ${megabytes(rate)} MB/s, ${left} s left`
    call.progress({ label, done: 0, total: null })
  }
}
