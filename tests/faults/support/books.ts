import type { Db } from '#server/platform/database/db.ts'

export type Books = { searches: number; leads: number; searchesLeft: number; pullsLeft: number }

/** An account's tier and its remaining units of the month; zero if the month has not started. */
export async function booksOf(db: Db, userId: number): Promise<Books> {
  const [books] = await db.query<Books>(
    `SELECT (SELECT count(*)::int FROM search WHERE user_id = $1) AS searches,
       (SELECT count(*)::int FROM lead WHERE user_id = $1) AS leads,
       coalesce((SELECT balance FROM quota_balance WHERE user_id = $1 AND bucket = 'searches'), 0) AS "searchesLeft",
       coalesce((SELECT balance FROM quota_balance WHERE user_id = $1 AND bucket = 'pulls'), 0) AS "pullsLeft"`,
    [userId],
  )
  if (books === undefined) throw new Error('no books')
  return books
}

type Fault = { fault: string; userId: number }

/**
 * Every error in the books of all accounts; none in a sound database. Balances match the ledger and are not negative,
 * every lead that costs something was paid once, and every search was paid and has as many leads as it claims.
 */
export async function auditBooks(db: Db): Promise<Fault[]> {
  return db.query<Fault>(
    `SELECT 'balance is not the sum of the ledger: ' || bucket AS fault, user_id AS "userId" FROM quota_balance q
       WHERE balance <> coalesce((SELECT sum(amount) FROM ledger_entry e
         WHERE e.user_id = q.user_id AND e.bucket = q.bucket), 0)
     UNION ALL SELECT 'less than nothing left', user_id FROM quota_balance WHERE balance < 0
     UNION ALL SELECT 'leads and what was paid for them differ', u.id FROM user_account u
       WHERE (SELECT count(*) FROM lead WHERE user_id = u.id AND is_first_of_phone)
         <> (SELECT coalesce(-sum(amount), 0) FROM ledger_entry WHERE user_id = u.id AND reason = 'leads')
     UNION ALL SELECT 'a search without its payment', s.user_id FROM search s
       JOIN user_account u ON u.id = s.user_id AND u.subscription_tier <> 'pro'
       WHERE NOT EXISTS (SELECT FROM ledger_entry WHERE search_id = s.id AND bucket = 'searches')
     UNION ALL SELECT 'a payment without its search', e.user_id FROM ledger_entry e
       WHERE search_id IS NOT NULL AND NOT EXISTS (SELECT FROM search WHERE id = e.search_id)
     UNION ALL SELECT 'a search with a wrong number of leads', s.user_id FROM search s
       WHERE delivered <> (SELECT count(*) FROM search_lead WHERE search_id = s.id)`,
  )
}
