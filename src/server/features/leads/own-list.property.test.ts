import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { noFilters } from '#server/catalog/place/search-filters.ts'
import { catalogProvider } from '#server/catalog/search/catalog-search.repository.ts'
import type { SuppressionEntry } from '#server/catalog/suppression/suppression.rules.ts'
import type { Db } from '#server/platform/database/db.ts'
import { anyPlace, anyPlan } from '#tests/support/any-search.ts'
import { bruteForce, type Seeded } from '#tests/support/brute-force.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { seedCategories, seedPlaces } from '#tests/support/seed-places.ts'
import { ownEntryOf } from './own-entry.rules.ts'
import { lockLeads } from './own-lead.usecases.ts'
import { addOwnEntries, avoidedBy, removeOwnEntry } from './own-suppression.usecases.ts'

const PLACES = 1200
const DOMAINS = 60

type Shop = Seeded & { number: number; domain: string | null; email: string | null }

const anyEntry: fc.Arbitrary<SuppressionEntry> = fc.oneof(
  fc
    .integer({ min: 13_034_400_000, max: 13_034_400_450 })
    .map(phone => ({ kind: 'phone' as const, value: String(phone) })),
  fc.nat({ max: DOMAINS }).map(n => ({ kind: 'domain' as const, value: `shop-${n}.org` })),
  fc.nat({ max: DOMAINS }).map(n => ({ kind: 'email' as const, value: `office@mail.shop-${n}.org` })),
  fc
    .tuple(fc.constantFrom('place', 'part'), fc.nat({ max: PLACES + 50 }))
    .map(([row, n]) => ({ kind: 'place' as const, value: `overture:${row}-${n}` })),
)

/** Every fifth place has another row. `moved`: a release has joined that row to the next place. */
const keysOf = ({ number }: Shop, moved: number): string[] => [
  `overture:place-${number}`,
  ...(number % 5 === moved ? [`overture:part-${number - moved}`] : []),
]

function isListed(shop: Shop, list: ReadonlySet<string>, moved: number): boolean {
  const { phone, domain, email } = shop
  return [
    ...(phone === null ? [] : [`phone ${phone}`]),
    ...(domain === null ? [] : [`domain ${domain}`]),
    ...(email === null ? [] : [`email ${email}`, `domain ${email.replace('office@mail.', '')}`]),
    ...keysOf(shop, moved).map(key => `place ${key}`),
  ].some(name => list.has(name))
}

describeOnBothDatabases("a user's own do-not-contact list", open => {
  let db: Db
  let shops: Shop[]
  let categoryIds: number[]
  let users = 0

  beforeAll(async () => {
    db = await open()
    categoryIds = await seedCategories(db, 4)
    const seeds = fc.sample(anyPlace(categoryIds), { numRuns: PLACES, seed: 5 })
    const ids = await seedPlaces(db, seeds)
    shops = seeds.map((seed, number) =>
      Object.assign(seed, {
        id: ids[number] ?? 0,
        isSample: false,
        number,
        domain: seed.website === 'https://shop.example' ? `shop-${number % DOMAINS}.org` : null,
        email: (seed.email ?? null) === null ? null : `office@mail.shop-${(number * 7) % DOMAINS}.org`,
      }),
    )
    await db.query(
      `UPDATE place p SET domain = s.domain, email = s.email
       FROM jsonb_to_recordset($1::jsonb) AS s (id bigint, domain text, email text) WHERE p.id = s.id`,
      [JSON.stringify(shops)],
    )
    await db.query(
      `INSERT INTO place (dataset_id, source_id, release, content_hash, name, name_sort, name_order, state, lat, lon, cell,
         category_ids, quality, score_lines, flags, license, is_offered)
       SELECT dataset_id, 'part-' || substr(source_id, 7), release, content_hash, name, name_sort, name_order, state, lat,
         lon, cell, category_ids, quality, score_lines, flags, license, false
       FROM place WHERE substr(source_id, 7)::int % 5 = 0`,
    )
  })

  async function releaseJoining(moved: number): Promise<void> {
    await db.query(
      `UPDATE place part SET merged_into = main.id FROM place main
       WHERE part.source_id LIKE 'part-%' AND main.source_id = 'place-' || (substr(part.source_id, 6)::int + $1)`,
      [moved],
    )
    await db.query('UPDATE catalog_version SET version = version + 1')
  }

  async function newUser(): Promise<{ id: number; tier: 'elite' }> {
    const [user] = await db.query<{ id: number }>(
      `INSERT INTO user_account (username, username_key, email, password_hash, quota_anchor, created_at)
       VALUES ($1, $1, $1 || '@example.com', '', now(), now()) RETURNING id`,
      [`user${users++}`],
    )
    return { id: user?.id ?? 0, tier: 'elite' }
  }

  const changed = <T>(userId: number, change: (tx: Parameters<typeof lockLeads>[0]) => Promise<T>) =>
    db.transaction(async tx => {
      await lockLeads(tx, userId)
      return change(tx)
    })

  test('a search leaves out exactly the places that it names, before and after a release and a removal', async () => {
    const now = new Date('2026-04-01')
    let hidden = 0
    await fc.assert(
      fc.asyncProperty(
        anyPlan(categoryIds),
        fc.boolean(),
        fc.array(anyEntry, { minLength: 30, maxLength: 120 }),
        fc.boolean(),
        async (filtered, isFiltered, entries, isKept) => {
          const plan = { ...filtered, withoutSample: true, ...(!isFiltered && { filters: noFilters }) }
          const owner = await newUser()
          const list = new Set(entries.map(({ kind, value }) => `${kind} ${value}`))
          const except = shops.slice(0, 300)
          const compare = async (moved: number) => {
            const left = shops.filter(shop => (isKept && shop.number < 300) || !isListed(shop, list, moved))
            const avoided = await avoidedBy({ db }, owner.id)
            const kept = { phones: [], placeKeys: except.map(({ number }) => `overture:place-${number}`) }
            const expected = bruteForce(left, plan)
            const found = await catalogProvider(db).search(plan, {
              after: null,
              limit: 5000,
              avoided: avoided && { ...avoided, ...(isKept && { except: kept }) },
            })
            expect(found.places.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
            expect(found.total).toBe(expected.length)
            hidden += bruteForce(shops, plan).length - expected.length
          }
          await releaseJoining(0)
          await changed(owner.id, tx => addOwnEntries(tx, { owner, entries: entries.map(ownEntryOf), now }))
          await compare(0)
          await releaseJoining(1)
          await compare(1)
          const [first] = await db.query<{ id: number; kind: string; value: string }>(
            'SELECT id, kind, value FROM own_suppression WHERE user_id = $1 ORDER BY id LIMIT 1',
            [owner.id],
          )
          list.delete(`${first?.kind} ${first?.value}`)
          await changed(owner.id, tx => removeOwnEntry(tx, { userId: owner.id, id: first?.id ?? 0, now }))
          await compare(1)
        },
      ),
      { numRuns: 40, seed: 41 },
    )
    expect(hidden).toBeGreaterThan(1000)
  })
})
