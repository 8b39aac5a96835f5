import { accountColumns, type AccountRow } from '#server/accounts/identity/account.rules.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow } from '#server/platform/database/rows.ts'

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
