import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SearchResult } from '#contract/searches/searches.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { runChore } from '#server/entry/job-runner.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { inBoulder, testDeps, writeOverture } from '#tests/support/imports.ts'
import type { TestPlace } from '#tests/support/overture-file.ts'

const kinds = { plumbers: 'plumbing', dentists: 'dentist', bakeries: 'bakery' }
const radii = [1, 5, 10, 20]
/** Miles to the north, so that each is within one more of the radii. */
const distances = [0.3, 3, 8, 15]
const MILES_PER_DEGREE = 69.05
const options = [{}, { hasWebsite: true }, { hasEmail: true }, { withoutWebsite: true }]

type Place = TestPlace & { id: string; category: string; miles: number; website: string | null; email: string | null }
let made = 0
function placeOf(id: string, category: string, miles: number): Place {
  const n = ++made
  const website = n % 2 === 0 ? `https://${id}.org` : null
  const email = n % 3 === 0 ? `office@${id}.org` : null
  return {
    id,
    category,
    miles,
    website,
    email,
    name: `Business ${id}`,
    street: `${n} Elm St`,
    lon: inBoulder.lon,
    lat: inBoulder.lat + miles / MILES_PER_DEGREE,
    phones: [`303-44${Math.floor(n / 1000)}-${String(1000 + n)}`],
    websites: [website],
    emails: [email],
  }
}
const some = (name: string): Place[] =>
  Object.values(kinds).flatMap(category =>
    distances.flatMap((miles, at) => [1, 2].map(n => placeOf(`${name}-${category}-${at}-${n}`, category, miles))),
  )
const moved = (place: Place, miles: number): Place => ({
  ...place,
  miles,
  lat: inBoulder.lat + miles / MILES_PER_DEGREE,
})

describeOnPostgres('a newer release and many saved searches', open => {
  let product: TestApp
  let user: SignedIn
  let folder: string
  beforeAll(async () => {
    product = await createTestApp({ db: await open() })
    folder = await mkdtemp(path.join(tmpdir(), 'news-of-many-'))
    user = await signUp(product.app)
    await grantPlan(product.deps, { username: user.user.username, tier: 'elite' })
  })
  afterAll(async () => {
    await rm(folder, { recursive: true })
    await product.app.close()
  })
  const post = async <T>(url: string, payload: object) =>
    (await product.app.inject({ method: 'POST', url, payload, headers: { cookie: user.cookie } })).json<T>()
  const load = async (release: string, places: TestPlace[]) =>
    importPlaces(testDeps(product.deps.db, { clock: product.clock }), {
      files: [await writeOverture(folder, 'p.parquet', places)],
      release,
    })

  test('each of 48 searches finds what is new for it: not what was there before, has moved, or opened and is closed', async () => {
    const [staying, moving, leaving] = [some('stays'), some('moves'), some('leaves')]
    await load('2026-04-15.0', [...staying, ...moving, ...leaving])
    const followed: { id: number; words: string; radius: number; option: (typeof options)[number] }[] = []
    for (const words of Object.keys(kinds))
      for (const radius of radii)
        for (const option of options) {
          const asked = { businessCategory: words, location: 'Boulder, CO', radius, ...option }
          const { search } = await post<SearchResult>('/api/search', asked)
          const name = JSON.stringify(asked)
          const { id } = await post<{ id: number }>('/api/saved-searches', { searchId: search.id, name })
          followed.push({ id, words, radius, option })
          product.clock.advance({ minutes: 1 })
        }

    product.clock.advance({ days: 2 })
    const opened = some('opened')
    const closed = some('closed').map(place => Object.assign(place, { status: 'permanently_closed' }))
    const nearer = moving.map(place => moved(place, 0.4))
    const rephoned = staying.map(place =>
      Object.assign({}, place, { phones: [`720-55${place.phones?.[0]?.slice(6) ?? ''}`] }),
    )
    await load('2026-05-20.0', [...rephoned, ...nearer, ...opened, ...closed])
    await runChore(product.deps, 'news')

    const hits = await product.deps.db.query<{ id: number; key: string }>(
      `SELECT saved_search_id AS id, place_key AS key FROM alert_hit WHERE kind = 'added' ORDER BY 2`,
    )
    const isWanted = (place: Place, { words, radius, option }: (typeof followed)[number]): boolean =>
      place.category === kinds[words as keyof typeof kinds] &&
      place.miles <= radius &&
      !('hasWebsite' in option && place.website === null) &&
      !('hasEmail' in option && place.email === null) &&
      !('withoutWebsite' in option && place.website !== null)
    const found = followed.map(search => hits.flatMap(({ id, key }) => (id === search.id ? key : [])))
    const wanted = followed.map(search =>
      opened.flatMap(place => (isWanted(place, search) ? `overture:${place.id}` : [])).toSorted(),
    )
    expect(found).toEqual(wanted)
    expect(wanted.filter(keys => keys.length > 0).length).toBeGreaterThan(30)
  })
})
