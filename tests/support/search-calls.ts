import type { FastifyInstance } from 'fastify'
import type { Receipt } from '#contract/searches/receipts.ts'
import type { Db } from '#server/platform/database/db.ts'
import type { SignedIn } from './app.ts'

/** A browser's calls around a search, as the current user or as somebody else. */
export function searchCalls(now: () => { app: FastifyInstance; user: SignedIn }) {
  const get = (url: string, { cookie } = now().user) => now().app.inject({ url, headers: { cookie } })
  return {
    post: (payload: object, { cookie } = now().user) =>
      now().app.inject({ method: 'POST', url: '/api/search', payload, headers: { cookie } }),
    get,
    next: (searchId: number, pageToken: string, who = now().user) =>
      get(`/api/search/next?pageToken=${encodeURIComponent(pageToken)}&searchId=${searchId}`, who),
    receipt: async (searchId: number) => (await get(`/api/searches/${searchId}/receipt`)).json<Receipt>(),
    quota: async (who = now().user) => {
      const answer = await get('/api/user', who)
      const { remainingSearches, remainingContactPulls } = answer.json<Record<string, number>>()
      return { remainingSearches, remainingContactPulls }
    },
  }
}

/** A user's remaining units of each kind, and the sums of their ledger entries. */
export const ledgerSums = (db: Db, { user }: SignedIn): Promise<{ bucket: string; sum: number; balance: number }[]> =>
  db.query(
    `SELECT q.bucket, coalesce(sum(e.amount), 0)::int AS sum, q.balance FROM quota_balance q
     LEFT JOIN ledger_entry e USING (user_id, bucket) WHERE q.user_id = $1 GROUP BY q.user_id, q.bucket, q.balance`,
    [user.id],
  )
