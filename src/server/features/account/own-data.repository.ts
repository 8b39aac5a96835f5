import type { Queryable } from '#server/platform/database/db.ts'

/** A part of an account's stored data. Each row has an `id` for reading the next page. */
export type OwnDataTable = { name: string; sql: string }

export type OwnDataPage = { userId: number; after: number; limit: number }

/** For tables without a numeric id: numbers the rows in their order. */
function numbered(columns: string, table: string, key: string, time = 'created_at'): string {
  return `SELECT n.* FROM (SELECT row_number() OVER (ORDER BY ${time}, ${key}) AS id, ${columns}
            FROM ${table} WHERE user_id = $1) n WHERE n.id > $2 ORDER BY n.id LIMIT $3`
}

/** $1: account, $2: last id read, $3: limit. No secrets, and no data of other users. */
export const ownDataTables: OwnDataTable[] = [
  {
    name: 'account',
    sql: `SELECT id, username, email, pending_email, previous_email, email_verified_at, first_name, last_name, subscription_tier, subscription_status,
            plan_ends_at, created_at FROM user_account WHERE id = $1 AND id > $2 ORDER BY id LIMIT $3`,
  },
  {
    name: 'sessions',
    sql: `SELECT id, device, created_at, expires_at FROM session WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
  },
  {
    name: 'securityEvents',
    sql: `SELECT id, kind, device, at FROM security_event WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
  },
  {
    name: 'pageVisits',
    sql: `SELECT id, page, referrer, at FROM page_visit WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
  },
  {
    name: 'loadedAreas',
    sql: `SELECT id, area, created_at FROM place_load WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
  },
  {
    name: 'searches',
    sql: `SELECT id, criteria, location_label, total, pages, keys_hash, created_at FROM search
          WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
  },
  {
    name: 'savedSearches',
    sql: `SELECT id, search_id, name, is_mailed, created_at FROM saved_search
          WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
  },
  {
    name: 'alertSettings',
    sql: `SELECT user_id AS id, frequency, stopped_by, digest_on FROM alert_setting
          WHERE user_id = $1 AND user_id > $2 ORDER BY user_id LIMIT $3`,
  },
  {
    name: 'news',
    sql: `SELECT id, saved_search_id, lead_id, kind, what, found_at, digest_on FROM alert_hit
          WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
  },
  {
    name: 'websiteChecks',
    sql: `SELECT id, domain, asked_at FROM site_lookup WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
  },
  {
    name: 'leadStatuses',
    sql: `SELECT lead_id AS id, status, status_at, follow_up_on FROM lead_mark
          WHERE user_id = $1 AND lead_id > $2 ORDER BY lead_id LIMIT $3`,
  },
  {
    name: 'leadNotes',
    sql: `SELECT id, lead_id, body, created_at, edited_at FROM lead_note
          WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
  },
  {
    name: 'leadLists',
    sql: `SELECT id, kind, name, created_at FROM lead_list WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
  },
  {
    name: 'leadsInLists',
    sql: `SELECT lead_id AS id, jsonb_agg(list_id ORDER BY list_id) AS list_ids FROM lead_list_entry
          WHERE user_id = $1 AND lead_id > $2 GROUP BY lead_id ORDER BY lead_id LIMIT $3`,
  },
  {
    name: 'leadHistory',
    sql: `SELECT id, lead_id, kind, was, becomes, at FROM lead_event
          WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
  },
  {
    name: 'leadReports',
    sql: `SELECT id, lead_id, reason, state, created_at, decided_at FROM lead_report
          WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
  },
  {
    name: 'returnedLeads',
    sql: `SELECT lead_id AS id, at, ledger_id FROM lead_return
          WHERE user_id = $1 AND lead_id > $2 ORDER BY lead_id LIMIT $3`,
  },
  {
    name: 'doNotContact',
    sql: `SELECT id, kind, value, business_name, created_at FROM do_not_contact_entry
          WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
  },
  {
    name: 'knownFiles',
    sql: `SELECT id, name, row_count, state, is_left_out, is_followed, created_at FROM known_file WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
  },
  {
    name: 'knownBusinesses',
    sql: `SELECT file_id::bigint * 100000 + row AS id, file_id, row, cells, name, phone, domain, street, city, state, zip, match, problem, row_state, filled
          FROM known_business WHERE user_id = $1 AND (file_id, row) > (($2::bigint / 100000)::int, ($2::bigint % 100000)::int)
          ORDER BY file_id, row LIMIT $3`,
  },
  {
    name: 'knownChanges',
    // What a row would say is paid for when it is accepted, and then a part of the row.
    sql: `SELECT file_id::bigint * 100000 + row AS id, file_id, row,
            jsonb_agg(jsonb_build_object('kind', kind, 'was', was, 'source', source, 'seen_on', seen_on, 'found_at', found_at, 'state', state)
              ORDER BY kind) AS changes
          FROM known_change WHERE user_id = $1 AND (file_id, row) > (($2::bigint / 100000)::int, ($2::bigint % 100000)::int)
          GROUP BY file_id, row ORDER BY file_id, row LIMIT $3`,
  },
  {
    name: 'knownFileContents',
    sql: `SELECT file_id::bigint * 100000 + part AS id, file_id, part, encode(bytes, 'base64') AS base64 FROM known_content
          WHERE user_id = $1 AND (file_id, part) > (($2::bigint / 100000)::int, ($2::bigint % 100000)::int)
          ORDER BY file_id, part LIMIT $3`,
  },
  {
    name: 'knownDecisions',
    sql: numbered("encode(identity, 'hex') AS row, place_key, at", 'known_decision', 'identity', 'at'),
  },
  {
    name: 'apiKeys',
    sql: `SELECT id, name, scope, created_at, expires_at FROM api_key WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
  },
  {
    name: 'webhooks',
    sql: `SELECT id, url, events, state, failing_since, created_at FROM webhook_endpoint
          WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
  },
  {
    name: 'webhookMessages',
    sql: `SELECT id, endpoint_id, type, content, state, created_at FROM webhook_message
          WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
  },
  {
    name: 'webhookAttempts',
    sql: `SELECT id, message_id, at, status, ms, fault FROM webhook_attempt
          WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
  },
  {
    name: 'invoices',
    sql: numbered(
      'number, description, total_cents, tax_cents, charged_cents, refunded_cents, is_disputed, status, created_at',
      'billing_invoice',
      'invoice_id',
    ),
  },
  {
    name: 'cards',
    sql: numbered(
      'brand, last4, fingerprint, exp_month, exp_year, is_default, created_at',
      'billing_card',
      'payment_method_id',
    ),
  },
  {
    name: 'subscriptions',
    sql: numbered(
      'tier, next_tier, status, period_start, paid_until, price_cents, cancel_at_period_end, ends_at, created_at, ended_at',
      'billing_subscription',
      'subscription_id',
    ),
  },
  {
    name: 'leadPurchases',
    sql: numbered(
      'leads, amount_cents, paid_cents, tax_cents, refunded_cents, is_disputed, status, leads_taken_back, created_at, paid_at',
      'lead_purchase',
      'id',
    ),
  },
  {
    name: 'quotaEntries',
    sql: `SELECT id, bucket, amount, reason, at FROM ledger_entry WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
  },
  {
    name: 'grantedPlans',
    sql: `SELECT id, tier, until, pulls, at FROM plan_grant WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
  },
]

export const readOwnDataRows = (
  db: Queryable,
  { sql }: OwnDataTable,
  { userId, after, limit }: OwnDataPage,
): Promise<{ id: number }[]> => db.query(sql, [userId, after, limit])
