import { logChanges, setWhat, textChanges } from '#server/catalog/tables/change-log.repository.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { realChanges } from './real-changes.rules.ts'

const ROWS_AT_ONCE = 2000

/** Logs the changes of a release, and takes back those that are only another spelling. */
export async function logRealChanges(db: Queryable, table: Parameters<typeof logChanges>[1]): Promise<void> {
  await logChanges(db, table)
  let after = 0
  for (;;) {
    const changes = await textChanges(db, table, { after, limit: ROWS_AT_ONCE })
    const other = changes.flatMap(change => {
      const what = realChanges(change)
      return what === change.what ? [] : { placeId: change.placeId, what }
    })
    if (other.length > 0) await setWhat(db, other)
    const last = changes.at(-1)
    if (last === undefined || changes.length < ROWS_AT_ONCE) return
    after = last.placeId
  }
}
