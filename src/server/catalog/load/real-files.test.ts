import { beforeAll, expect, test } from 'vitest'
import { loadGazetteer } from '#geography/index.ts'
import type { Db } from '#server/platform/database/db.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { boulderFile, describeRealFiles, realFiles } from '#tests/support/real-files.ts'
import type { ImportSummary } from './import-input.ts'
import { importFiles, importPlaces } from './import.usecases.ts'

const { sample: sampleFile, boise: boiseFile, boiseAnswer } = realFiles

describeRealFiles('real files of OpenStreetMap and Overture', () => {
  describeOnPostgres('imported together', open => {
    test('are imported with one command, and importing them again changes nothing', async () => {
      const db = await open()
      const deps = { db, gazetteer: await loadGazetteer(), clock: { now: () => new Date('2026-05-01T12:00:00Z') } }
      const files = [boiseFile, boulderFile]
      const [osm, overture] = await importFiles(deps, { files })
      expect(osm).toMatchObject({ source: 'osm', release: '2025-11-29' })
      // A place may occur twice. Unnamed objects, murals, and railway yards are not leads.
      expect(osm?.counts).toMatchObject({ read: 8986, added: 1787, rejected: 7199, merged: 0 })
      expect(osm?.rejectedByReason).toMatchObject({ notBusiness: 86 })
      expect(overture?.counts).toMatchObject({ added: 3545 })
      const again = await importFiles(deps, { files: [...files, boiseAnswer].toReversed() })
      expect(
        again.map(({ source, counts: { added, changed, vanished } }) => [source, added, changed, vanished]),
      ).toEqual([
        ['osm', 0, 0, 0],
        ['overture', 0, 0, 0],
      ])
      expect(again.map(({ hasChanged }) => hasChanged)).toEqual([false, false])
      const [row] = await db.query(`SELECT count(*) FILTER (WHERE phone IS NOT NULL)::int AS phones,
        count(*) FILTER (WHERE website IS NOT NULL)::int AS websites, count(DISTINCT license)::int AS licenses
        FROM place WHERE license = 'ODbL-1.0'`)
      expect(row).toMatchObject({ licenses: 1 })
      expect(row?.phones).toBeGreaterThan(400)
      expect(row?.websites).toBeGreaterThan(600)
    })
  })
})

const importing = async (db: Db, path: string) => {
  const deps = { db, gazetteer: await loadGazetteer(), clock: { now: () => new Date('2026-05-01T12:00:00Z') } }
  return importPlaces(deps, { files: [path] })
}

describeRealFiles('two real files of Overture', () => {
  describeOnPostgres('imported one after the other', open => {
    test('report their date and how many places were accepted', async () => {
      const db = await open()
      const sample = await importing(db, sampleFile)
      expect(sample.release).toBe('2025-02-24')
      expect(sample.counts).toMatchObject({ read: 3425, added: 3112, rejected: 313 })
      expect(sample.rejectedByReason).toEqual({ closed: 313 })
      // One place of the older file is in a cell that the newer one covers without it.
      expect((await importing(db, boulderFile)).counts).toMatchObject({ added: 3545, vanished: 1 })
    })
  })
})

describeOnPostgres('the real places of Boulder', open => {
  let db: Db
  let boulder: ImportSummary
  beforeAll(async () => {
    db = await open()
    boulder = await importing(db, boulderFile)
  })

  test('are all accepted, and their date is known', () => {
    expect(boulder).toMatchObject({ release: '2026-04-07', counts: { read: 3545, added: 3545, rejected: 0 } })
  })

  test('have a plumber of low confidence with phone, website, and email', async () => {
    const [plumber] = await db.query(
      `SELECT p.phone, p.website, p.domain, p.email, p.street, p.city, p.state, p.zip, p.license, p.confirmed_on,
         p.quality, k.key
       FROM place p JOIN category k ON k.id = p.category_ids[1] WHERE p.name = 'Flatirons Plumbing'`,
    )
    expect(plumber).toEqual({
      phone: 17_206_301_784,
      website: 'https://www.flatironsplumbing.com',
      domain: 'flatironsplumbing.com',
      email: 'service@flatironsplumbing.com',
      street: '1111 Spruce St',
      city: 'Boulder',
      state: 'CO',
      zip: '80302',
      license: 'CDLA-Permissive-2.0',
      confirmed_on: '2026-04-06',
      quality: 65,
      key: 'plumbing',
    })
  })

  test('have the contacts of the files in a uniform spelling', async () => {
    const [counts] = await db.query(`
      SELECT count(*) FILTER (WHERE phone IS NOT NULL)::int AS phones,
        count(*) FILTER (WHERE website IS NOT NULL)::int AS websites,
        count(*) FILTER (WHERE email IS NOT NULL)::int AS emails,
        count(*) FILTER (WHERE city IN ('BOULDER', 'boulder'))::int AS misspelled,
        count(*) FILTER (WHERE zip !~ '^[0-9]{5}$')::int AS odd_zips,
        count(*) FILTER (WHERE website IS NOT NULL AND domain IS NULL)::int AS pages_on_platforms
      FROM place WHERE confirmed_on IS NOT NULL AND zip LIKE '803%' AND city = 'Boulder'`)
    expect(counts).toMatchObject({ misspelled: 0, odd_zips: 0 })
    expect(counts?.phones).toBeGreaterThan(3100)
    expect(counts?.websites).toBeGreaterThan(3100)
    expect(counts?.emails).toBeGreaterThan(1800)
    expect(counts?.pages_on_platforms).toBeGreaterThan(29)
  })

  test('have one row to scan for each category of a place', async () => {
    const [rows] = await db.query(`
      SELECT (SELECT sum(cardinality(category_ids))::int FROM place WHERE is_offered) AS wanted,
        (SELECT count(*)::int FROM place_category) AS held`)
    expect(rows?.held).toBe(rows?.wanted)
  })
})
