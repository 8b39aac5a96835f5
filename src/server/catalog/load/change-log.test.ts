import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeBits } from '#server/catalog/place/place-changes.ts'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import type { Db } from '#server/platform/database/db.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { emptyCatalog, inBoulder, testDeps, writeCsv, writeOverture } from '#tests/support/imports.ts'
import type { TestPlace } from '#tests/support/overture-file.ts'
import type { ImportCounts } from './import-input.ts'
import { importFiles, importPlaces } from './import.usecases.ts'

const shop = (id: string, number: number, facts: Partial<TestPlace> = {}): TestPlace => ({
  id,
  name: `${id} Plumbing`,
  ...inBoulder,
  phones: [`303-440-00${number}`],
  street: `${number} Pearl St`,
  websites: [`https://${id}.example.com`],
  ...facts,
})
const before = [
  ...[
    'same',
    'dates',
    'name',
    'phone',
    'website',
    'email',
    'street',
    'moved',
    'nudged',
    'category',
    'merged',
    'spelling',
    'site',
  ].map((id, index) => shop(id, 10 + index)),
  shop('closed', 31),
  shop('gone', 32, { websites: null }),
  shop('old', 33),
  shop('unflagged', 34),
]
const changed: Record<string, Partial<TestPlace>> = {
  dates: { updated: '2026-05-06T00:00:00.000Z', confidence: 0.5 },
  name: { name: 'Ann Plumbing' },
  phone: { phones: ['303-441-7777'] },
  website: { websites: null, phones: ['303-441-8888'] },
  email: { emails: ['ann@email.example.com'] },
  street: { street: '400 Broadway' },
  moved: { lat: inBoulder.lat + 0.01 },
  nudged: { lat: inBoulder.lat + 0.0003 },
  category: { category: 'hvac_services', hierarchy: ['services_and_business', 'home_service', 'hvac_services'] },
  merged: { updated: '2026-05-06T00:00:00.000Z' },
  spelling: {
    name: 'Spelling Plumbing, LLC',
    street: '21 Pearl Street',
    websites: ['http://spelling.example.com/about'],
  },
  site: { websites: ['https://site-plumbing.org'] },
  closed: { status: 'permanently_closed' },
}
const after = before.filter(({ id }) => id !== 'gone').map(place => Object.assign({}, place, changed[place.id ?? '']))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'change-log-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.each([
  ['row by row', Number.MAX_SAFE_INTEGER],
  ['as a rebuilt catalog', 0],
])('a catalog written %s', (_, rebuildFromRows) => {
  describeOnBothDatabases('the change log', open => {
    let db: Db
    let counts: ImportCounts
    beforeAll(async () => {
      db = await open()
      await emptyCatalog(db)
      const deps = testDeps(db, { rebuildFromRows })
      const load = async (release: string, places: TestPlace[]) =>
        importPlaces(deps, { files: [await writeOverture(folder, 'p.parquet', places)], release })
      await load('2026-04-15.0', before)
      // Another list knows the emails of two of them, which is not a change by the release.
      const list = [
        'name,address,zip,phone,email,type,lat,lon',
        `merged Plumbing,20 Pearl St,80302,303-440-0020,me@merged.example,Plumber,${inBoulder.lat},${inBoulder.lon}`,
        `unflagged Plumbing,34 Pearl St,80302,303-440-0034,me@unflagged.example,Plumber,${inBoulder.lat},${inBoulder.lon}`,
      ]
      await importFiles(deps, { files: [await writeCsv(folder, 'list.csv', list)], listName: 'own' })
      // Earlier versions did not store what confirms the category of a place.
      await db.query(
        `UPDATE place SET kind_told_by = NULL, flags = flags & ~${placeFlags.kindConfirmed}, content_hash = '\\x00'
         WHERE source_id = 'old'`,
      )
      // As if new code had other flags for its row.
      await db.query(`UPDATE place SET flags = 0, own = own || '{"flags": 0}' WHERE source_id = 'unflagged'`)
      ;[{ counts }] = [await load('2026-05-20.0', after)]
    })

    test('has no row to which a release only gives another flag, but searches use the flag', async () => {
      expect(counts).toMatchObject({ changed: 13, unchanged: 2 })
      const flags = await db.query<{ flags: number; found: number }>(
        `SELECT p.flags, c.flags AS found FROM place p JOIN place_category c ON c.place_id = p.id
         WHERE p.source_id = 'unflagged'`,
      )
      const known = placeFlags.phone | placeFlags.website | placeFlags.email | placeFlags.kindConfirmed
      expect(flags).toEqual([{ flags: known, found: known }])
    })

    test('compares a merged place by the facts of its own source', async () => {
      expect(await db.query('SELECT source_id, email FROM place WHERE own IS NOT NULL ORDER BY source_id')).toEqual([
        { source_id: 'merged', email: 'me@merged.example' },
        { source_id: 'unflagged', email: 'me@unflagged.example' },
      ])
    })

    test('says what a release changed, and that nothing did if only dates, scores, spellings, or a few feet changed', async () => {
      const rows = await db.query<{ id: string; what: number }>(
        `SELECT substr(place_key, 10) AS id, what FROM place_change WHERE kind = 'changed'`,
      )
      expect(Object.fromEntries(rows.map(({ id, what }) => [id, what]))).toEqual({
        dates: 0,
        merged: 0,
        nudged: 0,
        old: 0,
        name: changeBits.name,
        phone: changeBits.phone,
        website: changeBits.phone,
        spelling: 0,
        site: changeBits.website,
        email: changeBits.email,
        street: changeBits.address,
        moved: changeBits.moved,
        category: changeBits.categories,
      })
    })

    test('tells closed places from those that are no longer listed, and keeps their facts for searches', async () => {
      const rows = await db.query(
        `SELECT place_key, kind, c.name, lat, lon, state, flags, k.key AS category FROM place_change c
         JOIN category k ON k.id = c.category_ids[1] WHERE kind IN ('closed', 'vanished') ORDER BY place_key`,
      )
      const facts = { ...inBoulder, state: 'CO', category: 'plumbing' }
      expect(rows).toEqual([
        {
          ...facts,
          place_key: 'overture:closed',
          kind: 'closed',
          name: 'closed Plumbing',
          flags: placeFlags.phone | placeFlags.website | placeFlags.kindConfirmed,
        },
        {
          ...facts,
          place_key: 'overture:gone',
          kind: 'vanished',
          name: 'gone Plumbing',
          flags: placeFlags.phone | placeFlags.kindConfirmed,
        },
      ])
    })
  })
})
