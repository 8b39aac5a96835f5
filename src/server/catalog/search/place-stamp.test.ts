import { expect, test } from 'vitest'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import { placeStamp } from './place-stamp.sql.ts'

// The columns of the first version that stored stamps.
const first = `p.dataset_id, p.source_id, p.name, p.phone, p.website, p.domain, p.email, p.socials, p.street, p.city, p.state, p.zip, p.lat,
  p.lon, p.category_ids, p.rating, p.quality, p.score_lines, p.license, p.origin, p.confirmed_on, p.provenance`
const shown = placeFlags.website | placeFlags.platformPage | placeFlags.suppressed

describeOnBothDatabases('the stamp of a place', open => {
  test('matches the stamps of stored leads, so an upgrade makes none of them look outdated', async () => {
    const db = await open()
    await seedPlumbers(db, 3)
    const stamps = async () =>
      (await db.query<{ now: number }>(`SELECT ${placeStamp('p')} AS now FROM place p ORDER BY id`)).map(row => row.now)
    const rows = await db.query<{ stored: number }>(
      `SELECT hash_record_extended((${first}, p.flags & ${shown},
         (SELECT name FROM category WHERE id = p.category_ids[1])), 0) & ${Number.MAX_SAFE_INTEGER} AS stored
       FROM place p ORDER BY id`,
    )
    expect(rows).toHaveLength(3)
    expect(await stamps()).toEqual(rows.map(({ stored }) => stored))
    await db.query(`UPDATE place SET flags = flags | ${2 ** 20} | ${placeFlags.twin}`)
    expect(await stamps(), 'a new flag is not a fact').toEqual(rows.map(({ stored }) => stored))
  })
})
