import { undoCorrections } from '#server/catalog/corrections/correct-places.repository.ts'
import type { CategoryKeys } from '#server/catalog/tables/category.repository.ts'
import type { PlaceTable } from '#server/catalog/tables/derived.repository.ts'
import { type IdRange, idRanges, type ImportSession } from '#server/catalog/tables/import-session.ts'
import { createPacer } from '#server/platform/basics/pacer.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { comparePlaces } from './compare-places.ts'
import { Groups } from './groups.rules.ts'
import {
  lastOfChunk,
  markGroupsOf,
  markRows,
  readSourceRows,
  splitGroups,
  writeMerged,
  writePossible,
} from './merge.repository.ts'
import { limitAsPossibleDuplicate, mergeRows, type SourceRow } from './merged-place.rules.ts'
import { type Chunk, type Compared, pairsOf } from './pairs.repository.ts'

type Edge = { a: number; b: number }
type Edges = { same: Edge[]; possible: Edge[] }
type Found = Edges & { grouped: number[] }
type Work = Compared & {
  /** How many rows a statement may process. On the embedded database, all other queries wait for it. */
  chunk: number
}
const WRITTEN_ROWS = 500

/**
 * Regroups the rows of `import_regroup` and all rows that are connected with them into places. The result does not
 * depend on the order of imports, because rows are compared by their own source's facts, not by merged ones.
 */
export async function mergePlaces(db: Queryable, work: Work): Promise<void> {
  const { same, possible } = await findEdges(db, work)
  const headOf = await writeGroups(db, work.table, groupsOf(same))
  await markPossible(db, work.table, betweenPlaces(possible, headOf))
}

/** Groups new rows among themselves. Those connected with a row that searches find are marked for `mergePlaces`. */
export async function mergeNewPlaces(session: ImportSession, added: IdRange, categories: CategoryKeys): Promise<void> {
  const firstNew = added.from
  const edges: Found = { same: [], possible: [], grouped: [] }
  for await (const { from, to } of idRanges(session, added))
    await addEdges(session, { table: 'place', categories }, { chunk: { from, last: to, firstNew }, found: edges })
  const groups = groupsOf(edges.same)
  const isSeen = (id: number) => id < firstNew
  const connected = new Set(edges.possible.flatMap(({ a, b }) => (isSeen(b) ? [a] : [])))
  const isConnected = (id: number) => isSeen(id) || connected.has(id)
  const later = groups.filter(group => group.some(isConnected))
  for (const id of later.flat()) connected.add(id)
  const headOf = await writeGroups(
    session,
    'place',
    groups.filter(group => !group.some(isConnected)),
  )
  const now = edges.possible.filter(({ a, b }) => !isConnected(a) && !isConnected(b))
  await markPossible(session, 'place', betweenPlaces(now, headOf))
  await markRows(
    session,
    [...connected].filter(id => !isSeen(id)),
  )
}

function groupsOf(same: readonly Edge[]): number[][] {
  const groups = new Groups()
  for (const { a, b } of same) groups.join(a, b)
  return groups.all()
}

/** Writes a place for each group. Returns the best row of each row's group. */
async function writeGroups(
  db: Queryable,
  table: PlaceTable,
  groups: readonly number[][],
): Promise<ReadonlyMap<number, number>> {
  const headOf = new Map<number, number>()
  for (const batch of inBatches(groups)) {
    const rows = await sourceRows(db, table, batch.flat())
    const merged = batch.map(group => mergeRows(group.flatMap(id => rows.get(id) ?? [])))
    await writeMerged(db, table, merged)
    for (const { head, members } of merged) for (const { id } of members) headOf.set(id, head.id)
  }
  return headOf
}

const betweenPlaces = (edges: readonly Edge[], headOf: ReadonlyMap<number, number>): Edge[] =>
  edges.flatMap(({ a, b }) => {
    const between = { a: headOf.get(a) ?? a, b: headOf.get(b) ?? b }
    return between.a === between.b ? [] : [between]
  })

