import type { Queryable } from '../db/client.ts'
import { accountColumns, type AccountRow, holdsEmail } from './account.rules.ts'
import type { Taken } from './taken.rules.ts'

/** Null leaves a field as it is; an empty first or last name takes it away. */
export type ProfileChange = {
  userId: number
  username: string | null
  /** `nameKey` of the user name. */
  key: string | null
  email: string | null
  firstName: string | null
  lastName: string | null
  now: Date
}

/** Undefined when there is no such account, or somebody else may still take the email back. */
export async function updateProfile(db: Queryable, change: ProfileChange): Promise<AccountRow | undefined> {
  const [row] = await db.query<AccountRow>(
    `UPDATE user_account SET
       username = coalesce($2, username),
       username_key = coalesce($3, username_key),
       email = coalesce($4, email),
       first_name = CASE WHEN $5::text IS NULL THEN first_name ELSE nullif($5, '') END,
       last_name = CASE WHEN $6::text IS NULL THEN last_name ELSE nullif($6, '') END
     WHERE id = $1 AND deleted_at IS NULL
       AND NOT EXISTS (SELECT FROM user_account WHERE ${holdsEmail('$4', '$7')} AND id <> $1)
     RETURNING ${accountColumns}`,
    [change.userId, change.username, change.key, change.email, change.firstName, change.lastName, change.now],
  )
  return row
}

export async function findTakenByOthers(
  db: Queryable,
  { userId, key, email, now }: Pick<ProfileChange, 'userId' | 'key' | 'email' | 'now'>,
): Promise<Taken> {
  const [taken] = await db.query<Taken>(
    `SELECT EXISTS (SELECT FROM user_account WHERE username_key = $2 AND id <> $1) AS username,
       EXISTS (SELECT FROM user_account WHERE ${holdsEmail('$3', '$4')} AND id <> $1) AS email`,
    [userId, key, email, now],
  )
  return taken ?? { username: false, email: false }
}
