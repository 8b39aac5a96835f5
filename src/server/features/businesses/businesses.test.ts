import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { radiusMiles } from '#contract/searches/search-options.ts'
import type { SearchPreview } from '#contract/searches/search-preview.ts'
import { cellOf } from '#geography/index.ts'
import { addSampleCategories } from '#server/catalog/demo/demo-catalog.usecases.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { starterRelease } from '#server/catalog/place/starter-data.ts'
import { runChore } from '#server/entry/job-runner.ts'
import { countVisitsByPage } from '#server/features/visits/visits.usecases.ts'
import { publicLimit } from '#server/http/call-limits.ts'
import { networkOf } from '#server/platform/basics/network.ts'
import type { Db } from '#server/platform/database/db.ts'
import { storedKey } from '#server/platform/limits/rate-limit.ts'
import { createTestApp, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { inBoulder, inDenver, testDeps, writeOverture } from '#tests/support/imports.ts'
import type { TestPlace } from '#tests/support/overture-file.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'

const town = '/businesses/plumbers/colorado/boulder'

const read = async ({ app }: TestApp, url: string) => {
  const answer = await app.inject({ url, headers: { accept: 'text/html' } })
  return { status: answer.statusCode, body: answer.body, location: answer.headers.location, headers: answer.headers }
}

describeOnBothDatabases('the pages that count businesses', open => {
  let db: Db
  let product: TestApp
  beforeAll(async () => {
    db = await open()
    await seedPlumbers(db, 60)
    // Rows that are never merged because of their license, and two places with one phone and name.
    await seedPlumbers(db, 3, { isApart: true }, 'osm')
    await seedPlumbers(db, 2, { phone: 13_035_559_999, name: 'Ace Plumbing' }, 'foursquare')
    product = await createTestApp({ db, settings: { PUBLIC_URL: 'https://leads.example' } })
    await runChore(product.deps, 'public-counts')
  })
  afterAll(() => product.app.close())

  test('a town has the number that a preview of the same search has, and names no business', async () => {
    await db.query(`DELETE FROM place_category WHERE flags & 32 <> 0`)
    const { cookie } = await signUp(product.app)
    const preview = await product.app.inject({
      method: 'POST',
      url: '/api/search/preview',
      headers: { cookie, origin: 'https://leads.example' },
      payload: { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: radiusMiles.default },
    })
    const { matches, filterCounts } = preview.json<SearchPreview>()
    const rows = await db.query('SELECT * FROM public_count WHERE town = $1', ['boulder'])
    expect(matches).toBe(61)
    expect(rows).toMatchObject([
      {
        category: 'plumbers',
        state: 'CO',
        places: matches,
        with_website: filterCounts.find(({ name }) => name === 'hasWebsite')?.matches,
        opened: null,
      },
    ])
    const page = await read(product, town)
    expect(page.status).toBe(200)
    expect(page.body).toContain('61 businesses within 25 miles of Boulder, CO.')
    expect(page.body).toContain('Overture Maps, release 2026-01, license CDLA-Permissive-2.0.')
    expect(page.body).toContain('href="/register?category=Plumbers&amp;place=Boulder%2C+CO"')
    expect(page.body).not.toMatch(/Plumber \d|Ace Plumbing|OpenStreetMap|noindex/)
    expect(page.headers['link']).toBe(`<https://leads.example${town}>; rel="canonical"`)
  })

  test('the pages above a town link to it, and those of the whole country say what is not counted', async () => {
    for (const from of ['/businesses', '/businesses/plumbers'])
      expect((await read(product, from)).body).toContain('Areas that are not loaded yet are not counted.')
    for (const [from, to] of [
      ['/businesses', '/businesses/plumbers'],
      ['/businesses/plumbers', '/businesses/plumbers/colorado'],
      ['/businesses/plumbers/colorado', town],
    ] as const)
      expect((await read(product, from)).body).toContain(`href="${to}"`)
    expect((await read(product, '/businesses/plumbers')).body).toContain('61 businesses in 1 state.')
  })

  test('with a slash at its end, an address redirects to the only address of its page', async () => {
    expect(await read(product, `${town}/`)).toMatchObject({ status: 301, location: town })
  })

  test.each([
    '/businesses/unicorn-tamers',
    '/businesses/plumber',
    '/businesses/plumbers/atlantis',
    '/businesses/plumbers/colorado/springfield',
    '/businesses/plumbers/colorado/nederland',
    '/businesses/plumbers/florida/miami',
    `${town}/more`,
  ])('%s does not exist', async address => {
    expect((await read(product, address)).status).toBe(404)
  })

  test('a page that has not changed is not sent again', async () => {
    const { headers } = await read(product, town)
    const again = await product.app.inject({ url: town, headers: { 'if-none-match': String(headers['etag']) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('small numbers are not shown, and search engines do not list their pages', async () => {
    const dentists = '/businesses/dentists/colorado/boulder'
    expect((await read(product, dentists)).status).toBe(404)
    await db.query(`INSERT INTO category (key, name) VALUES ('dentist', 'Dentist') ON CONFLICT DO NOTHING`)
    await db.query('UPDATE catalog_version SET version = version + 1')
    await runChore(product.deps, 'public-counts')
    const page = await read(product, dentists)
    expect(page.body).toContain('Fewer than 10 businesses within 25 miles of Boulder, CO.')
    expect(page.body).toContain('<meta name="robots" content="noindex">')
    expect((await read(product, '/sitemaps/businesses/dentists.xml')).status).toBe(404)
  })

  test('the sitemaps name only pages with ten businesses or more', async () => {
    const index = await read(product, '/sitemap.xml')
    expect(index.body).toContain('<loc>https://leads.example/sitemaps/pages.xml</loc>')
    expect(index.body).toContain('<loc>https://leads.example/sitemaps/businesses/plumbers.xml</loc>')
    const { body } = await read(product, '/sitemaps/businesses/plumbers.xml')
    const listed = Array.from(body.matchAll(/<loc>https:\/\/leads\.example(.*?)<\/loc>/g), ([, address]) => address)
    expect(listed).toEqual(expect.arrayContaining(['/businesses/plumbers', '/businesses/plumbers/colorado', town]))
    for (const address of listed) expect((await read(product, String(address))).body).not.toContain('noindex')
  })

  test.each(['/businesses', '/sitemap.xml'])(
    '%s and what is below it have the limit of public calls',
    async address => {
      const caller = '203.0.113.9'
      const below = address === '/businesses' ? [`${town}/`, '/sitemaps/businesses/plumbers.xml'] : [address]
      const statuses = async () => {
        const answers = below.map(url => product.app.inject({ url, remoteAddress: caller }))
        return new Set((await Promise.all(answers)).map(({ statusCode }) => statusCode < 400 || statusCode))
      }
      expect(await statuses()).toEqual(new Set([true]))
      const key = storedKey(publicLimit({ method: 'GET', path: address }, networkOf(caller)))
      await db.query(`UPDATE rate_limit SET hits = 600, blocked_until = $2 WHERE key = $1`, [
        key,
        new Date(product.clock.now().getTime() + 1000),
      ])
      expect(await statuses()).toEqual(new Set([429]))
    },
  )

  test('visits are counted as one page', async () => {
    await read(product, town)
    await read(product, '/businesses/plumbers')
    const pages = (await countVisitsByPage(product.deps)).map(({ page }) => page)
    expect(pages.filter(page => page.startsWith('/businesses'))).toEqual(['/businesses'])
  })

  test('a town for which only the starter data is loaded has no page', async () => {
    for (const [release, status] of [
      [starterRelease, 404],
      ['2026-01', 200],
    ] as const) {
      await db.query(
        `INSERT INTO coverage (cell, dataset_id, state, release, place_count)
         SELECT $1, id, 'CO', $2, 1 FROM dataset WHERE source = 'overture'
         ON CONFLICT (cell, dataset_id, state) DO UPDATE SET release = excluded.release`,
        [cellOf(inDenver.lat, inDenver.lon), release],
      )
      await db.query('UPDATE catalog_version SET version = version + 1')
      await product.deps.catalog.refresh()
      expect((await read(product, '/businesses/plumbers/colorado/denver')).status).toBe(status)
    }
  })
})

const plumbers = (from: number, to: number): TestPlace[] =>
  Array.from({ length: to - from }, (_, index) => ({
    id: `p${from + index}`,
    name: `Name${from + index} Plumbing`,
    ...inBoulder,
    phones: [`303-440-${1000 + from + index}`],
    street: `${100 + from + index} Pearl St`,
  }))
const boulderOf = (rows: Record<string, unknown>[]) => rows.find(({ town: slug }) => slug === 'boulder')

describeOnBothDatabases('the count of businesses', open => {
  let product: TestApp
  let folder: string
  const load = async (release: string, places: TestPlace[]) => {
    await importPlaces(testDeps(product.deps.db, { clock: product.clock }), {
      files: [await writeOverture(folder, 'p.parquet', places)],
      release,
    })
    await runChore(product.deps, 'public-counts')
  }
  const stored = () => product.deps.db.query('SELECT town, places, opened, closed FROM public_count ORDER BY town')
  beforeAll(async () => {
    product = await createTestApp({ db: await open() })
    folder = await mkdtemp(path.join(tmpdir(), 'counts-test-'))
  })
  afterAll(async () => {
    await rm(folder, { recursive: true })
    await product.app.close()
  })

  test('shows what a release has opened and closed, and continues after an interruption', async () => {
    await load('2026-04-15.0', plumbers(0, 12))
    expect(boulderOf(await stored())).toEqual({ town: 'boulder', places: 12, opened: null, closed: null })
    // The same release again, with the rest of a file that was cut, is not a newer one.
    await load('2026-04-15.0', plumbers(0, 13))
    expect(boulderOf(await stored())).toEqual({ town: 'boulder', places: 13, opened: null, closed: null })
    const [first, second = first, ...others] = plumbers(0, 13)
    if (first === undefined || second === undefined) throw new Error('no plumbers')
    await load('2026-05-20.0', [{ ...first, status: 'permanently_closed' }, second, ...others, ...plumbers(20, 22)])
    expect(boulderOf(await stored())).toEqual({ town: 'boulder', places: 14, opened: 2, closed: 1 })
    // Simulates a process that died: only the unfinished kinds of business are counted again.
    await product.deps.db.query('DELETE FROM public_count')
    await product.deps.db.query('UPDATE public_count_state SET is_complete = false')
    await runChore(product.deps, 'public-counts')
    expect(boulderOf(await stored())).toBeUndefined()
    await product.deps.db.query('UPDATE public_count_state SET is_complete = false, kinds_done = 0')
    await runChore(product.deps, 'public-counts')
    expect(boulderOf(await stored())).toEqual({ town: 'boulder', places: 14, opened: 2, closed: 1 })
    const unfinished =
      'SELECT FROM public_count_state WHERE NOT is_complete OR version <> (SELECT version FROM catalog_version)'
    expect(await product.deps.db.query(unfinished)).toEqual([])
  })

  test('leaves out samples', async () => {
    const sample = await createTestApp({ db: await open(), settings: { DEMO_CATALOG: 'on' } })
    await addSampleCategories(sample.deps)
    await seedPlumbers(sample.deps.db, 60, {}, 'demo')
    await runChore(sample.deps, 'public-counts')
    expect((await read(sample, town)).status).toBe(404)
    expect((await read(sample, '/businesses')).body).toContain('Nothing is counted yet.')
    await sample.app.close()
  })
})
