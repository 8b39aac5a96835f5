import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import { readScoreLines } from '#server/catalog/place/score-lines.ts'
import { removeSuppression, suppress } from '#server/catalog/suppression/suppression.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import {
  catalogState,
  emptyCatalog,
  inBoulder,
  offeredNames,
  testDeps,
  versionOf,
  writeCsv,
  writeOverture,
} from '#tests/support/imports.ts'
import type { TestPlace } from '#tests/support/overture-file.ts'
import { visited } from '#tests/support/visited-sites.ts'
import { applySiteFacts } from './apply-sites.usecases.ts'
import { importFiles, importPlaces } from './import.usecases.ts'

const ann: TestPlace = {
  id: 'ann',
  name: 'Ann Plumbing',
  ...inBoulder,
  street: '1400 Pearl Street',
  websites: ['https://annplumbing.com'],
  category: 'plumber',
  updated: '2026-03-01T00:00:00Z',
}
const branch = (index: number): TestPlace => ({
  ...ann,
  id: `branch${index}`,
  name: `Ann Plumbing ${['Longmont', 'Denver', 'Aurora', 'Golden', 'Parker'][index % 5]} ${index}`,
  street: `${index} Main Street`,
  lat: inBoulder.lat - index / 1000,
})
const email = { kind: 'email', value: 'info@annplumbing.com' } as const
const phone = { kind: 'phone', value: '13034400001' } as const
const rating = { kind: 'rating', value: '4.8 (63)', pageUrl: 'https://annplumbing.com/' } as const
const social = { kind: 'social', value: 'https://facebook.com/annplumbing' } as const
const hours = { kind: 'hours', value: 'Mo-Fr 08:00-17:00' } as const
const all = [email, phone, rating, social, hours]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apply-sites-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.each([
  ['row by row', Number.MAX_SAFE_INTEGER],
  ['as a rebuilt catalog', 0],
])('a catalog written %s', (_, rebuildFromRows) => {
  describeOnPostgres('what a business says on its own website', open => {
    let db: Db
    beforeAll(async () => {
      db = await open()
    })
    beforeEach(async () => {
      await emptyCatalog(db)
      await db.query('TRUNCATE site_visit, site_check, site_fact, site_kind, suppression')
    })
    const load = async (places: TestPlace[], release = '2026-04-15.0') =>
      importPlaces(testDeps(db, { rebuildFromRows }), {
        files: [await writeOverture(folder, 'places.parquet', places)],
        release,
      })
    const apply = () => applySiteFacts({ db })
    const place = async (id = 'ann') => {
      const [row] = await db.query(
        `SELECT name, phone, website, email, socials, rating, hours, review_count AS "reviewCount", quality, flags, provenance,
           score_lines AS "scoreLines", is_offered AS "isOffered" FROM place WHERE source_id = $1`,
        [id],
      )
      if (row === undefined) throw new Error(`There is no place ${id}`)
      const lines = readScoreLines(String(row.scoreLines))
      return { ...row, lines: Object.fromEntries(lines.map(({ code, detail }) => [code, detail])) } as typeof row & {
        lines: Record<string, string>
        quality: number
        provenance: Record<string, unknown> | null
      }
    }
    /** All facts that a search finds or a score shows, by the ids of the sources. */
    const decided = () =>
      db.query(`
        SELECT p.source_id, h.source_id AS head, p.phone, p.website, p.email, p.socials, p.rating, p.hours, p.quality,
          p.score_lines, p.is_offered, p.flags, p.provenance, c.flags AS found, c.rating AS "foundRating"
        FROM place p LEFT JOIN place h ON h.id = p.merged_into LEFT JOIN place_category c ON c.place_id = p.id AND c.category_id = p.category_ids[1]
        ORDER BY p.source_id`)

    test('fills the gaps of its place, with the page and the day', async () => {
      await load([ann])
      const before = await place()
      expect(before).toMatchObject({ email: null, phone: null, provenance: null })
      await visited(db, 'annplumbing.com', all)
      expect(await apply()).toBe(1)
      const origin = { datasetId: null, confirmedOn: '2026-11-20', page: 'https://annplumbing.com/contact' }
      const after = await place()
      expect(after).toMatchObject({
        email: 'info@annplumbing.com',
        phone: 13_034_400_001,
        socials: ['https://facebook.com/annplumbing'],
        reviewCount: 63,
        lines: { email: 'on their own website', rating: '4.8 of 5 from 63 reviews, on their own website' },
        provenance: { fields: { email: origin, phone: origin, rating: { page: 'https://annplumbing.com/' } } },
      })
      expect(after.quality).toBeGreaterThan(before.quality)
      const [found] = await db.query<{ flags: number; rating: number }>('SELECT flags, rating FROM place_category')
      expect((found?.flags ?? 0) & placeFlags.email).toBe(placeFlags.email)
      expect(found?.rating).toBeCloseTo(4.8)
    })

    test('raises the version of the catalog once, and not again before the next visit', async () => {
      await load([ann])
      await visited(db, 'annplumbing.com', all)
      const version = await versionOf(db)
      await apply()
      expect(await versionOf(db)).toBe(version + 1)
      expect(await apply()).toBe(0)
      expect(await versionOf(db)).toBe(version + 1)
      await visited(db, 'another.com', [])
      expect(await apply()).toBe(0)
    })

    test('removes no phone, name, or address, and replaces an email that the website no longer shows', async () => {
      await load([{ ...ann, phones: ['303-440-0077'], emails: ['old@annplumbing.com'] }])
      await visited(db, 'annplumbing.com', all)
      await apply()
      expect(await place()).toMatchObject({ name: 'Ann Plumbing', phone: 13_034_400_077, email: email.value })
      await visited(db, 'annplumbing.com', [phone])
      await apply()
      expect(await place()).toMatchObject({ phone: 13_034_400_077, email: 'old@annplumbing.com' })
    })

    test.each([
      ['looks like a person’s', { ...email, isGeneric: false }],
      ['has no mail server', { ...email, mail: 'none' as const }],
    ])('gives no email that %s', async (_why, fact) => {
      await load([ann])
      await visited(db, 'annplumbing.com', [fact])
      await apply()
      expect(await place()).toMatchObject({ email: null })
    })

    test('does not replace the own address by one of a free mail service', async () => {
      await load([{ ...ann, emails: ['office@annplumbing.com'] }])
      await visited(db, 'annplumbing.com', [{ ...email, value: 'annplumbing@gmail.com' }])
      await apply()
      expect(await place()).toMatchObject({ email: 'office@annplumbing.com' })
    })

    test('gives two places of one company its email and hours, but no phone and no rating; a chain gets nothing', async () => {
      await load([ann])
      await visited(db, 'annplumbing.com', all)
      await apply()
      await load([ann, branch(1)], '2026-05-20.0')
      for (const id of ['ann', 'branch1'])
        expect(await place(id)).toMatchObject({ email: email.value, hours: hours.value, phone: null, rating: null })
      await load([ann, ...Array.from({ length: 10 }, (_each, index) => branch(index + 1))], '2026-06-20.0')
      expect(await place()).toMatchObject({ email: null, hours: null, provenance: null })
      await load([ann], '2026-07-20.0')
      expect(await place()).toMatchObject({ email: email.value, phone: 13_034_400_001 })
    })

    test('survives a later release, and the catalog is the same in either order', async () => {
      const changed = { ...ann, name: 'Ann Plumbing & Heating', emails: ['old@annplumbing.com'] }
      await load([ann, branch(1)])
      await visited(db, 'annplumbing.com', all)
      await apply()
      await load([changed], '2026-05-20.0')
      const first = await decided()
      expect(first).toMatchObject([{ email: email.value, phone: 13_034_400_001 }])
      await emptyCatalog(db)
      await load([changed], '2026-05-20.0')
      const [dataset] = await db.query<{ id: number }>('SELECT id FROM dataset')
      const renumbered = JSON.parse(
        JSON.stringify(first).replaceAll(/("datasetId":)\d+/g, `$1${dataset?.id}`),
      ) as unknown
      expect(await decided()).toEqual(renumbered)
    })

    test('leaves no trace in the catalog once the website no longer says anything', async () => {
      await load([ann, branch(1)])
      const [places] = (await catalogState(db)) as unknown[]
      await visited(db, 'annplumbing.com', all)
      await apply()
      expect(((await catalogState(db)) as unknown[])[0]).not.toEqual(places)
      await visited(db, 'annplumbing.com', [])
      await apply()
      expect(((await catalogState(db)) as unknown[])[0]).toEqual(places)
    })

    test('lowers the score if the website is gone', async () => {
      await load([{ ...ann, phones: ['303-440-0077'] }])
      const before = await place()
      await visited(db, 'annplumbing.com', [{ kind: 'gone', value: 'does not resolve' }], 'closed')
      await apply()
      const after = await place()
      expect(after).toMatchObject({
        website: 'https://annplumbing.com',
        lines: { website: 'website is gone or for sale' },
      })
      expect(after.quality).toBeLessThan(before.quality)
    })

    test('belongs to a place of several rows', async () => {
      await load([{ ...ann, phones: ['303-440-0077'] }])
      await importFiles(testDeps(db, { rebuildFromRows }), {
        files: [
          await writeCsv(folder, 'own.csv', [
            'source_id,name,address,zip,phone,website,email,type,lat,lon',
            `own1,Ann Plumbing,1400 Pearl St,80302,(303) 440-0077,,,Plumber,${inBoulder.lat},${inBoulder.lon}`,
          ]),
        ],
        listName: 'own',
      })
      const state = await decided()
      await visited(db, 'annplumbing.com', [email])
      await apply()
      expect(await decided()).toMatchObject([
        { source_id: 'ann', email: email.value },
        { source_id: 'own1', head: 'ann', email: null },
      ])
      await visited(db, 'annplumbing.com', [])
      await apply()
      expect(await decided()).toEqual(state)
    })

    test('leaves the limit of a place that may be listed twice', async () => {
      const twin = { ...ann, id: 'twin', name: 'Ann Plumbing Surgeons', websites: ['https://other.com'] }
      await load([{ ...ann, phones: ['303-440-0077'] }, twin])
      const state = await decided()
      await visited(db, 'other.com', [
        { ...email, value: 'info@other.com' },
        { ...phone, value: '13034400088' },
      ])
      await apply()
      expect(await place('twin')).toMatchObject({
        email: 'info@other.com',
        quality: 59,
        lines: { limit: 'possibly listed twice: 59 at most' },
      })
      await visited(db, 'other.com', [])
      await apply()
      expect(await decided()).toEqual(state)
    })

    test('is forgotten when the domain is put on the do-not-contact list, and can be read again afterwards', async () => {
      await load([ann])
      await visited(db, 'annplumbing.com', all)
      await apply()
      const deps = testDeps(db)
      await suppress(deps, [{ kind: 'domain', value: 'annplumbing.com' }], 'asked')
      expect(await place()).toMatchObject({ email: null, isOffered: false })
      expect(await db.query('SELECT 1 FROM site_fact')).toEqual([])
      expect(await db.query('SELECT state FROM site_visit')).toEqual([{ state: 'refused' }])
      await removeSuppression(deps, { kind: 'domain', value: 'annplumbing.com' })
      expect(await offeredNames(db)).toEqual(['Ann Plumbing'])
      expect(await db.query('SELECT 1 FROM site_visit')).toEqual([])
    })

    test('takes the business out of searches if the do-not-contact list has one of its addresses', async () => {
      const other = { ...email, value: 'ann@annplumbing.com', isGeneric: false }
      await load([ann])
      await visited(db, 'annplumbing.com', [email, other])
      await apply()
      const deps = testDeps(db)
      await suppress(deps, [{ kind: 'email', value: other.value }], 'asked')
      expect(await offeredNames(db)).toEqual([])
      await visited(db, 'annplumbing.com', [email, other])
      await apply()
      expect(await offeredNames(db)).toEqual([])
      await load([{ ...ann, name: 'Ann Plumbing Inc' }], '2026-05-20.0')
      expect(await offeredNames(db)).toEqual([])
      await removeSuppression(deps, { kind: 'email', value: other.value })
      expect(await offeredNames(db)).toEqual(['Ann Plumbing Inc'])
    })
  })
})
