import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runChore } from '#server/entry/job-runner.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { fillTables, tablesOfOwners } from '#tests/support/fill-tables.ts'
import { seededSearch, seedTown } from '#tests/support/seed-town.ts'
import { deleteSomeData } from './closing.repository.ts'
import { ownDataTables } from './own-data.repository.ts'

const currentPassword = 'correct horse battery'
const books = ['ledger_entry', 'quota_balance', 'plan_grant', 'lead_purchase', 'billing_invoice']
const kept = [...books, 'billing_customer', 'billing_subscription', 'security_event']
const isInOwnData = (table: string) =>
  table === 'lead' || Object.values(ownDataTables).some(sql => new RegExp(`FROM ${table}\\b`).test(sql))

describeOnBothDatabases('closing an account', open => {
  let db: Db
  let product: TestApp
  let ann: SignedIn

  beforeAll(async () => {
    db = await open()
    await seedTown(db)
    product = await createTestApp({ db })
  })
  beforeEach(async () => {
    ann = await signUp(product.app)
    await send('POST', '/api/search', seededSearch)
  })

  const send = (method: 'GET' | 'POST', url: string, payload?: object) =>
    product.app.inject({
      method,
      url,
      headers: { cookie: ann.cookie },
      ...(payload === undefined ? {} : { payload }),
    })
  const remove = () => send('POST', '/api/account/delete', { currentPassword })
  const removeWithData = async () => {
    const answer = await remove()
    await runChore(product.deps, 'deleted-accounts')
    return answer
  }
  const rowsOf = async (table: string) =>
    (await db.query(`SELECT FROM ${table} WHERE user_id = $1`, [ann.user.id])).length

  const makeLarge = () =>
    db.query(
      `WITH added AS (INSERT INTO lead (user_id, place_key, is_first_of_phone, facts, name, quality, search_id, pulled_at)
         SELECT user_id, place_key || n, true, facts, name, quality, search_id, pulled_at
         FROM (SELECT * FROM lead WHERE user_id = $1 ORDER BY id LIMIT 1) l, generate_series(1, 2500) n RETURNING id, search_id)
       INSERT INTO search_lead (search_id, position, lead_id) SELECT search_id, id + 1000, id FROM added`,
      [ann.user.id],
    )

  const tablesWithRows = async () => {
    const tables = await tablesOfOwners(db)
    const rows = await Promise.all(tables.map(rowsOf))
    return tables.filter((_, index) => rows[index] !== 0)
  }

  test("a user's data is one file with every lead and search, and no secrets", async () => {
    const file = await send('GET', '/api/account/data')
    expect(file.headers['content-disposition']).toBe('attachment; filename="leadline-my-data.json"')
    const mine = file.json<Record<string, Record<string, unknown>[]>>()
    expect(mine.account).toMatchObject([{ username: ann.user.username, email: ann.user.email }])
    expect(mine.searches).toHaveLength(1)
    expect(mine.leads).toHaveLength(await rowsOf('lead'))
    expect(mine.quotaEntries?.length).toBeGreaterThan(0)
    expect(file.body).not.toMatch(/password|token|secret/i)
  })

  test('downloads at the same time read one portion after another, of a hundred rows', async () => {
    const { deps } = product
    const { query } = deps.db
    const reading = { now: 0, most: 0, longest: 0 }
    vi.spyOn(deps.db, 'query').mockImplementation(async (text, values) => {
      if (!text.endsWith('LIMIT $3')) return query(text, values)
      reading.now += 1
      reading.most = Math.max(reading.most, reading.now)
      try {
        return await query(text, values)
      } finally {
        reading.now -= 1
        reading.longest = Math.max(reading.longest, Number(values?.[2]))
      }
    })
    const files = await Promise.all([1, 2, 3].map(() => send('GET', '/api/account/data')))
    vi.restoreAllMocks()
    expect(files.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(reading).toEqual({ now: 0, most: 1, longest: 100 })
  })

  test('ten files of the own data can be downloaded in an hour', async () => {
    const files = await Promise.all(Array.from({ length: 11 }, () => send('GET', '/api/account/data')))
    const statuses = files.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
  })

  test("a user's data includes their payments: cards, plans, and lead packages", async () => {
    const inserts = [
      `INSERT INTO billing_card (payment_method_id, user_id, brand, last4, exp_month, exp_year, is_default, created_at)
       VALUES ('pm_' || $1::int, $1, 'visa', '4242', 12, 2030, true, now())`,
      `INSERT INTO billing_subscription (subscription_id, user_id, customer_id, status, is_live, tier, next_tier,
         cancel_at_period_end, created_at)
       VALUES ('sub_' || $1::int, $1, 'cus_1', 'active', true, 'pro', 'pro', false, now())`,
      `INSERT INTO lead_purchase (id, user_id, mode, leads, amount_cents, status, created_at, paid_at)
       VALUES (gen_random_uuid(), $1, 'sandbox', 300, 1000, 'paid', now(), now())`,
    ]
    for (const insert of inserts) await db.query(insert, [ann.user.id])
    expect((await send('GET', '/api/account/data')).json()).toMatchObject({
      cards: [{ brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 }],
      subscriptions: [{ tier: 'pro', status: 'active' }],
      leadPurchases: [{ leads: 300, amount_cents: 1000, status: 'paid' }],
    })
  })

  test('only someone with the password can delete the account', async () => {
    const refused = await send('POST', '/api/account/delete', { currentPassword: 'not this one' })
    expect(refused.json()).toMatchObject({ errorType: 'WRONG_PASSWORD' })
    expect((await send('GET', '/api/user')).statusCode).toBe(200)
  })

  test('personal data is deleted, payment records stay without a name, and the username is free again', async () => {
    const entries = await rowsOf('ledger_entry')
    expect(entries).toBeGreaterThan(0)
    const { username } = ann.user
    await db.query('UPDATE user_account SET first_name = $2, last_name = $2, previous_email = $2 WHERE id = $1', [
      ann.user.id,
      `${username}@former.example`,
    ])
    await db.query(
      `INSERT INTO billing_customer (customer_id, user_id, mode, email) VALUES ('cus_' || $1::int, $1, 'live', $2)`,
      [ann.user.id, ann.user.email],
    )
    await db.query('INSERT INTO page_visit (page, user_id, at) VALUES ($1, $2, now())', ['/about', ann.user.id])
    await db.query(
      `INSERT INTO place_load (wish, area, state, user_id, created_at) VALUES ('{}', 'Boulder', 'done', $1, now())`,
      [ann.user.id],
    )
    const deleted = await removeWithData()
    expect(deleted.statusCode).toBe(200)
    expect((await send('GET', '/api/user')).statusCode).toBe(401)
    for (const table of ['search', 'lead', 'lead_refresh', 'session', 'account_token', 'page_visit', 'place_load'])
      expect(await rowsOf(table)).toBe(0)
    expect(await rowsOf('ledger_entry')).toBe(entries)
    const [row] = await db.query<{ text: string }>(`SELECT u::text AS text FROM user_account u WHERE id = $1`, [
      ann.user.id,
    ])
    expect(row?.text).not.toContain(ann.user.username)
    const [customer] = await db.query('SELECT email FROM billing_customer WHERE user_id = $1', [ann.user.id])
    expect(customer).toEqual({ email: null })
    const login = await product.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { username: ann.user.username, password: currentPassword },
    })
    expect(login.statusCode).toBe(401)
    expect((await signUp(product.app, { username: ann.user.username })).user.id).not.toBe(ann.user.id)
    await runDueJobs(product.deps)
    const last = product.mails.filter(({ to }) => to === ann.user.email).map(({ subject }) => subject)
    expect(last).toContain('Your account was deleted')
  })

  test('the data of a large account is deleted a thousand rows at a time', async () => {
    await makeLarge()
    await db.query(
      `INSERT INTO do_not_contact_entry (user_id, kind, value, created_at)
       SELECT $1, 'domain', 'shop-' || n || '.example', now() FROM generate_series(1, 1500) n`,
      [ann.user.id],
    )
    expect((await remove()).statusCode).toBe(200)
    const leads = [await rowsOf('lead')]
    let unprotected = 0
    while (await deleteSomeData(db, ann.user.id)) {
      leads.push(await rowsOf('lead'))
      if ((await rowsOf('do_not_contact_entry')) < 1500) unprotected = Math.max(unprotected, leads.at(-1) ?? 0)
    }
    expect(leads.filter((left, step) => (leads[step - 1] ?? left) - left > 1000)).toEqual([])
    expect(unprotected, 'leads whose do-not-contact list was gone').toBe(0)
    for (const table of ['search', 'lead', 'do_not_contact_entry']) expect(await rowsOf(table)).toBe(0)
  })

  test('a deletion that fails has deleted nothing of a large account', async () => {
    await makeLarge()
    const leads = await rowsOf('lead')
    await db.query('ALTER TABLE user_account ADD CONSTRAINT stays CHECK (deleted_at IS NULL) NOT VALID')
    expect((await removeWithData()).statusCode).toBe(500)
    await db.query('ALTER TABLE user_account DROP CONSTRAINT stays')
    expect(await rowsOf('lead')).toBe(leads)
    expect((await send('GET', '/api/user')).statusCode).toBe(200)
  })

  test('a concurrent search leaves nothing of a deleted account', async () => {
    const { places } = product.deps.catalog
    const search = places.search.bind(places)
    vi.spyOn(places, 'search').mockImplementationOnce(async (...input) => {
      const found = await search(...input)
      await removeWithData()
      return found
    })
    expect((await send('POST', '/api/search', seededSearch)).statusCode).toBe(401)
    for (const table of ['search', 'lead', 'do_not_contact_entry']) expect(await rowsOf(table)).toBe(0)
  })

  test.each([
    ['POST', '/api/lists', { name: 'Call this week' }],
    ['POST', '/api/do-not-contact', { text: '(303) 440-0001' }],
    ['PUT', '/api/alert-settings', { frequency: 'week' }],
    ['POST', '/api/known-files?name=crm.csv&fields=name,phone', 'Name,Phone\nAnn Plumbing,(303) 440-0001'],
    ['GET', '/api/leads?limit=20', undefined],
  ] as const)(
    'a call that was admitted before leaves nothing of a deleted account: %s %s',
    async (method, url, payload) => {
      const { queryPrepared } = product.deps.db
      vi.spyOn(product.deps.db, 'queryPrepared').mockImplementationOnce(async (...input) => {
        const session = await queryPrepared<never>(...input)
        await removeWithData()
        return session
      })
      const headers = {
        cookie: ann.cookie,
        'content-type': typeof payload === 'string' ? 'application/octet-stream' : 'application/json',
      }
      const answer = await product.app.inject({ method, url, headers, ...(payload && { payload }) })
      expect(answer.json()).toMatchObject({ errorType: 'NOT_SIGNED_IN' })
      expect((await tablesWithRows()).filter(table => !kept.includes(table))).toEqual([])
    },
  )

  test('an administrator sees neither a deleted account nor its name', async () => {
    const admin = await signUp(product.app)
    await db.query('UPDATE user_account SET is_admin = true WHERE id = $1', [admin.user.id])
    await remove()
    const users = await product.app.inject({ url: '/api/admin/users', headers: { cookie: admin.cookie } })
    expect(users.body).not.toContain(ann.user.username)
  })

  test('every table that references an account is emptied, or kept for a stated reason', async () => {
    await fillTables(db, ann.user.id)
    expect(await tablesWithRows()).toEqual(await tablesOfOwners(db))
    expect((await removeWithData()).statusCode).toBe(200)
    expect(
      await tablesWithRows(),
      'Delete the rows of a new table in closing.repository.ts, or list it here as kept',
    ).toEqual(kept.toSorted())
  })

  test('every table that references an account is in the file of their data, or left out for a stated reason', async () => {
    const secrets = ['account_token', 'recovery_code', 'two_factor']
    const inOtherParts = ['lead_name', 'lead_other_phone', 'lead_twin', 'known_place', 'quota_balance']
    const ofTheProduct = ['api_answer', 'billing_customer', 'billing_lock', 'lead_batch', 'lead_refresh']
    const leftOut = [...secrets, ...inOtherParts, ...ofTheProduct]
    expect(
      (await tablesOfOwners(db)).filter(table => !isInOwnData(table)),
      'Add a new table to own-data.repository.ts, or list it here as left out',
    ).toEqual(leftOut.toSorted())
  })
})
