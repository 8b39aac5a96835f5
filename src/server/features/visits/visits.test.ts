import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createHttpServer } from '#server/http/http-server.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { visitRoutes } from './visits.routes.ts'
import { countPageVisits, countVisitsByPage, listVisits, writeVisits } from './visits.usecases.ts'

describeOnBothDatabases('page visits', open => {
  let product: TestApp
  /** The product's hooks with pages that need no build. */
  let pages: FastifyInstance
  let ann: SignedIn
  beforeAll(async () => {
    product = await createTestApp({ db: await open() })
    ann = await signUp(product.app)
    pages = await createHttpServer(product.deps)
    visitRoutes(pages, product.deps)
    pages.get('/about', (_request, reply) => reply.type('text/html').send('<h1>About</h1>'))
    pages.get('/assets/a.js', (_request, reply) => reply.type('text/javascript').send(''))
  })
  beforeEach(async () => {
    await writeVisits(product.deps)
    await product.deps.db.query('TRUNCATE page_visit')
  })
  afterAll(async () => {
    await pages.close()
    await product.app.close()
  })

  const beacon = (body: object, headers: Record<string, string> = {}, remoteAddress = '192.0.2.1') =>
    product.app.inject({ method: 'POST', url: '/api/page-visits', payload: body, headers, remoteAddress })
  const load = (url: string, headers: Record<string, string> = {}) =>
    pages.inject({ url, headers: { accept: 'text/html', host: 'leads.example', ...headers } })
  const newest = () => listVisits(product.deps, { limit: 10, before: null })

  test('a served page is counted with its visitor, referrer and time, and no address', async () => {
    await load('/about?utm=1', { cookie: ann.cookie, referer: 'https://search.example/q?secret' })
    await load('/about', { referer: 'http://leads.example/help?token=1' })
    const at = product.clock.now()
    expect(await newest()).toEqual([
      { id: expect.any(Number) as number, page: '/about', userId: null, referrer: 'http://leads.example/help', at },
      { id: expect.any(Number) as number, page: '/about', userId: ann.user.id, referrer: 'search.example', at },
    ])
    const [row] = await product.deps.db.query('SELECT * FROM page_visit LIMIT 1')
    expect(Object.keys(row ?? {}).toSorted()).toEqual(['at', 'id', 'page', 'referrer', 'user_id'])
  })

  test('files, unknown paths and pages fetched ahead are not counted', async () => {
    await load('/assets/a.js')
    await load('/nothing')
    await load('/about', { 'sec-purpose': 'prefetch' })
    expect(await newest()).toEqual([])
  })

  test.each<Record<string, string>>([{ dnt: '1' }, { 'sec-gpc': '1' }])(
    '%o is respected, for pages and moves alike',
    async headers => {
      await load('/about', headers)
      const told = await beacon({ page: '/help', referrer: null }, headers)
      expect({ status: told.statusCode, body: told.json<unknown>() }).toEqual({
        status: 202,
        body: { recorded: false },
      })
      expect(await newest()).toEqual([])
    },
  )

  test('navigation within the app is reported by a beacon, which sets no cookie', async () => {
    const told = await beacon(
      { page: '/leads/', referrer: 'http://localhost/dashboard?q=1' },
      { cookie: ann.cookie, host: 'localhost' },
    )
    expect({ status: told.statusCode, body: told.json<unknown>() }).toEqual({ status: 202, body: { recorded: true } })
    expect(told.cookies).toEqual([])
    expect(await newest()).toMatchObject([
      { page: '/leads', userId: ann.user.id, referrer: 'http://localhost/dashboard' },
    ])
  })

  test.each([['/no-such-page'], [''], [`/${'x'.repeat(300)}`]])('the page "%s" is refused', async page => {
    const told = await beacon({ page, referrer: null })
    expect(told.statusCode).toBe(400)
    expect(await newest()).toEqual([])
  })

  test('an address that tells too much is refused for a while', async () => {
    for (let visit = 0; visit < 600; visit++) await beacon({ page: '/' }, {}, '198.51.100.7')
    const refused = await beacon({ page: '/' }, {}, '198.51.100.7')
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await countPageVisits(product.deps)).toBe(600)
    expect((await beacon({ page: '/' }, {}, '198.51.100.8')).statusCode).toBe(202)
  })

  test('pages are counted, the most visited first', async () => {
    for (const page of ['/help', '/about', '/about']) await beacon({ page })
    expect(await countVisitsByPage(product.deps)).toEqual([
      { page: '/about', count: 2 },
      { page: '/help', count: 1 },
    ])
  })

  test('a visit that cannot be written is logged, and fails no page', async () => {
    await product.deps.db.query('ALTER TABLE page_visit RENAME TO page_visit_away')
    expect((await load('/about')).statusCode).toBe(200)
    await newest().catch(() => {})
    await product.deps.db.query('ALTER TABLE page_visit_away RENAME TO page_visit')
    expect(product.log.join('')).toContain('page visits were not recorded')
    await load('/about')
    expect(await newest()).toHaveLength(1)
  })
})
