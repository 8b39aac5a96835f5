import type { Db } from '#server/platform/database/db.ts'

/** Waits until this many transactions wait for a lock. */
export async function untilSomebodyWaits(db: Db, transactions = 1): Promise<void> {
  for (;;) {
    const [row] = await db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    if ((row?.count ?? 0) >= transactions) return
  }
}
