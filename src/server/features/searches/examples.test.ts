import { beforeAll, expect, test } from 'vitest'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { getExamples } from '#contract/places/examples.ts'
import { addSampleCategories } from '#server/catalog/demo/demo-catalog.usecases.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'

const examplesOf = async ({ app }: TestApp, user: SignedIn) =>
  (await app.inject({ url: '/api/examples', headers: { cookie: user.cookie } })).json<ReplyOf<typeof getExamples>>()

describeOnPostgres('the examples of a new user', open => {
  let real: TestApp
  beforeAll(async () => {
    const db = await open()
    await seedPlumbers(db, 60)
    real = await createTestApp({ db })
  })

  test('are searches that find something, in the largest towns with real places, and cost nothing', async () => {
    const { examples, catalog } = await examplesOf(real, await signUp(real.app))
    expect(examples).toEqual([{ category: 'Plumbers', place: expect.stringMatching(/, CO$/) as string, matches: 60 }])
    expect(catalog).toMatchObject({ places: 60, source: 'Overture Maps' })
    expect(catalog?.towns).toBeGreaterThan(0)
  })

  test('are in well-known towns where all places are fictional, and none where nothing is loaded', async () => {
    const filling = await open()
    const empty = await createTestApp({ db: filling })
    const user = await signUp(empty.app)
    expect(await examplesOf(empty, user)).toEqual({ examples: [], catalog: null })
    const sample = await createTestApp({ db: filling, settings: { DEMO_CATALOG: 'on' } })
    await addSampleCategories(sample.deps)
    const { examples, catalog } = await examplesOf(sample, user)
    expect(examples.map(({ place }) => place)).toEqual(['Boulder, CO', 'Austin, TX', 'Miami, FL'])
    expect(examples.every(({ matches }) => matches >= 10)).toBe(true)
    expect(catalog).toBeNull()
  })
})
