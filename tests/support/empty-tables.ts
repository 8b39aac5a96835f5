import type { Db } from '#server/platform/database/db.ts'

/** Empties tables and all tables that refer to them, including append-only ones, and restarts their ids. */
export const emptyTables = (db: Db, tables: string): Promise<void> =>
  db.transaction(async tx => {
    await tx.query(`SELECT set_config('leadline.restore', 'on', true)`)
    await tx.query(`TRUNCATE ${tables} RESTART IDENTITY CASCADE`)
  })
