import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import { placeStamp } from './place-stamp.sql.ts'

// The columns of the first version that stored stamps.
const first = `p.dataset_id, p.source_id, p.name, p.phone, p.website, p.domain, p.email, p.socials, p.street, p.city, p.state, p.zip, p.lat,
  p.lon, p.category_ids, p.rating, p.quality, p.score_lines, p.license, p.confirmed_on, p.origin, p.provenance, p.flags`

describeOnBothDatabases('the stamp of a place', open => {
  test('matches the stamps of stored leads, so an upgrade makes none of them look outdated', async () => {
    const db = await open()
    await seedPlumbers(db, 3)
    const rows = await db.query<{ now: number; stored: number }>(
      `SELECT ${placeStamp('p')} AS now, hash_record_extended(
         (${first}, (SELECT name FROM category WHERE id = p.category_ids[1])), 0) & ${Number.MAX_SAFE_INTEGER} AS stored
       FROM place p`,
    )
    expect(rows).toHaveLength(3)
    expect(rows.map(({ now }) => now)).toEqual(rows.map(({ stored }) => stored))
  })
})
