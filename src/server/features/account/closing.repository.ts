import type { Db, Queryable } from '#server/platform/database/db.ts'
import { hasRow } from '#server/platform/database/rows.ts'

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

/**
 * Deletes most rows of a large account in short transactions, so that its deletion does not take long. Does nothing to
 * an account with few rows.
 */
export async function shortenAccount(db: Db, userId: number): Promise<void> {
  for (const statement of shortenings) {
    const deleteSome = async (tx: Queryable) => {
      for (const lock of locked) await tx.query(lock, [userId])
      return hasRow(tx, statement, [userId, ROWS_AT_ONCE])
    }
    while (await db.transaction(deleteSome));
  }
}

const deletionsFrom = (...tables: string[]): string[] => tables.map(table => `DELETE FROM ${table} WHERE user_id = $1`)

/** What is deleted with an account, in the order that foreign keys require. */
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
  ...deletionsFrom('session', 'account_token', 'two_factor', 'recovery_code', 'api_key'),
  // A webhook with its messages, and their attempts.
  ...deletionsFrom('webhook_endpoint', 'api_answer', 'billing_card'),
  'UPDATE place_override SET witness_ids = array_remove(witness_ids, $1) WHERE $1 = ANY (witness_ids)',
  'UPDATE page_visit SET user_id = NULL WHERE user_id = $1',
  'UPDATE place_load SET user_id = NULL WHERE user_id = $1',
]

/**
 * Deletes the personal data. The caller has locked the account, as every saved search does, so no search is saved
 * meanwhile. Quota, plan, and payment records and the security log stay, linked only to a number. Nobody can register
 * the new username and email.
 */
export async function anonymizeAccount(db: Queryable, userId: number, now: Date): Promise<void> {
  for (const statement of removed) await db.query(statement, [userId])
  await db.query(
    `UPDATE user_account SET username = 'Deleted user ' || id, username_key = 'deleted@' || id, email = 'deleted ' || id,
       password_hash = '', first_name = NULL, last_name = NULL, is_admin = false, email_verified_at = NULL,
       pending_email = NULL, email_since = NULL, previous_email = NULL, previous_email_since = NULL, previous_email_until = NULL,
       deleted_at = $2
     WHERE id = $1`,
    [userId, now],
  )
}
