import { accountColumns, type AccountRow, holdsEmail } from '#server/accounts/identity/account.rules.ts'
import type { Taken } from '#server/accounts/identity/taken.rules.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, onlyRow } from '#server/platform/database/rows.ts'

/** By accounts other than `userId`, if set. */
export const findTaken = (
  db: Queryable,
  { key, email, now, userId = null }: { key: string | null; email: string | null; now: Date; userId?: number | null },
): Promise<Taken> =>
  onlyRow(
    db,
    `SELECT EXISTS (SELECT FROM user_account WHERE username_key = $1 AND id IS DISTINCT FROM $4::int) AS username,
       EXISTS (SELECT FROM user_account WHERE ${holdsEmail('$2', '$3')} AND id IS DISTINCT FROM $4::int) AS email`,
    [key, email, now, userId],
  )

export type NewAccount = {
  username: string
  key: string
  email: string
  passwordHash: string
  firstName: string | null
  lastName: string | null
  now: Date
}

/** Undefined if another account has the name or the email. */
export async function insertAccount(db: Queryable, account: NewAccount): Promise<AccountRow | undefined> {
  const { username, key, email, passwordHash, firstName, lastName, now } = account
  return firstRow(
    db,
    `INSERT INTO user_account
       (username, username_key, email, password_hash, first_name, last_name, quota_anchor, created_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, $7 WHERE NOT EXISTS (SELECT FROM user_account WHERE ${holdsEmail('$3', '$7')})
     ON CONFLICT DO NOTHING RETURNING ${accountColumns}`,
    [username, key, email, passwordHash, firstName, lastName, now],
  )
}
