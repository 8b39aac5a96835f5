import { correctPlaces } from '#server/catalog/corrections/correct-places.repository.ts'
import { mergeNewPlaces } from '#server/catalog/merge/merge-places.ts'
import { markSitesOf } from '#server/catalog/merge/site-merge.repository.ts'
import { suppressPlaces } from '#server/catalog/suppression/suppression.repository.ts'
import type { CategoryKeys } from '#server/catalog/tables/category.repository.ts'
import { logAdded } from '#server/catalog/tables/change-log.repository.ts'
import { flagTwinsOfNew, insertCategoryRows } from '#server/catalog/tables/derived.repository.ts'
import { type IdRange, idRanges, type ImportSession } from '#server/catalog/tables/import-session.ts'
import { copyStagedTo } from '#server/catalog/tables/staging.repository.ts'
import { hideNewPlaces } from '#server/catalog/tables/unpublished.repository.ts'

/**
 * Writes the new places completely, in short steps and without a transaction. Searches do not find them until the
 * transaction of the import publishes them. What would change a place that searches find is only noted for it.
 */
export async function writeNewPlaces(
  session: ImportSession,
  importRunId: number,
  categories: CategoryKeys,
): Promise<void> {
  const from = await hideNewPlaces(session)
  await copyStagedTo(session, 'place')
  const to = await lastPlaceId(session)
  if (to < from) return
  const added = { from, to }
  for await (const range of idRanges(session, added)) await logAdded(session, importRunId, range)
  await mergeNewPlaces(session, added, categories)
  for await (const range of idRanges(session, added)) {
    await markSitesOf(session, isIn(range))
    const places = { table: 'place', where: isIn(range) } as const
    await correctPlaces(session, places)
    await suppressPlaces(session, places)
  }
  // Nobody has read the rows that these steps have changed.
  await session.query('TRUNCATE import_touched')
  for await (const range of idRanges(session, added)) await flagTwinsOfNew(session, { ...range, firstNew: from })
  for await (const range of idRanges(session, added))
    await insertCategoryRows(session, { from: 'place', to: 'place_category', where: isIn(range) })
}

const isIn = ({ from, to }: IdRange): string => `p.id BETWEEN ${from} AND ${to}`

async function lastPlaceId(session: ImportSession): Promise<number> {
  const [row] = await session.query<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM place')
  return row?.id ?? 0
}
