import { createHash, randomBytes } from 'node:crypto'
import type { Tier } from '#contract/plans.ts'
import type { Db } from '#server/platform/database/db.ts'

export type RichUser = { id: number; cookie: string }

/** A signed-in account with a confirmed email, which no quota stops. */
export async function addRichUser(db: Db, tier: Tier, name = 'bench'): Promise<RichUser> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  const [user] = await db.query<{ id: number }>(
    `INSERT INTO user_account (username, username_key, email, password_hash, subscription_tier, quota_anchor, created_at, email_verified_at)
     VALUES ($2, $2, $2 || '@example.com', '', $1, now(), now(), now()) RETURNING id`,
    [tier, name],
  )
  if (user === undefined) throw new Error('no user')
  await db.query(
    `INSERT INTO session (token_hash, user_id, created_at, expires_at) VALUES ($1, $2, now(), now() + interval '20 days')`,
    [hash, user.id],
  )
  await db.query(
    `INSERT INTO quota_balance (user_id, bucket, period_start, balance)
     VALUES ($1, 'searches', now(), 100), ($1, 'pulls', now(), 0), ($1, 'extra_pulls', NULL, 100000000)`,
    [user.id],
  )
  return { id: user.id, cookie: `leadline_session=${token}` }
}
