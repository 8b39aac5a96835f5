import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#server/db/client.ts'

/** Saving leads takes a second from now on, so that a fault can come in the middle of it. */
export const slowDownLeads = (db: Db): Promise<void> => slowDown(db, 'INSERT')

/** The same for another kind of statement on leads. */
export async function slowDown(db: Db, statement: 'INSERT' | 'UPDATE'): Promise<void> {
  await db.query(`CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$`)
  await db.query(`CREATE TRIGGER slow BEFORE ${statement} ON lead FOR EACH STATEMENT EXECUTE FUNCTION be_slow()`)
}

export const endSlowness = (db: Db): Promise<unknown> => db.query('DROP TRIGGER slow ON lead')

/** Until so many statements of others are in the middle of their slowness. */
export async function untilAsleep(db: Db, statements = 1): Promise<void> {
  while ((await countBackends(db, `wait_event = 'PgSleep'`)) < statements) await pause(5)
}

/** Until nobody else has a statement or a transaction under way. */
export async function untilNobodyWorks(db: Db): Promise<void> {
  while ((await countBackends(db, `state <> 'idle'`)) > 0) await pause(20)
}

async function countBackends(db: Db, condition: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${condition}`,
  )
  return row?.count ?? 0
}
