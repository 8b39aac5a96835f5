import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#server/platform/database/db.ts'

/** Makes saving leads take a second, so that a fault can hit the middle of it. */
export const slowDownLeads = (db: Db): Promise<void> => slowDown(db, 'lead')

/** Does the same for marking leads as exported. */
export const slowDownExports = (db: Db): Promise<void> => slowDown(db, 'lead_export')

async function slowDown(db: Db, table: 'lead' | 'lead_export'): Promise<void> {
  await db.query(`CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$`)
  await db.query(`CREATE TRIGGER slow BEFORE INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION be_slow()`)
}

export const endSlowness = (db: Db): Promise<unknown> => db.query('DROP TRIGGER slow ON lead')

/** Waits until another session is in such a slow statement. */
export async function untilAsleep(db: Db): Promise<void> {
  while ((await countBackends(db, `wait_event = 'PgSleep'`)) === 0) await pause(5)
}

/** Waits until no other session has a running statement or transaction. */
export async function untilNobodyWorks(db: Db): Promise<void> {
  while ((await countBackends(db, `state <> 'idle'`)) > 0) await pause(20)
}

async function countBackends(db: Db, condition: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${condition}`,
  )
  return row?.count ?? 0
}
