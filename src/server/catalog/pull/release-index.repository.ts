import type { Box } from '#geography/index.ts'
import type { GroupIndex } from '#place-files/index.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import type { IndexedFile, ReleaseIndex } from './opened-files.ts'
import type { ReleaseFiles } from './release-files.ts'

export type StoredIndex = { found: ReleaseFiles; source: ReleaseIndex['source']; checkedAt: Date }
type FileText = Omit<IndexedFile, 'index'> & Omit<IndexedFile['index'], 'groups'>

/** Like `JSON.stringify`, but also for the bigints in Parquet metadata. */
const write = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? { big: String(part) } : part))
const read = (text: string): unknown =>
  JSON.parse(text, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && 'big' in part ? BigInt(String(part.big)) : part,
  )

/** What was stored about the release at a root. The root is empty for Overture's own releases. */
export async function findIndex(db: Queryable, root: string): Promise<StoredIndex | null> {
  const [row] = await db.query<{
    release: string | null
    source: ReleaseIndex['source']
    isWhole: boolean
    files: string
    checkedAt: Date
  }>(
    `SELECT release, source, is_whole AS "isWhole", files, checked_at AS "checkedAt" FROM release_index WHERE root = $1`,
    [root],
  )
  if (row === undefined) return null
  const { release, source, isWhole, files, checkedAt } = row
  const urls = (read(files) as FileText[]).map(({ url }) => url)
  return { found: { urls, release, isWhole, isPart: false }, source, checkedAt }
}

/** The files of the release at a root, with the row groups that may have places in the box. */
export async function readIndex(
  db: Queryable,
  root: string,
  { south, north, west, east }: Box,
): Promise<ReleaseIndex | null> {
  const [row] = await db.query<{ source: ReleaseIndex['source']; files: string }>(
    'SELECT source, files FROM release_index WHERE root = $1',
    [root],
  )
  if (row === undefined) return null
  const groups = await db.query<{ file: number; details: string }>(
    `SELECT file, details FROM release_group
     WHERE root = $1 AND (south <= $3) IS NOT FALSE AND (north >= $2) IS NOT FALSE
       AND (west <= $5) IS NOT FALSE AND (east >= $4) IS NOT FALSE ORDER BY file, number`,
    [root, south, north, west, east],
  )
  const byFile = Map.groupBy(groups, ({ file }) => file)
  const files = (read(row.files) as FileText[]).map(({ url, file, byteLength, version, tag, schema, rowCount }) => {
    const ofFile = byFile.get(file) ?? []
    const index = { schema, rowCount, groups: ofFile.map(({ details }) => read(details) as GroupIndex) }
    return { url, file, byteLength, version, tag, index }
  })
  return { source: row.source, files }
}

/** Replaces what was stored about a root. Must run in a transaction. */
export async function writeIndex(
  tx: Queryable,
  root: string,
  { found, index, now }: { found: ReleaseFiles; index: ReleaseIndex; now: Date },
): Promise<void> {
  const files = index.files.map(({ index: { schema, rowCount }, ...file }) => ({ ...file, schema, rowCount }))
  await tx.query('DELETE FROM release_index WHERE root = $1', [root])
  await tx.query(
    `INSERT INTO release_index (root, release, source, is_whole, files, checked_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [root, found.release, index.source, found.isWhole, write(files), now],
  )
  for (const {
    file,
    index: { groups },
  } of index.files)
    await tx.query(
      `INSERT INTO release_group (root, file, number, south, north, west, east, details)
       SELECT $1, $2, * FROM jsonb_to_recordset($3::jsonb)
         AS g (number int, south float8, north float8, west float8, east float8, details text)`,
      [
        root,
        file,
        JSON.stringify(
          groups.map(group => Object.assign({ number: group.number, details: write(group) }, group.extent)),
        ),
      ],
    )
}

export async function touchIndex(db: Queryable, root: string, now: Date): Promise<void> {
  await db.query('UPDATE release_index SET checked_at = $2 WHERE root = $1', [root, now])
}
