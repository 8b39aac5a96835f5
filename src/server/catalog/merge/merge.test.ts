import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dropPlaces } from '#server/catalog/load/drop-places.usecases.ts'
import { importFiles, importPlaces } from '#server/catalog/load/import.usecases.ts'
import { cellOf } from '#server/catalog/place/cell.ts'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import type { Db } from '#server/platform/database/db.ts'
import { describeOnBothDatabases, describeOnPostgres } from '#tests/support/databases.ts'
import { emptyCatalog, inBoulder, offeredNames, testDeps, writeCsv, writeOverture } from '#tests/support/imports.ts'
import type { TestPlace } from '#tests/support/overture-file.ts'

const clinic: TestPlace = {
  id: 'clinic',
  name: 'Flatiron Dental',
  ...inBoulder,
  street: '1400 Pearl Street',
  phones: ['303-440-0001'],
  category: 'dentist',
  updated: '2026-03-01T00:00:00Z',
}
const csvHeader = 'source_id,name,address,zip,phone,website,email,type,lat,lon'
const listed = (id: string, name: string, rest: string) => `${id},${name},${rest},${inBoulder.lat},${inBoulder.lon}`
const sameClinic = listed(
  'own1',
  'Flatiron Dental LLC',
  '1400 Pearl St,80302,(303) 440-0001,flatirondental.example,office@flatirondental.example,Dentist',
)
const publicMarks = (db: Db) =>
  db.query(`SELECT name, flags & ${placeFlags.publicPlace} <> 0 AS public FROM place WHERE is_offered ORDER BY name`)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'merge-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

