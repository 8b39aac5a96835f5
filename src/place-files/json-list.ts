import { type ColumnMapping, recognizeColumns } from './csv-columns.ts'
import { ImportError } from './import-error.ts'
import { objectsOf, type JsonShape } from './json-objects.ts'
import { inBatches, type RawPlace, type RawRows } from './raw-place.ts'

const FIRST_OBJECTS = 200
const MAX_KEYS = 10_000
const MAX_DEPTH = 4

type JsonList = { file: string; shape: JsonShape; mapping?: ColumnMapping | undefined }

/** Reads a JSON list with an object for each business. The keys are read like the header of a CSV list. */
export async function readJsonList(
  bytes: AsyncIterable<Uint8Array>,
  { file, shape, mapping = {} }: JsonList,
): Promise<RawRows> {
  const records = recordsOf(objectsOf(bytes, { file, shape }))
  const first: Map<string, string>[] = []
  while (first.length < FIRST_OBJECTS) {
    const next = await records.next()
    if (next.done === true) break
    first.push(next.value)
  }
  const header = new Set(first.flatMap(record => [...record.keys()]))
  let columns = recognizeColumns([...header], mapping)
  const read = (record: Map<string, string>, row: number): RawPlace => {
    const known = header.size
    for (const key of record.keys()) header.add(key)
    if (header.size > MAX_KEYS) throw new ImportError(`The objects of ${file} have too many different keys for a list`)
    if (header.size > known) columns = recognizeColumns([...header], mapping)
    return columns.read(
      [...header].map(key => record.get(key) ?? ''),
      row,
    )
  }
  const all = async function* () {
    yield* first
    yield* records
  }
  return { file, rowCount: null, batches: inBatches(all(), read), unusedColumns: () => columns.unused }
}

async function* recordsOf(objects: AsyncIterable<object>): AsyncGenerator<Map<string, string>> {
  for await (const object of objects) yield new Map(cellsOf(object))
}

/** Keys and values as texts. Nested keys ("location/lat") and values of an array ("Bar, Pub") are joined. */
const cellsOf = (object: object, depth = 1): [key: string, value: string][] =>
  Object.entries(object).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    if (Array.isArray(value)) return [[key, value.map(cellText).filter(Boolean).join(', ')]]
    if (typeof value === 'object' && value !== null)
      return depth === MAX_DEPTH ? [] : cellsOf(value, depth + 1).map(([inner, text]) => [`${key}/${inner}`, text])
    return [[key, cellText(value)]]
  })

const cellText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
