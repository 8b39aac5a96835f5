import { logChanges, logGone, setWhat, textChanges } from '#server/catalog/tables/change-log.repository.ts'
import type { ImportSession } from '#server/catalog/tables/import-session.ts'
import { type ChangedTable, pageRanges, within } from '#server/catalog/tables/staging.repository.ts'
import { realChanges } from './real-changes.ts'

/** Statements that correct the log read all of it, because it has no index, so each one corrects many changes. */
const CORRECTED_AT_ONCE = 20_000

/** Logs the changes that a release makes, without changes that are only another spelling. */
export async function logRealChanges(session: ImportSession, table: ChangedTable): Promise<void> {
  const corrected: { placeId: number; what: number }[] = []
  for await (const range of pageRanges(session, table)) {
    const rows = within('c', range)
    await logChanges(session, table, rows)
    for (const change of await textChanges(session, table, rows)) {
      const what = realChanges(change)
      if (what !== change.what) corrected.push({ placeId: change.placeId, what })
    }
  }
  await logGone(session)
  for (let from = 0; from < corrected.length; from += CORRECTED_AT_ONCE)
    await setWhat(session, corrected.slice(from, from + CORRECTED_AT_ONCE))
}
