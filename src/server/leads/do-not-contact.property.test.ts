import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { noFilters } from '#server/catalog/place/search-filters.ts'
import { catalogProvider } from '#server/catalog/search/catalog-search.repository.ts'
import type { SuppressionEntry } from '#server/catalog/suppression/suppression.rules.ts'
import type { Db } from '#server/platform/database/db.ts'
import { anyPlan } from '#tests/support/any-search.ts'
import { addShopper, anyKey, anyPhone, keysOf, seedShops, type Shop } from '#tests/support/any-shops.ts'
import { bruteForce } from '#tests/support/brute-force.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { doNotContactEntryOf } from './do-not-contact-entry.rules.ts'
import { addDoNotContactEntries, doNotContactOf, removeDoNotContactEntry } from './do-not-contact.usecases.ts'
import { lockLeads } from './own-lead.usecases.ts'

const DOMAINS = 60

type Listable = Shop & { domain: string | null; email: string | null }

const anyEntry: fc.Arbitrary<SuppressionEntry> = fc.oneof(
  anyPhone.map(phone => ({ kind: 'phone' as const, value: String(phone) })),
  fc.nat({ max: DOMAINS }).map(n => ({ kind: 'domain' as const, value: `shop-${n}.org` })),
  fc.nat({ max: DOMAINS }).map(n => ({ kind: 'email' as const, value: `office@mail.shop-${n}.org` })),
  anyKey.map(value => ({ kind: 'place' as const, value })),
)

function isListed(shop: Listable, list: ReadonlySet<string>, moved: number): boolean {
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
  let shops: Listable[]
  let categoryIds: number[]

  beforeAll(async () => {
    db = await open()
    const seeded = await seedShops(db)
    ;({ categoryIds } = seeded)
    shops = seeded.shops.map(shop =>
      Object.assign(shop, {
        domain: shop.website === 'https://shop.example' ? `shop-${shop.number % DOMAINS}.org` : null,
        email: (shop.email ?? null) === null ? null : `office@mail.shop-${(shop.number * 7) % DOMAINS}.org`,
      }),
    )
    await db.query(
      `UPDATE place p SET domain = s.domain, email = s.email
       FROM jsonb_to_recordset($1::jsonb) AS s (id bigint, domain text, email text) WHERE p.id = s.id`,
      [JSON.stringify(shops)],
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
          const owner = { id: await addShopper(db), tier: 'elite' as const }
          const list = new Set(entries.map(({ kind, value }) => `${kind} ${value}`))
          const except = shops.slice(0, 300)
          const compare = async (moved: number) => {
            const left = shops.filter(shop => (isKept && shop.number < 300) || !isListed(shop, list, moved))
            const doNotContact = await doNotContactOf({ db }, owner.id)
            const kept = { phones: [], placeKeys: except.map(({ number }) => `overture:place-${number}`) }
            const expected = bruteForce(left, plan)
            const found = await catalogProvider(db).search(plan, {
              after: null,
              limit: 5000,
              doNotContact: doNotContact && { ...doNotContact, ...(isKept && { except: kept }) },
            })
            expect(found.places.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
            expect(found.total).toBe(expected.length)
            hidden += bruteForce(shops, plan).length - expected.length
          }
          await releaseJoining(0)
          await changed(owner.id, tx =>
            addDoNotContactEntries(tx, { owner, entries: entries.map(doNotContactEntryOf), now }),
          )
          await compare(0)
          await releaseJoining(1)
          await compare(1)
          const [first] = await db.query<{ id: number; kind: string; value: string }>(
            'SELECT id, kind, value FROM do_not_contact_entry WHERE user_id = $1 ORDER BY id LIMIT 1',
            [owner.id],
          )
          list.delete(`${first?.kind} ${first?.value}`)
          await changed(owner.id, tx => removeDoNotContactEntry(tx, { userId: owner.id, id: first?.id ?? 0, now }))
          await compare(1)
        },
      ),
      { numRuns: 40, seed: 41 },
    )
    expect(hidden).toBeGreaterThan(1000)
  })
})
