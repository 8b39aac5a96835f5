import { beforeAll, beforeEach, expect, test } from 'vitest'
import { bearer, makeApiKey } from '#tests/support/api-key.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { ledgerSums } from '#tests/support/search-calls.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'

const office = '203.0.113.7'
const search = { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 5, confirmed: true }
const refusal = {
  errorType: 'UNCONFIRMED_LIMIT',
  message: expect.stringContaining('Nothing was charged') as string,
}
type Answer = { leads: unknown[]; nextPageToken: string; search: { id: number } }

describeOnBothDatabases('contact pulls of new accounts with unconfirmed emails', (open, kind) => {
  let product: TestApp
  beforeAll(async () => {
    product = await createTestApp({ db: await open() })
    await seedPlumbers(product.deps.db, 200)
  })
  beforeEach(() => product.deps.db.query('DELETE FROM rate_limit'))

  const pull = ({ cookie }: SignedIn, from = office) =>
    product.app.inject({
      method: 'POST',
      url: '/api/search',
      payload: search,
      headers: { cookie },
      remoteAddress: from,
    })
  const next = ({ cookie }: SignedIn, { search: { id }, nextPageToken }: Answer, from = office) =>
    product.app.inject({
      url: `/api/search/next?searchId=${id}&pageToken=${encodeURIComponent(nextPageToken)}`,
      headers: { cookie },
      remoteAddress: from,
    })
  const newcomers = (count: number) => Promise.all(Array.from({ length: count }, () => signUp(product.app)))
  const rowsOf = async ({ user }: SignedIn) => {
    const [rows] = await product.deps.db.query(
      `SELECT (SELECT count(*)::int FROM search WHERE user_id = $1) AS searches,
         (SELECT count(*)::int FROM lead WHERE user_id = $1) AS leads`,
      [user.id],
    )
    return rows
  }
  /** Rewrites the network's `before` counted pulls as `pulls`, all at the current time. */
  const setPulls = (before: number, pulls: number) =>
    product.deps.db.query(
      'UPDATE rate_limit SET hit_times = array_fill($2::timestamptz, ARRAY[$3::int]) WHERE cardinality(hit_times) = $1',
      [before, product.clock.now(), pulls],
    )
  /** Leaves the office this many pulls for the hour. */
  const useUp = async (left: number) => {
    for (const user of await newcomers(1)) await pull(user)
    await setPulls(20, 500 - left)
  }

  test('sixty accounts pulling at once from one network get 500 leads together, and the others are told why', async () => {
    const users = await newcomers(60)
    const answers = await Promise.all(users.map(user => pull(user)))
    const served = answers.filter(({ statusCode }) => statusCode === 200)
    expect(served.flatMap(answer => answer.json<Answer>().leads)).toHaveLength(500)
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(refused).toHaveLength(35)
    expect(refused[0]?.json()).toMatchObject(refusal)
    expect(refused[0]?.headers['retry-after']).toBe('3600')
  })

  test('a page beyond the limit is refused completely: nothing is charged or saved, and a smaller one still fits', async () => {
    await useUp(30)
    const [first, second] = (await newcomers(2)) as [SignedIn, SignedIn]
    expect((await pull(first)).statusCode).toBe(200)
    expect((await pull(second)).json()).toMatchObject(refusal)
    expect(await rowsOf(second)).toEqual({ searches: 0, leads: 0 })
    expect(await ledgerSums(product.deps.db, second)).toEqual([])
    await setPulls(490, 480)
    expect((await pull(second)).statusCode).toBe(200)
  })

  // Other tests run the statements of the tests below on both databases, so PostgreSQL is enough here.
  if (kind === 'embedded') return

  test('the limit applies to any hour: no more than 500 around its end, and each is available again an hour later', async () => {
    const statusesOf = async (pulls: number) =>
      (await Promise.all((await newcomers(pulls)).map(user => pull(user)))).map(answer => answer.statusCode)
    await useUp(20)
    product.clock.advance({ minutes: 59 })
    expect(await statusesOf(1)).toEqual([200])
    const [late] = (await newcomers(1)) as [SignedIn]
    expect((await pull(late)).headers['retry-after']).toBe('60')
    product.clock.advance({ minutes: 1 })
    const statuses = await statusesOf(25)
    expect(statuses.filter(status => status === 200)).toHaveLength(24)
    expect(statuses.filter(status => status === 429)).toHaveLength(1)
    const refused = await pull(late)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3540'])
    product.clock.advance({ minutes: 59 })
    expect((await pull(late)).statusCode).toBe(200)
  })

  test('the next page is limited like the first one, and the same token works later', async () => {
    const [user] = (await newcomers(1)) as [SignedIn]
    const answer = (await pull(user)).json<Answer>()
    await setPulls(20, 490)
    expect((await next(user, answer)).json()).toMatchObject(refusal)
    expect(await rowsOf(user)).toEqual({ searches: 1, leads: 20 })
    product.clock.advance({ minutes: 61 })
    expect((await next(user, answer)).json<Answer>().leads).toHaveLength(20)
  })

  test('leads that the account already has are free and do not count', async () => {
    const [user] = (await newcomers(1)) as [SignedIn]
    await pull(user)
    await setPulls(20, 500)
    expect((await pull(user)).statusCode).toBe(200)
  })

  test('accounts with a confirmed email, older than a day, or on another network are not limited', async () => {
    await useUp(0)
    const [confirmed, old, elsewhere, inIpv6] = (await newcomers(4)) as [SignedIn, SignedIn, SignedIn, SignedIn]
    await product.deps.db.query('UPDATE user_account SET email_verified_at = now() WHERE id = $1', [confirmed.user.id])
    await product.deps.db.query(`UPDATE user_account SET created_at = created_at - interval '1 day' WHERE id = $1`, [
      old.user.id,
    ])
    expect((await pull(confirmed)).statusCode).toBe(200)
    expect((await pull(old)).statusCode).toBe(200)
    expect((await pull(elsewhere, '203.0.113.8')).statusCode).toBe(200)
    expect((await pull(inIpv6, '2001:db8::1')).statusCode).toBe(200)
    await setPulls(20, 500)
    const [neighbor] = (await newcomers(1)) as [SignedIn]
    expect((await pull(neighbor, '2001:db8::2')).statusCode).toBe(429)
  })

  test('a pending new email does not limit a confirmed account', async () => {
    await useUp(0)
    const [user] = (await newcomers(1)) as [SignedIn]
    await product.deps.db.query('UPDATE user_account SET email_verified_at = now() WHERE id = $1', [user.user.id])
    const payload = { email: `new-${user.user.email}` }
    await product.app.inject({ method: 'PATCH', url: '/api/profile', payload, headers: { cookie: user.cookie } })
    expect((await pull(user)).statusCode).toBe(200)
  })

  test('calls with an API key are limited, too', async () => {
    await useUp(0)
    const [user] = (await newcomers(1)) as [SignedIn]
    await product.deps.db.query(`UPDATE user_account SET subscription_tier = 'elite' WHERE id = $1`, [user.user.id])
    const { secret } = await makeApiKey(product.app, user)
    const answer = await product.app.inject({
      method: 'POST',
      url: '/api/v1/searches',
      payload: search,
      headers: { ...bearer(secret), 'idempotency-key': 'one' },
      remoteAddress: office,
    })
    expect([answer.statusCode, answer.json()]).toMatchObject([429, refusal])
  })
})
