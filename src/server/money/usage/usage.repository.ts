import type { Subscription } from '#server/accounts/identity/account.rules.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { onlyRow, readNumber, readValues } from '#server/platform/database/rows.ts'
import { together } from '#server/platform/database/transaction.ts'
import type { Balance, Bucket } from './usage.rules.ts'

export type Spending = { bucket: Bucket; amount: number; reason: string }

const balanceColumns = `bucket, balance, coalesce(period_start, 'epoch') AS "periodStart"`

export const readBalances = (db: Queryable, userId: number): Promise<Balance[]> =>
  db.queryPrepared<Balance>(`SELECT ${balanceColumns} FROM quota_balance WHERE user_id = $1 ORDER BY bucket`, [userId])

/** SQL for the balances of a user as JSON. Other statements include it to read them in the same round trip. */
export const balancesAsJson = (userId: string): string =>
  `(SELECT jsonb_agg(jsonb_build_object('bucket', bucket, 'balance', balance,
     'periodStart', 1000 * extract(epoch FROM coalesce(period_start, 'epoch')))) FROM quota_balance WHERE user_id = ${userId})`

export type JsonBalances = { bucket: Bucket; balance: number; periodStart: number }[] | null

export const balancesOfJson = (rows: JsonBalances): Balance[] =>
  (rows ?? []).map(({ bucket, balance, periodStart }) => ({ bucket, balance, periodStart: new Date(periodStart) }))

/** The plan of a locked account. */
export const readPlan = (tx: Queryable, userId: number): Promise<Subscription> =>
  onlyRow(
    tx,
    `SELECT subscription_tier, subscription_status, plan_ends_at, quota_anchor, plan_source, granted_pulls
     FROM user_account WHERE id = $1`,
    [userId],
  )

/**
 * Locks an account, so that it is not deleted until the transaction ends. Then locks its balances, so that a user's
 * requests spend one after the other. Creates the balances if they are missing, unless `hasBalances` says that they
 * exist. Null if the account is deleted. Sends its statements immediately, so that statements sent after this call run
 * under the lock.
 */
export async function lockAccountAndBalances(
  tx: Queryable,
  userId: number,
  hasBalances = false,
): Promise<Balance[] | null> {
  const [, balances] = await together(
    hasBalances ||
      tx.queryPrepared(
        `INSERT INTO quota_balance (user_id, bucket, period_start, balance)
         SELECT id, first.* FROM user_account, (VALUES ${firstBalances}) AS first
         WHERE id = $1 AND deleted_at IS NULL AND NOT EXISTS (SELECT FROM quota_balance WHERE user_id = $1)
         ON CONFLICT (user_id, bucket) DO NOTHING`,
        [userId],
      ),
    // The join makes sure that the account is locked if there are balances.
    tx.queryPrepared<Balance>(
      `WITH account AS MATERIALIZED (
         SELECT id FROM user_account WHERE id = $1 AND deleted_at IS NULL FOR KEY SHARE)
       SELECT ${balanceColumns} FROM account JOIN quota_balance ON user_id = account.id ORDER BY bucket
       FOR UPDATE OF quota_balance`,
      [userId],
    ),
  )
  return balances.length === 0 ? null : balances
}

const firstBalances = `('searches', 'epoch'::timestamptz, 0), ('pulls', 'epoch', 0), ('extra_pulls', NULL, 0)`

/** Locks the balances without the account. Creates them if they are missing. */
export async function lockBalances(tx: Queryable, userId: number): Promise<Balance[]> {
  const lock = `SELECT ${balanceColumns} FROM quota_balance WHERE user_id = $1 ORDER BY bucket FOR UPDATE`
  const balances = await tx.queryPrepared<Balance>(lock, [userId])
  if (balances.length > 0) return balances
  await tx.query(
    `INSERT INTO quota_balance (user_id, bucket, period_start, balance)
     SELECT $1, first.* FROM (VALUES ${firstBalances}) AS first
     ON CONFLICT (user_id, bucket) DO NOTHING`,
    [userId],
  )
  return tx.queryPrepared<Balance>(lock, [userId])
}

const monthStarts = ['monthly quota', 'month paid', 'plan granted'] as const
/** Why a quota month begins. Entries of the ledger with these words mark its beginning. */
export type MonthReason = `${(typeof monthStarts)[number]}, ${string}`

/** Starts a new month of a bucket: the rest of the old one expires, and the quota is granted, in the ledger. */
export async function renewBucket(
  tx: Queryable,
  renewal: { userId: number; bucket: Bucket; quota: number; periodStart: Date; reason: MonthReason; now: Date },
): Promise<void> {
  const { userId, bucket, quota, periodStart, reason, now } = renewal
  await tx.query(
    `WITH entry AS (
       INSERT INTO ledger_entry (user_id, bucket, amount, reason, at)
       SELECT user_id, bucket, amount, reason, $5 FROM (
         SELECT user_id, bucket, -balance AS amount, 'expired' AS reason, 0 AS step
         FROM quota_balance WHERE user_id = $1 AND bucket = $2 AND balance > 0
         UNION ALL SELECT $1::int, $2, $3::int, $6, 1
       ) entries ORDER BY step)
     UPDATE quota_balance SET balance = $3::int, period_start = $4 WHERE user_id = $1 AND bucket = $2`,
    [userId, bucket, quota, periodStart, now, reason],
  )
}

