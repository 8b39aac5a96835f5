import type { Db, Queryable } from '#server/platform/database/db.ts'
import { countRows, readValues } from '#server/platform/database/rows.ts'

/** In the order in which others lock these rows. */
const locked = [
  // Code that writes leads locks this row first.
  'SELECT FROM lead_refresh WHERE user_id = $1 FOR UPDATE',
  // A digest locks this row, and then the files.
  'SELECT FROM alert_setting WHERE user_id = $1 FOR UPDATE',
  // Rows of files are compared while their file is locked.
  'SELECT FROM known_file WHERE user_id = $1 ORDER BY id FOR UPDATE',
]

/** On the embedded database, everyone waits for a statement, and PostgreSQL stops one after 15 seconds. */
const ROWS_AT_ONCE = 1000
/** $2 rows of an account. */
const some = (table: string, column: string): string =>
  `ARRAY(SELECT ${column} FROM ${table} t WHERE user_id = $1 LIMIT $2)`
const someOf = (...tables: string[]): string[] =>
  tables.map(table => `DELETE FROM ${table} WHERE ctid = ANY (${some(table, 'ctid')}) RETURNING 1`)

/** In the order that foreign keys require. The do-not-contact list protects the leads until they are gone. */
const deletions = [
  ...someOf('known_place', 'known_change', 'known_business', 'known_content', 'known_file', 'known_decision'),
  ...someOf('alert_hit', 'saved_search', 'alert_setting', 'lead_return', 'lead_report', 'site_lookup'),
  ...someOf('lead_event', 'lead_batch', 'lead_list_entry', 'lead_list', 'lead_note', 'lead_mark', 'lead_twin'),
  `WITH doomed AS MATERIALIZED (SELECT ${some('lead', 'id')} AS ids),
     listed AS (DELETE FROM search_lead WHERE lead_id = ANY ((SELECT ids FROM doomed)::bigint[]))
   DELETE FROM lead WHERE id = ANY ((SELECT ids FROM doomed)::bigint[]) RETURNING 1`,
  ...someOf('search', 'do_not_contact_entry', 'webhook_attempt', 'webhook_message', 'webhook_endpoint'),
  ...someOf('api_answer', 'billing_card'),
]
/** A cached plan assumes few leads, and then reads all leads of the user for each search that is deleted. */
const ownPlans = `SELECT set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_bitmapscan', 'off', true)`
const last = [
  'UPDATE place_override SET witness_ids = array_remove(witness_ids, $1) WHERE $1 = ANY (witness_ids)',
  'UPDATE page_visit SET user_id = NULL WHERE user_id = $1',
  'UPDATE place_load SET user_id = NULL WHERE user_id = $1',
  'DELETE FROM lead_refresh WHERE user_id = $1',
]

/**
 * Deletes data of a deleted account, until it has deleted a thousand rows of a table. False when nothing is left. Quota,
 * plan, and payment records and the security log stay, linked only to a number.
 */
export async function deleteSomeData(db: Db, userId: number): Promise<boolean> {
  for (const deletion of deletions) {
    const deleted = await db.transaction(async tx => {
      for (const lock of locked) await tx.query(lock, [userId])
      await tx.query(ownPlans)
      return countRows(tx, deletion, [userId, ROWS_AT_ONCE])
    })
    if (deleted === ROWS_AT_ONCE) return true
  }
  await db.transaction(async tx => {
    for (const statement of last) await tx.query(statement, [userId])
  })
  return false
}

/** Deleted accounts whose data is still stored. The progress of their leads is deleted last. */
export const findAccountsToEmpty = (db: Db): Promise<number[]> =>
  readValues(
    db,
    `SELECT user_id AS "userId" FROM lead_refresh JOIN user_account ON id = user_id WHERE deleted_at IS NOT NULL
     ORDER BY user_id`,
  )

/**
 * Deletes an account: its names, and all that gives access to it. The caller has locked it, as code that stores
 * something for an account does, so nothing is stored for it from then on. Nobody can register the new username and
 * email.
 */
export async function deleteAccount(tx: Queryable, userId: number, now: Date): Promise<void> {
  for (const table of ['session', 'account_token', 'two_factor', 'recovery_code', 'api_key'])
    await tx.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId])
  await tx.query('INSERT INTO lead_refresh (user_id, version) VALUES ($1, -1) ON CONFLICT DO NOTHING', [userId])
  await tx.query('UPDATE billing_customer SET email = NULL WHERE user_id = $1', [userId])
  await tx.query(
    `UPDATE user_account SET username = 'Deleted user ' || id, username_key = 'deleted@' || id, email = 'deleted ' || id,
       password_hash = '', first_name = NULL, last_name = NULL, is_admin = false, email_verified_at = NULL,
       pending_email = NULL, email_since = NULL, previous_email = NULL, previous_email_since = NULL, previous_email_until = NULL,
       deleted_at = $2
     WHERE id = $1`,
    [userId, now],
  )
}
