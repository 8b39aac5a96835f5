import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { noFilters } from '#server/catalog/place/search-filters.ts'
import { countOwnedPlaces } from '#server/leads/owned-places.repository.ts'
import type { Db } from '#server/platform/database/db.ts'
import { anyPlan } from '#tests/support/any-search.ts'
import { addShopper, anyKey, anyPhone, keysOf, seedShops, type Shop } from '#tests/support/any-shops.ts'
import { bruteForce } from '#tests/support/brute-force.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { catalogProvider } from './catalog-search.repository.ts'

type Lead = { name: string; phone: number | null; otherPhone: number | null; key: string; isReturned: boolean }
type Known = { phone: number | null; key: string | null }

const anyLead: fc.Arbitrary<Lead> = fc.record({
  name: fc.constantFrom('Mountain View', 'MOUNTAIN VIEW', 'Mountain View Dental', 'Elsewhere'),
  phone: fc.option(anyPhone),
  otherPhone: fc.option(anyPhone, { freq: 1 }),
  key: anyKey,
  isReturned: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
})
const anyKnown: fc.Arbitrary<Known> = fc.oneof(
  anyPhone.map(phone => ({ phone, key: null })),
  anyKey.map(key => ({ phone: null, key })),
)

const noneOr = <Item>(items: fc.Arbitrary<Item[]>): fc.Arbitrary<Item[]> =>
  fc.oneof(fc.constant<Item[]>([]), { weight: 4, arbitrary: items })

type Except = { phones: number[]; placeKeys: string[] }

type Owned = { isLead: boolean; isKnown: boolean }

const lineOf = ({ name, phone }: Pick<Shop, 'name' | 'phone'>) => `${phone} ${name.toLowerCase()}`

/** What the user has, looked up in the slow and simple way. */
function ownedOf(
  { leads, known, shops }: { leads: readonly Lead[]; known: readonly Known[]; shops: readonly Shop[] },
  except: Except,
): (shop: Shop) => Owned {
  const kept = leads.filter(({ isReturned }) => !isReturned)
  const [rows, lines] = [new Set(shops.flatMap(shop => keysOf(shop))), new Set(shops.map(lineOf))]
  const isGone = (lead: Lead) => !rows.has(lead.key) && !lines.has(lineOf(lead))
  const isNamed = (lead: Lead, { name }: Shop) => lead.name.toLowerCase() === name.toLowerCase() || isGone(lead)
  return shop => {
    const hasKey = (key: string | null) => key !== null && keysOf(shop).includes(key) && !except.placeKeys.includes(key)
    const hasPhone = (phone: number | null) => phone !== null && phone === shop.phone && !except.phones.includes(phone)
    return {
      isLead: kept.some(
        lead =>
          ((hasPhone(lead.phone) || hasPhone(lead.otherPhone)) && isNamed(lead, shop)) ||
          (lead.phone === null && hasKey(lead.key)),
      ),
      isKnown: known.some(({ phone, key }) => hasPhone(phone) || hasKey(key)),
    }
  }
}

describeOnBothDatabases('a search without what the user has', open => {
  let db: Db
  let shops: Shop[]
  let categoryIds: number[]

  beforeAll(async () => {
    db = await open()
    ;({ shops, categoryIds } = await seedShops(db))
  })

  async function userWith(leads: readonly Lead[], known: readonly Known[]): Promise<number> {
    const userId = await addShopper(db)
    await db.query(
      `WITH made AS (
         INSERT INTO search (user_id, category_words, location_label, is_statewide, criteria, plan, total, delivered, created_at)
         VALUES ($1, 'plumbers', 'Boulder, CO', false, '{}', '{}', 0, 0, now()) RETURNING id),
       wanted AS (
         SELECT * FROM jsonb_to_recordset($2::jsonb)
           AS w (name text, phone bigint, "otherPhone" bigint, key text, "isReturned" boolean)),
       saved AS (
         INSERT INTO lead (user_id, place_key, phone, is_first_of_phone, facts, name, quality, search_id, pulled_at, do_not_contact)
         SELECT $1, key, phone, false, '{}', name, 50, (SELECT id FROM made), now(), "isReturned" FROM wanted
         RETURNING id, place_key),
       other AS (
         INSERT INTO lead_other_phone (user_id, phone, lead_id)
         SELECT $1, "otherPhone", id FROM saved JOIN wanted ON key = place_key WHERE "otherPhone" IS NOT NULL)
       INSERT INTO lead_return (lead_id, user_id, at, ledger_id)
       SELECT id, $1, now(), id FROM saved JOIN wanted ON key = place_key WHERE "isReturned"`,
      [userId, JSON.stringify(leads)],
    )
    await db.query(
      `WITH file AS (
         INSERT INTO known_file (user_id, name, state, created_at) VALUES ($1, 'crm.csv', 'done', now()) RETURNING id)
       INSERT INTO known_place (file_id, row, user_id, phone, place_key)
       SELECT (SELECT id FROM file), row_number() OVER (), $1, phone, key
       FROM jsonb_to_recordset($2::jsonb) AS k (phone bigint, key text)`,
      [userId, JSON.stringify(known)],
    )
    return userId
  }

  test('leaves out exactly the leads and known businesses, and counts them', async () => {
    let owned = 0
    let excepted = 0
    await fc.assert(
      fc.asyncProperty(
        anyPlan(categoryIds),
        fc.boolean(),
        noneOr(fc.uniqueArray(anyLead, { minLength: 80, maxLength: 250, selector: ({ key }) => key })),
        noneOr(fc.array(anyKnown, { minLength: 10, maxLength: 60 })),
        fc.record({ phones: fc.array(anyPhone, { maxLength: 60 }), placeKeys: fc.array(anyKey, { maxLength: 60 }) }),
        async (anyone, isFiltered, leads, known, others) => {
          const plan = { ...anyone, withoutSample: true, ...(!isFiltered && { filters: noFilters }) }
          const placeKeys = [...others.placeKeys, ...leads.slice(0, 20).map(({ key }) => key)]
          const phones = [...others.phones, ...leads.slice(0, 20).flatMap(({ phone }) => phone ?? [])]
          const userId = await userWith(leads, known)
          const all = bruteForce(shops, plan) as Shop[]
          const leftOf = async (except?: Except): Promise<number> => {
            const ownedBy = ownedOf({ leads, known, shops }, except ?? { phones: [], placeKeys: [] })
            const expected = all.filter(shop => !ownedBy(shop).isLead && !ownedBy(shop).isKnown)
            const without = { userId, ...(except && { except }) }
            const found = await catalogProvider(db).search(plan, { after: null, limit: 5000, without })
            expect(found.places.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
            expect([found.total, found.leftOut.owned]).toEqual([expected.length, all.length - expected.length])
            return expected.length
          }
          const left = await leftOf()
          const { matches } = await catalogProvider(db).count(plan, { atMost: 5000 })
          const ownedBy = ownedOf({ leads, known, shops }, { phones: [], placeKeys: [] })
          const among = all.filter(shop => ownedBy(shop).isLead).length
          const counted = await countOwnedPlaces(db, userId, matches ?? [])
          expect(counted).toEqual({ owned: among, known: all.length - left - among })
          owned += all.length - left
          excepted += (await leftOf({ phones, placeKeys })) - left
        },
      ),
      { numRuns: 80, seed: 23 },
    )
    expect(owned).toBeGreaterThan(500)
    expect(excepted).toBeGreaterThan(50)
  })
})
