import type { ApiKey } from '#contract/accounts/api-keys.ts'
import { accountColumns, type AccountRow } from '#server/accounts/identity/account.rules.ts'
import type { Dated } from '#server/platform/basics/clock.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, prepared } from '#server/platform/database/rows.ts'

export type StoredKey = Dated<ApiKey, 'createdAt' | 'lastUsedAt' | 'expiresAt'>
export type KeyOwner = AccountRow & { keyId: number } & Pick<
    StoredKey,
    'name' | 'scope' | 'ending' | 'lastUsedAt' | 'expiresAt'
  >

const columns = `id, name, scope, ending, created_at AS "createdAt", last_used_at AS "lastUsedAt", expires_at AS "expiresAt"`

/** The keys of a user that are not revoked, also expired ones, newest first. */
export const listKeys = (db: Queryable, userId: number): Promise<StoredKey[]> =>
  db.query(`SELECT ${columns} FROM api_key WHERE user_id = $1 AND revoked_at IS NULL ORDER BY id DESC`, [userId])

/** Undefined if the user already has `most` keys that work. The caller has locked the account, so the count is exact. */
export const insertKey = (
  tx: Queryable,
  key: { userId: number; hash: Uint8Array; now: Date; most: number } & Pick<
    StoredKey,
    'name' | 'scope' | 'ending' | 'expiresAt'
  >,
): Promise<StoredKey | undefined> =>
  firstRow(
    tx,
    `INSERT INTO api_key (user_id, name, scope, secret_hash, ending, created_at, expires_at)
     SELECT $1, $2, $3, $4, $5, $6, $8
     WHERE (SELECT count(*) FROM api_key WHERE user_id = $1 AND revoked_at IS NULL
       AND (expires_at IS NULL OR expires_at > $6)) < $7
     RETURNING ${columns}`,
    [key.userId, key.name, key.scope, key.hash, key.ending, key.now, key.most, key.expiresAt],
  )

type RevokedKey = Pick<StoredKey, 'name' | 'ending'>

export const revokeKey = (db: Queryable, userId: number, keyId: number): Promise<RevokedKey | undefined> =>
  firstRow(db, `DELETE FROM api_key WHERE user_id = $1 AND id = $2 AND revoked_at IS NULL RETURNING name, ending`, [
    userId,
    keyId,
  ])

/** The keys that were active, newest first. */
export const revokeKeys = (db: Queryable, userId: number): Promise<RevokedKey[]> =>
  db.query(
    `WITH revoked AS (DELETE FROM api_key WHERE user_id = $1 AND revoked_at IS NULL RETURNING id, name, ending)
     SELECT name, ending FROM revoked ORDER BY id DESC`,
    [userId],
  )

/** A key that is not revoked, by its hash, with the account that owns it. */
export const findKeyOwner = (db: Queryable, hash: Uint8Array): Promise<KeyOwner | undefined> =>
  firstRow(
    prepared(db),
    `SELECT ${accountColumns}, api_key.id AS "keyId", name, scope, ending, last_used_at AS "lastUsedAt",
       expires_at AS "expiresAt"
     FROM api_key JOIN user_account ON user_account.id = user_id
     WHERE secret_hash = $1 AND revoked_at IS NULL AND disabled_at IS NULL AND deleted_at IS NULL`,
    [hash],
  )

export async function recordUse(db: Queryable, keyId: number, now: Date): Promise<void> {
  await db.query('UPDATE api_key SET last_used_at = $2 WHERE id = $1', [keyId, now])
}
