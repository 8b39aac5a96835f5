import type { Db, Queryable } from '#server/platform/database/db.ts'
import { hasRow, readValues } from '#server/platform/database/rows.ts'

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
/** $2 rows of an account, after its first $2. */
const others = (table: string, column: string): string =>
  `ARRAY(SELECT ${column} FROM ${table} t WHERE user_id = $1 OFFSET $2 LIMIT $2)`
/**
 * Each deletes some of the many rows that a large account can have. The do-not-contact list stays until the end: if the
 * process dies, it still protects the leads that are left.
 */
const shortened = (...tables: string[]): string[] =>
  tables.map(table => `DELETE FROM ${table} WHERE ctid = ANY (${others(table, 'ctid')}) RETURNING 1`)
const shortenings = [
  ...shortened('known_place', 'known_change', 'known_business', 'known_content', 'alert_hit'),
  ...shortened('lead_event', 'lead_list_entry', 'lead_note', 'lead_mark', 'webhook_attempt', 'webhook_message'),
  `WITH doomed AS MATERIALIZED (SELECT ${others('lead', 'id')} AS ids),
     listed AS (DELETE FROM search_lead WHERE lead_id = ANY ((SELECT ids FROM doomed)::bigint[]))
   DELETE FROM lead WHERE id = ANY ((SELECT ids FROM doomed)::bigint[]) RETURNING 1`,
]

/** Deletes some rows of a large account. False if only few are left. */
async function shorten(db: Db, userId: number): Promise<boolean> {
  for (const statement of shortenings) {
    const hasMore = await db.transaction(async tx => {
      for (const lock of locked) await tx.query(lock, [userId])
      return hasRow(tx, statement, [userId, ROWS_AT_ONCE])
    })
    if (hasMore) return true
  }
  return false
}

const deletionsFrom = (...tables: string[]): string[] => tables.map(table => `DELETE FROM ${table} WHERE user_id = $1`)

/** What is deleted after an account, in the order that foreign keys require. */
const removed = [
  ...locked,
  ...deletionsFrom('known_place', 'known_change', 'known_business', 'known_content', 'known_file', 'known_decision'),
  ...deletionsFrom('alert_hit', 'saved_search', 'alert_setting', 'do_not_contact_entry', 'lead_refresh'),
  ...deletionsFrom('lead_return', 'lead_report', 'site_lookup'),
  ...deletionsFrom('lead_event', 'lead_batch', 'lead_list_entry', 'lead_list', 'lead_note', 'lead_mark', 'lead_twin'),
  'DELETE FROM search_lead WHERE search_id IN (SELECT id FROM search WHERE user_id = $1)',
  ...deletionsFrom('lead'),
  // A cached plan assumes few leads, and then reads all leads of the user for each search that is deleted.
  `SELECT set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_bitmapscan', 'off', true), $1::int`,
  ...deletionsFrom('search'),
  // A webhook with its messages, and their attempts.
  ...deletionsFrom('webhook_endpoint', 'api_answer', 'billing_card'),
  'UPDATE place_override SET witness_ids = array_remove(witness_ids, $1) WHERE $1 = ANY (witness_ids)',
  'UPDATE page_visit SET user_id = NULL WHERE user_id = $1',
  'UPDATE place_load SET user_id = NULL WHERE user_id = $1',
]

/**
 * Deletes data of a deleted account: first most rows of a large one, in short transactions, and then the rest at once.
 * False when nothing is left. Quota, plan, and payment records and the security log stay, linked only to a number.
 */
export async function deleteSomeData(db: Db, userId: number): Promise<boolean> {
  if (await shorten(db, userId)) return true
  await db.transaction(async tx => {
    for (const statement of removed) await tx.query(statement, [userId])
  })
  return false
}

/** Deleted accounts whose data is still stored. The progress of their leads is deleted with the rest. */
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
  for (const statement of deletionsFrom('session', 'account_token', 'two_factor', 'recovery_code', 'api_key'))
    await tx.query(statement, [userId])
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
