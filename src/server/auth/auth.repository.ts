import { accountColumns, type AccountRow, holdsEmail } from '../account/account.rules.ts'
import type { Taken } from '../account/taken.rules.ts'
import type { Queryable } from '../db/client.ts'

export type LoginRow = AccountRow & { password_hash: string }

/** The account of a user name (as `nameKey` gives it) or of an email. No user name holds an '@', so they never mix. */
export async function findLogin(
  db: Queryable,
  { key, email }: { key: string; email: string },
): Promise<LoginRow | undefined> {
  const [login] = await db.query<LoginRow>(
    `SELECT ${accountColumns}, password_hash FROM user_account
     WHERE (username_key = $1 OR lower(email) = lower($2)) AND deleted_at IS NULL`,
    [key, email],
  )
  return login
}

export async function findTaken(
  db: Queryable,
  { key, email, now }: Pick<NewAccount, 'key' | 'email' | 'now'>,
): Promise<Taken> {
  const [taken] = await db.query<Taken>(
    `SELECT EXISTS (SELECT FROM user_account WHERE username_key = $1) AS username,
       EXISTS (SELECT FROM user_account WHERE ${holdsEmail('$2', '$3')}) AS email`,
    [key, email, now],
  )
  return taken ?? { username: false, email: false }
}

export type NewAccount = {
  username: string
  key: string
  email: string
  passwordHash: string
  firstName: string | null
  lastName: string | null
  now: Date
}

/** Undefined when another account has the name or the email. */
export async function insertAccount(db: Queryable, account: NewAccount): Promise<AccountRow | undefined> {
  const { username, key, email, passwordHash, firstName, lastName, now } = account
  const [row] = await db.query<AccountRow>(
    `INSERT INTO user_account
       (username, username_key, email, password_hash, first_name, last_name, quota_anchor, created_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, $7 WHERE NOT EXISTS (SELECT FROM user_account WHERE ${holdsEmail('$3', '$7')})
     ON CONFLICT DO NOTHING RETURNING ${accountColumns}`,
    [username, key, email, passwordHash, firstName, lastName, now],
  )
  return row
}
