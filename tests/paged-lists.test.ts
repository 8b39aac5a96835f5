import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from '#contract/all-endpoints.ts'
import { leadOrders } from '#contract/leads/leads.ts'
import type { ListPage } from '#contract/lists.ts'
import { grantAdmin } from '#server/accounts/identity/account.usecases.ts'
import { bearer, makeApiKey, signUpElite } from './support/api-key.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from './support/app.ts'
import { describeOnPostgres } from './support/databases.ts'
import { seededSearch, seedTown } from './support/seed-town.ts'

type Item = Record<string, unknown>

const sorted = leadOrders.map(order => `sort=${order}`)
/** The queries of each list, besides limit and cursor. */
const lists: Record<string, string[]> = {
  '/api/account/security-events': [''],
  '/api/admin/contacts': [''],
  '/api/admin/page-visit-counts': [''],
  '/api/admin/page-visits': [''],
  '/api/admin/security-events': ['', 'userId=1'],
  '/api/admin/users': [''],
  '/api/do-not-contact': ['', 'text=business'],
  '/api/leads': [...sorted, 'hasPhone=true'],
  '/api/searches': [''],
  '/api/v1/leads': ['searchId=1', ...sorted.map(sort => `searchId=1&${sort}`)],
  '/api/v1/searches': [''],
}

test('these are all lists that callers read in pages of a size they choose', () => {
  const paged = allEndpoints.flatMap(({ path, query }) =>
    query instanceof z.ZodObject && 'limit' in query.shape && 'cursor' in query.shape ? path : [],
  )
  expect(paged.toSorted()).toEqual(Object.keys(lists))
})

describeOnPostgres('every list that is read page by page', open => {
  let product: TestApp
  let owner: SignedIn
  let key: Record<string, string>

  const pageOf = async (url: string): Promise<ListPage<Item>> => {
    const headers = url.startsWith('/api/v1/') ? key : { cookie: owner.cookie }
    const response = await product.app.inject({ url, headers })
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.body}`)
    return response.json<ListPage<Item>>()
  }

  beforeAll(async () => {
    const db = await open()
    await seedTown(db)
    product = await createTestApp({ db })
    owner = await signUpElite(product.app, product.deps)
    await grantAdmin(product.deps, owner.user.username)
    key = bearer((await makeApiKey(product.app, owner)).secret)
    for (let others = 0; others < 3; others++) await signUp(product.app)
    const post = (url: string, payload: object) =>
      product.app.inject({ method: 'POST', url, payload, headers: { cookie: owner.cookie } })
    for (const radius of [5, 4, 3]) await post('/api/search', { ...seededSearch, radius })
    await post('/api/do-not-contact', { text: [1, 2, 3, 4].map(n => `business-${n}.example`).join('\n') })
    // All leads are equal in quality and rating.
    await db.query('UPDATE lead SET quality = 70')
    await db.query(
      `INSERT INTO page_visit (page, at) SELECT page, now() FROM unnest(ARRAY['/', '/about', '/help', '/about']) page`,
    )
    await db.query(
      `INSERT INTO contact_message (name, email, subject, message, created_at)
       SELECT 'Ann', 'ann@example.com', 'Hello', 'I have a question.', now() FROM generate_series(1, 4)`,
    )
  })
  afterAll(() => product.app.close())

  test.each(Object.entries(lists).flatMap(([path, queries]) => queries.map(query => [path, query] as const)))(
    '%s?%s shows every item once, in the order of the whole list, and ends with a full page',
    async (path, query) => {
      const whole = await pageOf(`${path}?${query}&limit=200`)
      const { length } = whole.items
      expect(length).toBeGreaterThan(2)
      expect(whole).toMatchObject({ total: length, nextCursor: null })
      for (const limit of [Math.ceil(length / 4), length - 1, length]) {
        const pages: ListPage<Item>[] = []
        for (let cursor: string | null = ''; cursor !== null && pages.length <= length;) {
          pages.push(await pageOf(`${path}?${query}&limit=${limit}&cursor=${cursor}`))
          cursor = pages.at(-1)?.nextCursor ?? null
        }
        expect(pages.flatMap(({ items }) => items)).toEqual(whole.items)
        expect(pages.map(({ total }) => total)).toEqual(pages.map(() => length))
        expect(pages).toHaveLength(Math.ceil(length / limit))
      }
    },
  )
})
