import { highestRow } from '#contract/leads/known-businesses.ts'
import type { Queryable } from '#server/platform/database/db.ts'

export type OwnDataPage = { userId: number; after: number; limit: number }

/** Rows of a table in the order of their numeric id. $1: account, $2: last id read, $3: limit. */
const byId = (table: string, columns: string, { id = 'id', owner = 'user_id' } = {}): string =>
  `SELECT ${id} AS id, ${columns} FROM ${table} WHERE ${owner} = $1 AND ${id} > $2 ORDER BY ${id} LIMIT $3`

/** For tables without a numeric id: numbers the rows in their order. */
const numbered = (table: string, columns: string, key: string, time = 'created_at'): string =>
  `SELECT n.* FROM (SELECT row_number() OVER (ORDER BY ${time}, ${key}) AS id, ${columns}
   FROM ${table} WHERE user_id = $1) n WHERE n.id > $2 ORDER BY n.id LIMIT $3`

const perFile = highestRow + 1
/** For tables whose key is a file of the user and a number in it, which together are the id. */
const inFiles = (table: string, columns: string, part: string, grouping = ''): string =>
  `SELECT file_id::bigint * ${perFile} + ${part} AS id, file_id, ${part}, ${columns} FROM ${table}
   WHERE user_id = $1 AND (file_id, ${part}) > (($2::bigint / ${perFile})::int, ($2::bigint % ${perFile})::int)
   ${grouping} ORDER BY file_id, ${part} LIMIT $3`

const ofLead = { id: 'lead_id' }

/** The SQL of each part of an account's stored data. No secrets, and no data of other users. */
export const ownDataTables: Readonly<Record<string, string>> = {
  account: byId(
    'user_account',
    `username, email, pending_email, previous_email, email_verified_at, first_name, last_name, subscription_tier,
     subscription_status, plan_ends_at, created_at`,
    { owner: 'id' },
  ),
  sessions: byId('session', 'device, created_at, expires_at'),
  securityEvents: byId('security_event', 'kind, device, at'),
  pageVisits: byId('page_visit', 'page, referrer, at'),
  loadedAreas: byId('place_load', 'area, created_at'),
  searches: byId('search', 'criteria, location_label, total, pages, keys_hash, created_at'),
  savedSearches: byId('saved_search', 'search_id, name, is_mailed, created_at'),
  alertSettings: byId('alert_setting', 'frequency, stopped_by, digest_on', { id: 'user_id' }),
  news: byId('alert_hit', 'saved_search_id, lead_id, kind, what, found_at, digest_on'),
  websiteChecks: byId('site_lookup', 'domain, asked_at'),
  leadStatuses: byId('lead_mark', 'status, status_at, follow_up_on', ofLead),
  leadNotes: byId('lead_note', 'lead_id, body, created_at, edited_at'),
  leadLists: byId('lead_list', 'kind, name, created_at'),
  leadsInLists: `SELECT lead_id AS id, jsonb_agg(list_id ORDER BY list_id) AS list_ids FROM lead_list_entry
    WHERE user_id = $1 AND lead_id > $2 GROUP BY lead_id ORDER BY lead_id LIMIT $3`,
  leadHistory: byId('lead_event', 'lead_id, kind, was, becomes, at'),
  leadReports: byId('lead_report', 'lead_id, reason, state, created_at, decided_at'),
  returnedLeads: byId('lead_return', 'at, ledger_id', ofLead),
  doNotContact: byId('do_not_contact_entry', 'kind, value, business_name, created_at'),
  knownFiles: byId('known_file', 'name, row_count, state, is_left_out, is_followed, created_at'),
  knownBusinesses: inFiles(
    'known_business',
    `cells, name, phone, domain, street, city, state, zip, match, problem, row_state,
     CASE WHEN NOT (do_not_contact OR EXISTS (SELECT FROM lead l WHERE l.user_id = $1
       AND l.place_key IN (place_keys[1], filled->>'placeKey') AND l.do_not_contact)) THEN filled END AS filled`,
    'row',
  ),
  // What a row would say is paid for when it is accepted, and then a part of the row.
  knownChanges: inFiles(
    'known_change',
    `jsonb_agg(jsonb_build_object('kind', kind, 'was', was, 'source', source, 'seen_on', seen_on, 'found_at', found_at,
       'state', state) ORDER BY kind) AS changes`,
    'row',
    'GROUP BY file_id, row',
  ),
  knownFileContents: inFiles('known_content', "encode(bytes, 'base64') AS base64", 'part'),
  knownDecisions: numbered('known_decision', "encode(identity, 'hex') AS row, place_key, at", 'identity', 'at'),
  apiKeys: byId('api_key', 'name, scope, created_at, expires_at'),
  webhooks: byId('webhook_endpoint', 'url, events, state, failing_since, created_at'),
  webhookMessages: byId('webhook_message', 'endpoint_id, type, content, state, created_at'),
  webhookAttempts: byId('webhook_attempt', 'message_id, at, status, ms, fault'),
  invoices: numbered(
    'billing_invoice',
    'number, description, total_cents, tax_cents, charged_cents, refunded_cents, is_disputed, status, created_at',
    'invoice_id',
  ),
  cards: numbered(
    'billing_card',
    'brand, last4, fingerprint, exp_month, exp_year, is_default, created_at',
    'payment_method_id',
  ),
  subscriptions: numbered(
    'billing_subscription',
    `tier, next_tier, status, period_start, paid_until, price_cents, cancel_at_period_end, ends_at, created_at,
     ended_at`,
    'subscription_id',
  ),
  leadPurchases: numbered(
    'lead_purchase',
    `leads, amount_cents, paid_cents, tax_cents, refunded_cents, is_disputed, status, leads_taken_back, created_at,
     paid_at`,
    'id',
  ),
  quotaEntries: byId('ledger_entry', 'bucket, amount, reason, at'),
  grantedPlans: byId('plan_grant', 'tier, until, pulls, at'),
}

export const readOwnDataRows = (
  db: Queryable,
  sql: string,
  { userId, after, limit }: OwnDataPage,
): Promise<{ id: number }[]> => db.query(sql, [userId, after, limit])