/** Rows by id, with their own source's facts. Undoes corrections, because the places of some rows were not split. */
async function sourceRows(db: Queryable, table: PlaceTable, ids: readonly number[]): Promise<Map<number, SourceRow>> {
  await undoCorrections(db, { table, which: '= ANY ($1::bigint[])', values: [ids] })
  return new Map((await readSourceRows(db, table, ids)).map(row => [row.id, row]))
}

function* inBatches<Row>(groups: readonly Row[][]): Generator<Row[][]> {
  let batch: Row[][] = []
  let rows = 0
  for (const group of groups) {
    batch.push(group)
    rows += group.length
    if (rows < WRITTEN_ROWS) continue
    yield batch
    batch = []
    rows = 0
  }
  if (batch.length > 0) yield batch
}

async function findEdges(db: Queryable, work: Work): Promise<Edges> {
  let edges: Edges = { same: [], possible: [] }
  for (let round = 0; ; round++) {
    await splitGroups(db, work.table, round)
    const found: Found = { ...edges, grouped: [] }
    let after = 0
    for (;;) {
      const last = await lastOfChunk(db, { round, after, size: work.chunk })
      if (last === null) break
      await addEdges(db, work, { chunk: { round, after, last }, found })
      after = last
    }
    // A match with a grouped row splits its group. All rows of that group are compared in the next round.
    const added = new Set(
      found.grouped.length === 0
        ? []
        : await markGroupsOf(db, { table: work.table, ids: found.grouped, round: round + 1 }),
    )
    if (added.size === 0) return edges
    const stays = ({ a, b }: Edge) => !added.has(a) && !added.has(b)
    edges = { same: edges.same.filter(stays), possible: edges.possible.filter(stays) }
  }
}

async function addEdges(
  db: Queryable,
  compared: Compared,
  { chunk, found }: { chunk: Chunk; found: Found },
): Promise<void> {
  const breathe = createPacer()
  for await (const pairs of pairsOf(db, compared, chunk))
    for (const { a, b, isGrouped } of pairs) {
      const similarity = comparePlaces(a, b)
      if (similarity === 'same') found.same.push({ a: a.id, b: b.id })
      if (similarity === 'possible') found.possible.push({ a: a.id, b: b.id })
      if (isGrouped && similarity !== 'different') found.grouped.push(b.id)
      await breathe()
    }
}

/** Marks the place with the lower score of a pair as a possible duplicate of the other, or of the best other one. */
async function markPossible(db: Queryable, table: PlaceTable, edges: readonly Edge[]): Promise<void> {
  const rows = new Map<number, Scored>()
  const ids = [...new Set(edges.flatMap(({ a, b }) => [a, b]))]
  for (const some of inBatches(ids.map(id => [id])))
    for (const [id, { sourceId, quality, scoreLines }] of await sourceRows(db, table, some.flat()))
      rows.set(id, { id, sourceId, quality, scoreLines })
  const bestOf = new Map<Scored, Scored>()
  for (const { a, b } of edges) {
    const [first, second] = [rows.get(a), rows.get(b)]
    if (first === undefined || second === undefined) continue
    const [lesser, better] = isBetter(first, second) ? [second, first] : [first, second]
    const known = bestOf.get(lesser)
    if (known === undefined || isBetter(better, known)) bestOf.set(lesser, better)
  }
  const marked = [...bestOf].map(([row, { id: of }]) => [{ id: row.id, of, ...limitAsPossibleDuplicate(row) }])
  for (const some of inBatches(marked)) await writePossible(db, table, some.flat())
}

type Scored = Pick<SourceRow, 'id' | 'sourceId' | 'quality' | 'scoreLines'>

const isBetter = (a: Scored, b: Scored): boolean =>
  a.quality > b.quality || (a.quality === b.quality && a.sourceId < b.sourceId)