// Merging does not depend on the way of writing, and imports are tested in both ways on both databases.
describe.each([
  { way: 'row by row', rebuildFromRows: Number.MAX_SAFE_INTEGER, describeMerges: describeOnPostgres },
  { way: 'as a rebuilt catalog', rebuildFromRows: 0, describeMerges: describeOnBothDatabases },
])('a catalog written $way', ({ rebuildFromRows, describeMerges }) => {
  describeMerges('rows of one business', open => {
    let db: Db
    beforeAll(async () => {
      db = await open()
    })
    beforeEach(() => emptyCatalog(db))
    const deps = () => testDeps(db, { rebuildFromRows })
    const importOverture = async (places: TestPlace[], release = '2026-04-15.0') =>
      importPlaces(deps(), { files: [await writeOverture(folder, 'places.parquet', places)], release })
    const importList = async (lines: string[], listName = 'own') =>
      importFiles(deps(), { files: [await writeCsv(folder, 'list.csv', [csvHeader, ...lines])], listName })
    const offered = () =>
      db.query(`
        SELECT p.name, p.phone, p.website, p.email, p.license, p.flags & 23 AS flags, p.provenance, p.quality, p.lat,
          (SELECT count(*)::int FROM place m WHERE m.merged_into = p.id) AS members
        FROM place p WHERE p.is_offered ORDER BY p.name`)
    /** Everything that a merge decides, by the sources' ids, which do not depend on the order of imports. */
    const decided = () =>
      db.query(`
        SELECT p.source_id, h.source_id AS head, d.source_id AS possible, p.phone, p.website, p.email, p.quality,
          p.score_lines, p.is_offered, p.flags, p.own IS NULL AS is_alone
        FROM place p LEFT JOIN place h ON h.id = p.merged_into LEFT JOIN place d ON d.id = p.possible_duplicate_of
        ORDER BY p.source_id`)

    test('from two sources are one lead that has and names the best source of each contact', async () => {
      await importOverture([clinic])
      await importList([sameClinic])
      const [place, ...others] = await offered()
      expect(others).toEqual([])
      expect(place).toMatchObject({
        phone: 13_034_400_001,
        website: 'http://flatirondental.example',
        email: 'office@flatirondental.example',
        license: 'CDLA-Permissive-2.0 AND Operator-supplied',
        flags: 7,
        members: 1,
      })
      expect(place?.provenance).toMatchObject({
        fields: {
          phone: { license: 'CDLA-Permissive-2.0', origin: 'Meta', confirmedOn: '2026-03-01' },
          website: { license: 'Operator-supplied', confirmedOn: null },
          email: { license: 'Operator-supplied' },
        },
      })
      expect(await db.query('SELECT count(DISTINCT place_id)::int AS places FROM place_category')).toEqual([
        { places: 1 },
      ])
    })

    test('are a business by name if one source knows a contact, whichever row is the best', async () => {
      const cemetery = { ...clinic, name: 'Flatiron Cemetery', category: 'cemeteries' }
      await importOverture([
        { ...cemetery, phones: [], updated: '2026-04-01T00:00:00Z' },
        { ...clinic, id: 'park', name: 'Quux Park', category: 'park', street: '9 Elm St', phones: [] },
      ])
      const park = { name: 'Quux Park', public: true }
      expect(await publicMarks(db)).toEqual([{ name: 'Flatiron Cemetery', public: true }, park])
      // Without coordinates, so that it is not the best row.
      await importList(['own1,Flatiron Cemetery,1400 Pearl St,80302,(303) 440-0001,,,cemeteries,,'])
      expect(await publicMarks(db)).toEqual([{ name: 'Flatiron Cemetery', public: false }, park])
      await dropPlaces(deps(), 'csv/own')
      expect(await publicMarks(db)).toEqual([{ name: 'Flatiron Cemetery', public: true }, park])
    })

    test('are one lead in other spellings at one spot, if one source has no address', async () => {
      await importOverture([{ ...clinic, name: 'The Flatiron Dental Center' }])
      await importList([listed('own1', 'Flatiron Dentl Ctr', ',,,,,Dentist')])
      expect(await offeredNames(db)).toEqual(['The Flatiron Dental Center'])
    })

    test('are one lead after a move within a mile with the same phone', async () => {
      const lat = inBoulder.lat + 0.01
      await importOverture([clinic, { ...clinic, id: 'moved', street: '9 Elm St', lat }])
      expect(await offered()).toHaveLength(1)
    })

    test('are separate again when one source is removed and when they no longer match', async () => {
      await importOverture([clinic])
      const before = await offered()
      await importList([sameClinic])
      expect(await offered()).toHaveLength(1)
      await importList([listed('own1', 'Something Else', '9 Other Rd,80302,(303) 440-0077,,,Dentist')])
      expect(await offeredNames(db)).toEqual(['Flatiron Dental', 'Something Else'])
      await importList([sameClinic])
      expect(await offered()).toHaveLength(1)
      await dropPlaces(deps(), 'csv')
      expect(await offered()).toEqual(before)
    })

    test('are one lead if a list has only a name, a phone, and a ZIP; it is where the other source says', async () => {
      const list = ['own1,Flatiron Dental LLC,,80302,(303) 440-0001,,office@flatirondental.example,Dentist,,']
      const places = [{ ...clinic, lat: inBoulder.lat - 0.02 }]
      const expected = [
        { name: 'Flatiron Dental', members: 1, email: 'office@flatirondental.example', lat: inBoulder.lat - 0.02 },
      ]
      await importOverture(places)
      await importList(list)
      expect(await offered()).toMatchObject(expected)
      await emptyCatalog(db)
      await importList(list)
      await importOverture(places)
      expect(await offered()).toMatchObject(expected)
    })

    test('are temporarily closed if the newest of them says so', async () => {
      await importOverture([{ ...clinic, status: 'temporarily_closed', updated: '2026-04-01T00:00:00Z' }])
      await importList([sameClinic])
      expect(await offered()).toMatchObject([{ members: 1, quality: 39 }])
    })

    test('give the same result whichever source was imported first', async () => {
      const braces = { ...clinic, name: 'Flatiron Dental Braces' }
      const other = { ...clinic, id: 'clinic2', name: 'Flatiron Dental Care', phones: ['303-440-0009'], street: null }
      const possible = { ...clinic, id: 'z', name: 'Flatiron Dental Surgeons', phones: null, street: '1400 Pearl St' }
      const places = [braces, other, possible]
      const lines = [
        sameClinic.replace('Dental LLC', 'Dental Braces LLC'),
        listed('own2', 'Flatiron Dental Care', ',80302,(303) 440-0009,,,Dentist'),
      ]
      await importOverture(places)
      await importList(lines)
      const first = await decided()
      await emptyCatalog(db)
      await importList(lines)
      await importOverture(places)
      expect(await decided()).toEqual(first)
      expect(first.filter(row => row.head !== null).map(row => row.source_id)).toHaveLength(2)
      expect(first.find(row => row.source_id === 'z')).toMatchObject({ head: null, is_offered: true })
      // Removing the list removes its traces: the file alone gives the same result.
      await dropPlaces(deps(), 'csv')
      const alone = await decided()
      await emptyCatalog(db)
      await importOverture(places)
      expect(await decided()).toEqual(alone)
    })

    test('stay one place when a release brings no changes', async () => {
      await importOverture([clinic])
      await importList([sameClinic])
      const before = await decided()
      const [summary] = await importList([sameClinic])
      expect(summary).toMatchObject({ hasChanged: false })
      await importOverture(
        [clinic, { ...clinic, id: 'far', name: 'Far', phones: ['303-440-0055'], street: '1 A St' }],
        '2026-05-20.0',
      )
      expect((await decided()).filter(row => row.source_id !== 'far')).toEqual(before)
    })

    test('next to one from OpenStreetMap are one lead, which takes none of its facts', async () => {
      const node = { type: 'node', id: 7, lat: inBoulder.lat, lon: inBoulder.lon }
      const tags = {
        name: 'Flatiron Dental',
        amenity: 'dentist',
        'addr:housenumber': '1400',
        'addr:street': 'Pearl Street',
        email: 'front@flatirondental.example',
      }
      const importOsm = async () => {
        const path = join(folder, 'osm.json')
        await writeFile(
          path,
          JSON.stringify({ osm3s: { timestamp_osm_base: '2026-04-01T00:00:00Z' }, elements: [{ ...node, tags }] }),
        )
        return importFiles(deps(), { files: [path] })
      }
      await importOsm()
      expect(await offered()).toMatchObject([{ email: 'front@flatirondental.example', license: 'ODbL-1.0' }])
      const alone = await offered()
      await importOverture([clinic])
      const [place, ...others] = await offered()
      expect(others).toEqual([])
      expect(place).toMatchObject({ email: null, license: 'CDLA-Permissive-2.0', members: 1 })
      expect(place?.provenance).toMatchObject({
        fields: { name: { license: 'CDLA-Permissive-2.0' } },
        members: [{ sourceId: 'clinic' }, { sourceId: 'node/7' }],
      })
      await dropPlaces(deps(), 'overture')
      expect(await offered()).toEqual(alone)
    })

    test('that are only similar are both kept, and the worse one is marked', async () => {
      await importOverture([
        { ...clinic, name: 'Flatiron Dental Braces', websites: ['https://flatirondental.example'] },
        {
          ...clinic,
          id: 'alike',
          name: 'Flatiron Dental Surgeons',
          phones: null,
          emails: ['a@flatirondental.example'],
          street: '1400 Pearl St',
          websites: ['https://flatirondental.example'],
        },
      ])
      const rows = await decided()
      expect(rows.map(row => [row.source_id, row.head, row.possible])).toEqual([
        ['alike', null, 'clinic'],
        ['clinic', null, null],
      ])
      expect(rows[0]?.quality).toBeLessThanOrEqual(59)
      expect(rows[0]?.score_lines).toContain('limit:possible-duplicate')
    })

    const log = () => db.query('SELECT place_key, kind FROM place_change ORDER BY place_key')

    test('record in the change log what a release changed, except for a first load', async () => {
      const bob = { ...clinic, id: 'bob', name: 'Bob Plumbing', phones: ['303-440-0002'] }
      await importOverture([clinic, bob])
      expect(await log()).toEqual([])
      await importOverture(
        [
          { ...clinic, phones: ['303-440-0003'] },
          { ...bob, id: 'new', name: 'New', phones: null },
        ],
        '2026-05-20.0',
      )
      expect(await log()).toEqual([
        { place_key: 'overture:bob', kind: 'vanished' },
        { place_key: 'overture:clinic', kind: 'changed' },
        { place_key: 'overture:new', kind: 'added' },
      ])
    })

    test('in one office with one phone are all compared, even ten thousand pairs and more', async () => {
      const agents = Array.from({ length: 150 }, (__, n) =>
        listed(`a${n}`, createHash('sha1').update(String(n)).digest('hex'), ',80302,(303) 440-0002,,,Realtor'),
      )
      const twice = ['x1', 'x2'].map(id => listed(id, 'Flatirons Realty Partners', ',80302,(303) 440-0002,,,Realtor'))
      await importList([...twice, ...agents])
      const [{ alone, merged } = { alone: 0, merged: [] as string[] }] = await db.query<{
        alone: number
        merged: string[]
      }>(
        `SELECT count(*) FILTER (WHERE is_offered)::int AS alone,
           array_agg(source_id) FILTER (WHERE merged_into IS NOT NULL) AS merged FROM place`,
      )
      expect([alone, merged]).toEqual([151, ['x2']])
    })

    test('next to a file that ends inside a cell are kept, but a few missing ones are removed', async () => {
      const many = Array.from({ length: 60 }, (__, n) => ({
        ...clinic,
        id: `p${n}`,
        name: `Shop ${n} of ${n}`,
        street: null,
        phones: [`303-440-1${String(n).padStart(3, '0')}`],
        lat: inBoulder.lat + n / 2000,
      }))
      await importOverture(many)
      const cut = await importOverture(many.slice(0, 30), '2026-05-20.0')
      expect(cut.counts).toMatchObject({ vanished: 0, outsideOfFiles: 30, unchanged: 30 })
      const area = { south: 40, north: 41, west: -106, east: -105 }
      const files = [await writeOverture(folder, 'cut.parquet', many.slice(0, 29))]
      const stated = await importPlaces(deps(), { files, release: '2026-06-20.0', area })
      expect(stated.counts).toMatchObject({ vanished: 31, outsideOfFiles: 0 })
      expect((await importOverture(many.slice(0, 25), '2026-07-20.0')).counts).toMatchObject({ vanished: 4 })
      const rest = [await writeOverture(folder, 'rest.parquet', many.slice(0, 1))]
      const coveredCells = [cellOf(inBoulder.lat, inBoulder.lon)]
      const whole = { files: rest, release: '2026-08-20.0', coveredCells, isWholeInCells: true }
      expect((await importPlaces(deps(), whole)).counts).toMatchObject({ vanished: 24, outsideOfFiles: 0 })
    })
  })
})
