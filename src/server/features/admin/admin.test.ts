import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AdminStats, AdminUser, ContactSubmission, PageVisit } from '#contract/admin/admin.ts'
import type { ListPage } from '#contract/lists.ts'
import { tiers } from '#contract/plans.ts'
import { grantAdmin } from '#server/accounts/identity/account.usecases.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { emptyTables } from '#tests/support/empty-tables.ts'

describeOnBothDatabases('the admin dashboard', open => {
  let product: TestApp
  let admin: SignedIn
  beforeAll(async () => {
    product = await createTestApp({ db: await open() })
  })
  beforeEach(async () => {
    await emptyTables(product.deps.db, 'user_account, session, rate_limit, plan_grant, page_visit, contact_message')
    admin = await signUp(product.app, { username: 'root' })
    await grantAdmin(product.deps, 'root')
  })
  afterAll(() => product.app.close())

  const ask = (url: string, { cookie }: { cookie: string } = admin) => product.app.inject({ url, headers: { cookie } })
  const read = async <Answer>(url: string): Promise<Answer> => {
    const response = await ask(url)
    expect(response.statusCode).toBe(200)
    return response.json<Answer>()
  }
  const mark = (id: number | string, payload: object = { status: 'read' }) =>
    product.app.inject({
      method: 'PATCH',
      url: `/api/admin/contacts/${id}`,
      payload,
      headers: { cookie: admin.cookie },
    })
  const write = (subject: string) =>
    product.app.inject({
      method: 'POST',
      url: '/api/contact',
      payload: { name: 'Ann Lee', email: 'ann@example.com', subject, message: 'We need more leads.' },
    })
  const visit = (page: string, cookie = '') =>
    product.app.inject({ method: 'POST', url: '/api/page-visits', payload: { page }, headers: { cookie } })

  test('a former administrator has no access from the next call on', async () => {
    expect((await ask('/api/admin/stats')).statusCode).toBe(200)
    await product.deps.db.query('UPDATE user_account SET is_admin = false')
    expect((await ask('/api/admin/stats')).statusCode).toBe(403)
  })

  test('the totals count users by current tier, and sign-ups by month in order', async () => {
    await product.deps.db.query(`UPDATE user_account SET created_at = '2025-11-30T23:59:00Z'`)
    const month = product.clock.now().toISOString().slice(0, 7)
    await signUp(product.app, { username: 'paul' })
    await signUp(product.app, { username: 'petra' })
    await grantPlan(product.deps, { username: 'petra', tier: 'pro' })
    const until = new Date(product.clock.now().getTime() + 1000)
    await grantPlan(product.deps, { username: 'paul', tier: 'elite', until })
    product.clock.advance({ minutes: 1 })
    await visit('/about')
    await write('Custom plan')
    await mark((await read<ContactSubmission[]>('/api/admin/contacts'))[0]?.id ?? 0)
    await write('Another plan')
    for (const email of ['ann@gmail.com', 'office@annplumbing.org'])
      await product.app.inject({
        method: 'POST',
        url: '/api/removal-requests',
        payload: { businessName: 'Ann', email },
      })
    const stats = await read<AdminStats>('/api/admin/stats')
    expect(stats).toEqual({
      userStats: {
        total: 3,
        bySubscription: { ...Object.fromEntries(tiers.map(tier => [tier, 0])), free: 2, pro: 1 },
        signupsByMonth: { '2025-11': 1, [month]: 2 },
      },
      visitStats: { total: 1 },
      contactStats: { total: 2 },
      waiting: { removalRequests: 1, leadReports: 0, messages: 1 },
    })
    const months = Object.keys(stats.userStats.signupsByMonth)
    expect(months).toEqual(months.toSorted())
  })

  test('users are listed as an array, and in pages without overlaps or gaps', async () => {
    for (const username of ['user-a', 'user-b', 'user-c', 'user-d']) await signUp(product.app, { username })
    const all = await read<AdminUser[]>('/api/admin/users')
    expect(all.map(({ username }) => username)).toEqual(['user-d', 'user-c', 'user-b', 'user-a', 'root'])
    expect(all.at(-1)).toEqual({
      id: admin.user.id,
      username: 'root',
      email: 'root@example.com',
      firstName: null,
      lastName: null,
      subscriptionTier: 'free',
      subscriptionStatus: 'active',
      isAdmin: true,
      isDisabled: false,
      paidUntil: null,
      createdAt: admin.user.createdAt,
    })
    const paged: AdminUser[] = []
    let cursor: string | null = null
    do {
      const page: ListPage<AdminUser> = await read(
        `/api/admin/users?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`,
      )
      expect(page.total).toBe(5)
      paged.push(...page.items)
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(paged).toEqual(all)
    expect(await read('/api/admin/users?limit=5')).toEqual({ items: all, total: 5, nextCursor: null })
  })

  test('an administrator finds users by a part of their name or email in any letters, or by their whole id', async () => {
    const { user, cookie } = await signUp(product.app, { username: 'ann_lee' })
    await signUp(product.app, { username: 'ann-lee' })
    const payload = { firstName: 'Zoë', lastName: 'Reyes', username: user.username, email: user.email }
    await product.app.inject({ method: 'PATCH', url: '/api/profile', payload, headers: { cookie } })
    const found = async (q: string) =>
      (await read<AdminUser[]>(`/api/admin/users?text=${encodeURIComponent(q)}`)).map(({ username }) => username)
    expect(await found('ann_')).toEqual(['ann_lee'])
    expect(await found('zoË rey')).toEqual(['ann_lee'])
    expect(await found(user.email.toUpperCase())).toEqual(['ann_lee'])
    await signUp(product.app, { username: `user-${user.id}9` })
    expect(await found(String(user.id))).toEqual(['ann_lee'])
    expect(await found(`-${user.id}`)).toEqual([`user-${user.id}9`])
    expect(await found('nobody')).toEqual([])
    expect(await read('/api/admin/users?limit=1&text=LEE')).toMatchObject({
      total: 2,
      items: [{ username: 'ann-lee' }],
    })
  })

  test('page visits have page, user, time, and referrer, newest first', async () => {
    await visit('/about')
    await visit('/leads', admin.cookie)
    const page = await read<ListPage<PageVisit>>('/api/admin/page-visits?limit=1')
    expect(page).toMatchObject({ total: 2, items: [{ page: '/leads', userId: admin.user.id, referrer: null }] })
    expect(page.items[0]?.timestamp).toBe(product.clock.now().toISOString())
    const [newest, oldest] = await read<PageVisit[]>('/api/admin/page-visits')
    expect([newest?.page, oldest?.page, oldest?.userId]).toEqual(['/leads', '/about', null])
  })

  test('visits are counted by page, most visited first', async () => {
    for (const page of ['/help', '/about', '/about']) await visit(page)
    const counts = [
      { page: '/about', count: 2 },
      { page: '/help', count: 1 },
    ]
    expect(await read('/api/admin/page-visit-counts')).toEqual(counts)
    expect(await read('/api/admin/page-visit-counts?limit=1')).toEqual({
      items: [counts[0]],
      total: 2,
      nextCursor: '1',
    })
    expect(await read('/api/admin/page-visit-counts?limit=1&cursor=1')).toMatchObject({
      items: [counts[1]],
      nextCursor: null,
    })
  })

  test('a contact submission is unread until it is marked as read', async () => {
    await write('First one')
    await write('Second one')
    const [second, first] = await read<ContactSubmission[]>('/api/admin/contacts')
    expect(second).toMatchObject({ name: 'Ann Lee', subject: 'Second one', status: 'unread' })
    const marked = await mark(first?.id ?? 0)
    expect(marked.statusCode).toBe(200)
    expect(marked.json()).toEqual({ ...first, status: 'read' })
    const page = await read<ListPage<ContactSubmission>>('/api/admin/contacts?limit=10')
    expect(page.items.map(({ subject, status }) => [subject, status])).toEqual([
      ['Second one', 'unread'],
      ['First one', 'read'],
    ])
    expect(page).toMatchObject({ total: 2, nextCursor: null })
  })

  test('an unknown submission, another status, and an invalid cursor are refused', async () => {
    expect((await mark(12_345)).statusCode).toBe(404)
    expect((await mark('abc')).statusCode).toBe(400)
    expect((await mark(1, { status: 'unread' })).statusCode).toBe(400)
    for (const query of ['limit=0', 'limit=1000', 'limit=2&cursor=abc', 'limit=2&cursor=99999999999999'])
      expect((await ask(`/api/admin/users?${query}`)).statusCode).toBe(400)
  })
})
