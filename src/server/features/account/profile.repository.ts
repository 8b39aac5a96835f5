import { accountColumns, type AccountRow, holdsEmail } from '#server/accounts/identity/account.rules.ts'
import type { Taken } from '#server/accounts/identity/taken.rules.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, onlyRow } from '#server/platform/database/rows.ts'

/** Null leaves a field unchanged; an empty first or last name removes it. */
export type ProfileChange = {
  userId: number
  username: string | null
  /** `nameKey` of the username. */
  key: string | null
  firstName: string | null
  lastName: string | null
}

export const updateProfile = (db: Queryable, change: ProfileChange): Promise<AccountRow | undefined> =>
  firstRow(
    db,
    `UPDATE user_account SET
       username = coalesce($2, username),
       username_key = coalesce($3, username_key),
       first_name = CASE WHEN $4::text IS NULL THEN first_name ELSE nullif($4, '') END,
       last_name = CASE WHEN $5::text IS NULL THEN last_name ELSE nullif($5, '') END
     WHERE id = $1 AND deleted_at IS NULL
     RETURNING ${accountColumns}`,
    [change.userId, change.username, change.key, change.firstName, change.lastName],
  )

export const findTakenByOthers = (
  db: Queryable,
  { userId, key, email, now }: Pick<ProfileChange, 'userId' | 'key'> & { email: string | null; now: Date },
): Promise<Taken> =>
  onlyRow(
    db,
    `SELECT EXISTS (SELECT FROM user_account WHERE username_key = $2 AND id <> $1) AS username,
       EXISTS (SELECT FROM user_account WHERE ${holdsEmail('$3', '$4')} AND id <> $1) AS email`,
    [userId, key, email, now],
  )
