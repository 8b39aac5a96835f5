import { type Gazetteer, usBorders } from '#geography/index.ts'
import { ImportError, type RawRows, type SourceFile, openSourceFile } from '#place-files/index.ts'
import type { NormalizeContext } from '#server/catalog/normalize/normalize.rules.ts'
import { type PlaceBatch, normalizedRows, readyPlaces } from '#server/catalog/normalize/row-stream.ts'
import { type SourceKey, sources } from '#server/catalog/place/sources.ts'
import { dateOfRelease } from '#server/catalog/place/starter-data.ts'
import type { Clock } from '#server/platform/basics/clock.ts'
import { type FileImport, type ImportInput, type RowImport, listNameOf } from './import-input.ts'

/** An import whose source, list, and release are known, but whose rows have not been read yet. */
export type OpenedImport = {
  source: SourceKey
  list: string
  release: string
  files: string[]
  batches: () => AsyncIterable<PlaceBatch>
  /** Null if the files do not say. */
  rowsInAll: () => number | null
  /** Columns of a list that were not recognized. Call it after all rows were read. */
  unusedColumns: () => string[]
  close: () => Promise<void>
}

export type OpenDeps = {
  gazetteer: Gazetteer
  clock: Clock
}

export const openImport = (deps: OpenDeps, input: ImportInput): Promise<OpenedImport> =>
  'files' in input ? openFiles(deps, input) : Promise.resolve(openRows(deps, input))

async function openFiles(deps: OpenDeps, input: FileImport): Promise<OpenedImport> {
  const files: SourceFile[] = []
  const close = async () => {
    await Promise.all(files.map(file => file.close()))
  }
  try {
    for (const path of input.files)
      files.push(
        await openSourceFile(path, { claimed: input.source, mapping: input.mapping, encoding: input.encoding }),
      )
    const source = onlySource(files)
    const { isList } = sources[source]
    const list = isList ? (input.listName ?? listNameOf(input.files[0] ?? '')) : source
    if (!isList && input.listName !== undefined) throw new ImportError('Only a list has a name (--name)')
    const release = input.release ?? (await releaseOf(files, source, deps.clock))
    checkRelease(release, source, deps.clock)
    if (isList) checkListName(list)
    const opened: RawRows[] = []
    const read = async function* () {
      for (const file of files) {
        const rows = await file.read()
        opened.push(rows)
        yield rows
      }
    }
    const batches = () => normalizedFiles(read(), contextOf(deps, source, release))
    const rowsInAll = () => rowsOf(opened, files.length)
    const unusedColumns = () => [...new Set(opened.flatMap(rows => rows.unusedColumns?.() ?? []))]
    return { source, list, release, files: files.map(file => file.name), batches, rowsInAll, unusedColumns, close }
  } catch (error) {
    await close()
    throw error
  }
}

function openRows(deps: OpenDeps, input: RowImport): OpenedImport {
  const { source, release } = input
  const context = contextOf(deps, source, release)
  const files = 'raw' in input ? input.raw : []
  checkRelease(release, source, deps.clock)
  return {
    source,
    release,
    list: sources[source].isList ? (input.listName ?? source) : source,
    files: files.map(({ file }) => file),
    batches: () => ('raw' in input ? normalizedFiles(input.raw, context) : readyPlaces(input.places)),
    rowsInAll: () => rowsOf(files, files.length),
    unusedColumns: () => [],
    close: () => Promise.resolve(),
  }
}

async function* normalizedFiles(
  files: Iterable<RawRows> | AsyncIterable<RawRows>,
  context: NormalizeContext,
): AsyncGenerator<PlaceBatch> {
  for await (const rows of files) yield* normalizedRows(rows, context)
}

const contextOf = (deps: OpenDeps, source: SourceKey, release: string): NormalizeContext => ({
  gazetteer: deps.gazetteer,
  borders: usBorders,
  asOf: dateOfRelease(release) ?? today(deps.clock),
  license: sources[source].license,
  source,
})

const today = (clock: Clock) => clock.now().toISOString().slice(0, 10)

function onlySource(files: readonly SourceFile[]): SourceFile['source'] {
  const found = [...new Set(files.map(file => file.source))]
  const [source] = found
  if (source === undefined) throw new ImportError('No file to import')
  if (found.length > 1) throw new ImportError('Files of different sources cannot be imported as one')
  return source
}

async function releaseOf(files: readonly SourceFile[], source: SourceKey, clock: Clock): Promise<string> {
  const dates: string[] = []
  for (const file of files) dates.push((await file.newestEvidence()) ?? '')
  const newest = dates.toSorted().at(-1) ?? ''
  if (newest === '' && sources[source].isList) return today(clock)
  if (newest === '') throw new ImportError('The files do not say how old they are: give their release (--release)')
  // A row dated in the future does not make the files newer than today.
  return newest < today(clock) ? newest : today(clock)
}

// Releases are compared as text to find the older one.
export function checkRelease(release: string, source: SourceKey, clock: Clock): void {
  if (sources[source].isList) return
  const date = dateOfRelease(release)
  if (date === undefined)
    throw new ImportError(`A release begins with its date, as in 2026-04-15.0; "${release}" does not`)
  // A date far in the future is probably a typo. Until then, every later release would count as older.
  const inAYear = new Date(clock.now())
  inAYear.setUTCFullYear(inAYear.getUTCFullYear() + 1)
  if (date > inAYear.toISOString()) throw new ImportError(`The release ${release} is more than a year in the future`)
}

// A colon separates the list name from the ids of its places. `places drop` needs the name as the status shows it.
function checkListName(name: string): void {
  if (!/^[^:\p{Cc}\p{Cf}]{1,100}$/u.test(name) || name.trim() === '')
    throw new ImportError(
      `"${name.slice(0, 100)}" is not a valid list name: use 1 to 100 visible characters and no colon (--name)`,
    )
}

function rowsOf(opened: readonly RawRows[], fileCount: number): number | null {
  const counts = opened.flatMap(rows => rows.rowCount ?? [])
  return counts.length === fileCount && fileCount > 0 ? counts.reduce((sum, count) => sum + count, 0) : null
}
