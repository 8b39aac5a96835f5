import { undoCorrections } from '#server/catalog/corrections/correct-places.ts'
import type { PlaceTable } from '#server/catalog/tables/derived.repository.ts'
import { type IdRange, idRanges, type ImportSession } from '#server/catalog/tables/import-session.ts'
import { createPacer } from '#server/platform/basics/pacer.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { comparePlaces } from './compare-places.ts'
import { Groups } from './groups.rules.ts'
import {
  type Chunk,
  lastOfChunk,
  markGroupsOf,
  markRows,
  pairsOf,
  type PossibleDuplicate,
  readSourceRows,
  splitGroups,
  writeMerged,
  writePossible,
} from './merge.repository.ts'
import { limitAsPossibleDuplicate, mergeRows, type SourceRow } from './merged-place.rules.ts'

type Edge = { a: number; b: number }
type Edges = { same: Edge[]; possible: Edge[] }
type Work = {
  table: PlaceTable
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
  const groups = groupsOf(same)
  const grouped = new Set(groups.flat())
  await writeGroups(db, work.table, groups)
  await markPossible(
    db,
    work.table,
    possible.filter(({ a, b }) => !grouped.has(a) && !grouped.has(b)),
  )
}

/**
 * Groups the new rows among themselves, before searches find them. Rows that are connected with a row that searches find
 * are only marked for `mergePlaces`.
 */
export async function mergeNewPlaces(session: ImportSession, added: IdRange): Promise<void> {
  const firstNew = added.from
  const edges: Edges = { same: [], possible: [] }
  for await (const { from, to } of idRanges(session, added)) {
    const { same, possible } = await edgesOfChunk(session, 'place', { from, last: to, firstNew })
    edges.same.push(...same)
    edges.possible.push(...possible)
  }
  const groups = groupsOf(edges.same)
  const isSeen = (id: number) => id < firstNew
  const grouped = new Set<number>()
  const connected = new Set<number>()
  for (const group of groups) for (const id of group) (group.some(isSeen) ? connected : grouped).add(id)
  for (const { a, b } of edges.possible) if (isSeen(b) && !grouped.has(a)) connected.add(a)
  await writeGroups(
    session,
    'place',
    groups.filter(group => !group.some(isSeen)),
  )
  const isSettled = (id: number) => grouped.has(id) || connected.has(id) || isSeen(id)
  await markPossible(
    session,
    'place',
    edges.possible.filter(({ a, b }) => !isSettled(a) && !isSettled(b)),
  )
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

async function writeGroups(db: Queryable, table: PlaceTable, groups: readonly number[][]): Promise<void> {
  for (const batch of inBatches(groups)) {
    const rows = await sourceRows(db, table, batch.flat())
    await writeMerged(
      db,
      table,
      batch.map(group => mergeRows(group.flatMap(id => rows.get(id) ?? []))),
    )
  }
}

/** Rows by id, with their own source's facts. Undoes corrections, because the places of some rows were not split. */
async function sourceRows(db: Queryable, table: PlaceTable, ids: readonly number[]): Promise<Map<number, SourceRow>> {
  await undoCorrections(db, { table, which: '= ANY ($1::bigint[])', values: [ids] })
  return new Map((await readSourceRows(db, table, ids)).map(row => [row.id, row]))
}

/** Batches of groups with a limited total number of rows. */
function* inBatches(groups: readonly number[][]): Generator<number[][]> {
  let batch: number[][] = []
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
    const found = await edgesOfRound(db, work, round)
    edges.same.push(...found.same)
    edges.possible.push(...found.possible)
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

async function edgesOfRound(
  db: Queryable,
  { table, chunk }: Work,
  round: number,
): Promise<Edges & { grouped: number[] }> {
  const found: Edges & { grouped: number[] } = { same: [], possible: [], grouped: [] }
  for (let after = 0; ;) {
    const last = await lastOfChunk(db, { round, after, size: chunk })
    if (last === null) return found
    const { same, possible, grouped } = await edgesOfChunk(db, table, { round, after, last })
    found.same.push(...same)
    found.possible.push(...possible)
    found.grouped.push(...grouped)
    after = last
  }
}

async function edgesOfChunk(db: Queryable, table: PlaceTable, chunk: Chunk): Promise<Edges & { grouped: number[] }> {
  const found: Edges & { grouped: number[] } = { same: [], possible: [], grouped: [] }
  const breathe = createPacer()
  for await (const pairs of pairsOf(db, table, chunk))
    for (const { a, b, isGrouped } of pairs) {
      const similarity = comparePlaces(a, b)
      if (similarity === 'same') found.same.push({ a: a.id, b: b.id })
      if (similarity === 'possible') found.possible.push({ a: a.id, b: b.id })
      if (isGrouped && similarity !== 'different') found.grouped.push(b.id)
      await breathe()
    }
  return found
}

/** Marks the row with the lower score of each pair as a possible duplicate of the other row. Both are kept. */
async function markPossible(db: Queryable, table: PlaceTable, edges: readonly Edge[]): Promise<void> {
  for (let from = 0; from < edges.length; from += WRITTEN_ROWS) {
    const some = edges.slice(from, from + WRITTEN_ROWS)
    const rows = await sourceRows(db, table, [...new Set(some.flatMap(({ a, b }) => [a, b]))])
    const marked = new Map<number, PossibleDuplicate>()
    for (const { a, b } of some) {
      const [first, second] = [rows.get(a), rows.get(b)]
      if (first === undefined || second === undefined) continue
      const [lesser, better] = isBetter(first, second) ? [second, first] : [first, second]
      if (!marked.has(lesser.id))
        marked.set(lesser.id, { id: lesser.id, of: better.id, ...limitAsPossibleDuplicate(lesser) })
    }
    await writePossible(db, table, [...marked.values()])
  }
}

const isBetter = (a: SourceRow, b: SourceRow): boolean =>
  a.quality > b.quality || (a.quality === b.quality && a.sourceId < b.sourceId)
