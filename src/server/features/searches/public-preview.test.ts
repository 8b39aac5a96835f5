import { beforeAll, expect, test } from 'vitest'
import type { PublicPreview } from '#contract/searches/public-preview.ts'
import type { NoPreview } from '#contract/searches/search-preview.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'

describeOnBothDatabases('the preview for visitors', open => {
  let db: Db
  let product: TestApp

  beforeAll(async () => {
    db = await open()
    await seedPlumbers(db, 60)
    product = await createTestApp({ db })
  })

  const ask = (query: Record<string, string>, { app }: TestApp = product) =>
    app.inject({ url: '/api/public-preview', query })
  const plumbers = { category: 'plumbers', place: 'Boulder, CO' }

  test('counts what a search finds and shows three businesses, whose contacts cannot be read', async () => {
    const answer = await ask(plumbers)
    const preview = answer.json<PublicPreview>()
    expect(preview).toMatchObject({
      category: 'Plumbers',
      place: 'Boulder, CO',
      radius: 25,
      matches: 60,
      catalog: { places: 60, source: 'Overture Maps' },
    })
    expect(preview.shares?.phone).toBe(100)
    expect(preview.leads).toHaveLength(3)
    for (const { phone } of preview.leads) expect(phone).toMatch(/^\(\d{3}\) \d{3}-••••$/)
    expect(Object.keys(preview.leads[0] ?? {}).toSorted()).toEqual([
      'businessName',
      'confirmedOn',
      'email',
      'phone',
      'qualityScore',
      'scoreLines',
      'source',
      'website',
    ])
    const digits = await db.query<{ phone: number }>('SELECT phone FROM place')
    for (const { phone } of digits) expect(answer.body).not.toContain(String(phone).slice(-7))
  })

  test('shows small numbers exactly, and an example in the largest loaded town without being asked', async () => {
    const own = await open()
    await seedPlumbers(own, 9)
    const small = await createTestApp({ db: own })
    expect((await ask(plumbers, small)).json()).toMatchObject({ matches: 9, shares: { phone: 100 } })
    const example = await small.app.inject({ url: '/api/public-example' })
    expect(example.json()).toMatchObject({
      category: 'Plumbers',
      matches: 9,
      place: expect.stringMatching(/, CO$/) as string,
    })
    await db.query('DELETE FROM rate_limit')
    for (let asked = 1; asked <= 61; asked++) await product.app.inject({ url: '/api/public-example' })
    expect((await ask(plumbers)).statusCode).toBe(200)
  })

  test('never shows samples: a town that is not loaded is called that', async () => {
    const samples = await createTestApp({ db, settings: { DEMO_CATALOG: 'on', PLACES_AUTO_LOAD: 'on' } })
    const notLoaded = async (place: string) => (await ask({ ...plumbers, place }, samples)).json<NoPreview>().message
    expect(await notLoaded('Austin, TX')).toBe(
      'Austin is not loaded yet. Sign up, and it loads during your first search.',
    )
    expect(await notLoaded('Texas')).toBe('Texas is not loaded yet.')
    expect((await ask({ ...plumbers, place: 'Austin, TX' })).json<NoPreview>().message).toBe(
      'Austin is not loaded yet.',
    )
    expect(await db.query('SELECT 1 FROM place WHERE flags & 8 <> 0')).toEqual([])
  })

  test('says why it has no answer for words that are not understood, and for places that are not loaded', async () => {
    for (const [words, errorType] of [
      [{ ...plumbers, place: 'Nowhereville Xyz' }, 'UNKNOWN_LOCATION'],
      [{ ...plumbers, place: 'Springfield' }, 'AMBIGUOUS_LOCATION'],
      [{ ...plumbers, category: 'drone service' }, 'CATEGORY_UNSURE'],
      [{ ...plumbers, place: 'Miami, FL' }, 'AREA_NOT_LOADED'],
    ] as const) {
      const answer = await ask(words)
      expect([answer.statusCode, answer.json()]).toMatchObject([202, { errorType }])
    }
    expect((await ask({ category: 'p', place: ' ' })).statusCode).toBe(400)
  })

  test('is limited to sixty an hour for each network', async () => {
    await db.query('DELETE FROM rate_limit')
    for (let asked = 1; asked <= 60; asked++) expect((await ask(plumbers)).statusCode).toBe(200)
    expect((await ask(plumbers)).statusCode).toBe(429)
    product.clock.advance({ hours: 1 })
    expect((await ask(plumbers)).statusCode).toBe(200)
  })
})