/** Deducts units and writes the ledger, in one statement. False if a bucket had too little: then roll back. */
export async function spend(
  tx: Queryable,
  { userId, spendings, searchId, now }: { userId: number; spendings: Spending[]; searchId: number | null; now: Date },
): Promise<boolean> {
  const entries = await tx.queryPrepared(
    `WITH wanted AS (
       SELECT * FROM unnest($2::text[], $3::int[], $4::text[]) AS wanted (bucket, amount, reason)
     ), spent AS (
       UPDATE quota_balance q SET balance = q.balance - w.amount FROM wanted w
       WHERE q.user_id = $1 AND q.bucket = w.bucket AND q.balance >= w.amount
       RETURNING q.user_id, w.bucket, w.amount, w.reason
     )
     INSERT INTO ledger_entry (user_id, bucket, amount, reason, search_id, at)
     SELECT user_id, bucket, -amount, reason, $5::bigint, $6 FROM spent RETURNING id`,
    [
      userId,
      spendings.map(spending => spending.bucket),
      spendings.map(spending => spending.amount),
      spendings.map(spending => spending.reason),
      searchId,
      now,
    ],
  )
  return entries.length === spendings.length
}

/**
 * The contact pulls that were charged for a search, by the bucket that paid. Monthly pulls count only since the ledger's
 * last new month, which may have been paid days after it began.
 */
export const pullsOfSearch = (
  tx: Queryable,
  { userId, searchId }: { userId: number; searchId: number },
): Promise<{ bucket: 'pulls' | 'extra_pulls'; amount: number }[]> =>
  tx.query(
    `SELECT bucket, -sum(amount)::int AS amount FROM ledger_entry
     WHERE user_id = $1 AND search_id = $2 AND reason = 'leads'
       AND (bucket = 'extra_pulls' OR bucket = 'pulls' AND id > (SELECT max(id) FROM ledger_entry
         WHERE user_id = $1 AND bucket = 'pulls' AND reason ~ '^(${monthStarts.join('|')}),'))
     GROUP BY bucket ORDER BY bucket`,
    [userId, searchId],
  )

export type ChargeEntry = { id: number; at: Date; bucket: Bucket; reason: string; amount: number }

/** The charges for a search and its pages, and what was given back, in the order of the ledger. */
export const chargesOfSearch = (db: Queryable, userId: number, searchId: number): Promise<ChargeEntry[]> =>
  db.query(
    `SELECT id, at, bucket, reason, -amount AS amount FROM ledger_entry WHERE user_id = $1 AND search_id = $2 ORDER BY id`,
    [userId, searchId],
  )

/**
 * Adds an extra pull for each returned lead. Each has its own ledger entry, which names the search that pulled it.
 * Returns the ids of the entries, in the order of the searches. Call `lockForReturns` in this transaction before.
 */
export async function creditReturnedLeads(
  tx: Queryable,
  { userId, searchIds, now }: { userId: number; searchIds: readonly (number | null)[]; now: Date },
): Promise<number[]> {
  const ids = await readValues<number>(
    tx,
    `WITH credited AS (
       UPDATE quota_balance SET balance = balance + cardinality($2::bigint[])
       WHERE user_id = $1 AND bucket = 'extra_pulls' RETURNING user_id)
     INSERT INTO ledger_entry (user_id, bucket, amount, reason, search_id, at)
     SELECT user_id, 'extra_pulls', 1, 'returned', search_id, $3
     FROM credited, unnest($2::bigint[]) WITH ORDINALITY AS of (search_id, position) ORDER BY position
     RETURNING id`,
    [userId, searchIds, now],
  )
  return ids.toSorted((a, b) => a - b)
}

/** The number of contact pulls charged for leads since then, without refunded samples. */
export const pullsSince = (db: Queryable, userId: number, since: Date): Promise<number> =>
  readNumber(
    db,
    `SELECT -coalesce(sum(amount), 0)::int AS pulls FROM ledger_entry
     WHERE user_id = $1 AND bucket IN ('pulls', 'extra_pulls') AND reason IN ('leads', 'sample leads refunded') AND at > $2`,
    [userId, since],
  )

type Credit = { userId: number; bucket: Bucket; amount: number; reason: string; searchId?: number | null; now: Date }

/** Adds units that were granted or bought, or are given back for a search. */
export async function credit(
  tx: Queryable,
  { userId, bucket, amount, reason, searchId = null, now }: Credit,
): Promise<void> {
  await tx.query(
    `WITH credited AS (
       UPDATE quota_balance SET balance = balance + $3::int WHERE user_id = $1 AND bucket = $2 RETURNING user_id)
     INSERT INTO ledger_entry (user_id, bucket, amount, reason, search_id, at)
     SELECT user_id, $2, $3::int, $4, $5::bigint, $6 FROM credited`,
    [userId, bucket, amount, reason, searchId, now],
  )
}
