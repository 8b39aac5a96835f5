import type { Tier } from '#contract/plans.ts'
import type { Older } from '#server/platform/basics/list-page.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { isOlderThan, readNumber } from '#server/platform/database/rows.ts'
import { accountColumns, type AccountRow } from './account.rules.ts'

/** Everyone, if the text is empty. An id means its account, even if others have the number in their names. */
const isNamed = (text: string): string =>
  `CASE WHEN EXISTS (SELECT FROM user_account WHERE id::text = ${text} AND deleted_at IS NULL) THEN id::text = ${text}
     ELSE position(lower(${text}) IN lower(concat_ws(' ', username, email, first_name, last_name))) > 0 END`

export const findAccounts = (db: Queryable, { limit, before }: Older, text = ''): Promise<AccountRow[]> =>
  db.query(
    `SELECT ${accountColumns} FROM user_account
     WHERE deleted_at IS NULL AND ${isOlderThan('$2')} AND ${isNamed('$3')} ORDER BY id DESC LIMIT $1`,
    [limit, before, text],
  )

export const countAccounts = (db: Queryable, text = ''): Promise<number> =>
  readNumber(db, `SELECT count(*)::int AS count FROM user_account WHERE deleted_at IS NULL AND ${isNamed('$1')}`, [
    text,
  ])

/** The number of accounts by tier at `now`. Tiers without accounts are left out. */
export const countByTier = (db: Queryable, now: Date): Promise<{ tier: Tier; count: number }[]> =>
  db.query(
    `SELECT CASE WHEN plan_ends_at <= $1 THEN 'free' ELSE subscription_tier END AS tier, count(*)::int AS count
     FROM user_account WHERE deleted_at IS NULL GROUP BY 1 ORDER BY 1`,
    [now],
  )

/** Sign-ups by month in UTC, such as "2026-03", oldest first. Months without sign-ups are left out. */
export const countByMonth = (db: Queryable): Promise<{ month: string; count: number }[]> =>
  db.query(
    `SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, count(*)::int AS count
     FROM user_account WHERE deleted_at IS NULL GROUP BY 1 ORDER BY 1`,
  )
