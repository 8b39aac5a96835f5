import type { Db } from '#server/platform/database/db.ts'

/** Waits until a transaction waits for a lock of another one. */
export async function untilSomebodyWaits(db: Db): Promise<void> {
  for (;;) {
    const [row] = await db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    if ((row?.count ?? 0) > 0) return
  }
}
