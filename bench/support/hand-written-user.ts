/**
 * The reference of `bench/search-http`: answers `GET /api/user` by hand, without a framework, schemas, headers, or log
 * lines. Settings: DATABASE_URL and PORT.
 */
import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { Pool } from 'pg'

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 })

const question = {
  name: 'user',
  text: `SELECT a.id, a.username, a.email, a.first_name, a.last_name, a.subscription_tier, a.subscription_status, a.is_admin,
      a.email_verified_at, a.quota_anchor, a.created_at, b.bucket, b.balance
    FROM session s JOIN user_account a ON a.id = s.user_id LEFT JOIN quota_balance b ON b.user_id = a.id
    WHERE s.token_hash = $1 AND s.expires_at > $2 AND a.disabled_at IS NULL AND a.deleted_at IS NULL`,
}

type Row = {
  id: number
  username: string
  email: string
  first_name: string | null
  last_name: string | null
  subscription_tier: string
  subscription_status: string
  is_admin: boolean
  email_verified_at: Date | null
  quota_anchor: Date
  created_at: Date
  bucket: string
  balance: number
}

async function userOf(cookie: string): Promise<object | null> {
  const token = /leadline_session=([\w-]+)/.exec(cookie)?.[1] ?? ''
  const hash = createHash('sha256').update(token).digest()
  const { rows } = await pool.query<Row>({ ...question, values: [hash, new Date()] })
  const [user] = rows
  if (user === undefined) return null
  const left = (bucket: string) => rows.find(row => row.bucket === bucket)?.balance ?? 0
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    activeEmail: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    subscriptionTier: user.subscription_tier,
    subscriptionStatus: user.subscription_status,
    isAdmin: user.is_admin,
    emailVerified: user.email_verified_at !== null,
    remainingSearches: left('searches'),
    remainingContactPulls: left('pulls') + left('extra_pulls'),
    renewsAt: user.quota_anchor.toISOString(),
    createdAt: user.created_at.toISOString(),
  }
}

async function answer(cookie: string, response: ServerResponse): Promise<void> {
  const user = await userOf(cookie)
  const body = JSON.stringify(user)
  response.writeHead(user === null ? 401 : 200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

createServer((request, response) => {
  void answer(request.headers.cookie ?? '', response)
}).listen(Number(process.env.PORT), '127.0.0.1')
