import type { Background, Db } from '#server/platform/database/db.ts'

/** How a test can wrap background work on either database: PostgreSQL has no background of its own. */
export const backgroundOf = (db: Db): Background =>
  db.background ?? { ...db, busyMs: () => 0, another: () => backgroundOf(db) }
