import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import { placesOfDomain } from '#server/catalog/sites/sites.repository.ts'
import { removeSuppression, suppress } from '#server/catalog/suppression/suppression.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { catalogState, emptyCatalog, inBoulder, testDeps, writeCsv, writeOverture } from '#tests/support/imports.ts'
import type { TestPlace } from '#tests/support/overture-file.ts'
import { type TestFact, visited } from '#tests/support/visited-sites.ts'
import { applySiteFacts } from './apply-sites.usecases.ts'
import { importFiles, importPlaces } from './import.usecases.ts'

const cam: TestPlace = {
  id: 'cam',
  name: 'Cam & Daughters',
  ...inBoulder,
  street: '1400 Pearl Street',
  phones: ['303-440-0033'],
  websites: ['https://camdaughters.com'],
  category: 'plumbing',
  updated: '2026-03-01T00:00:00Z',
}
const plumber: TestFact = { kind: 'kind', value: 'plumbing', pageUrl: 'https://camdaughters.com/', how: 'text' }
const electrician: TestFact = { ...plumber, value: 'electrician' }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apply-kinds-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describeOnBothDatabases('a website that says what the business is', open => {
  let db: Db
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    await emptyCatalog(db)
    await db.query('TRUNCATE site_visit, site_check, site_fact, site_kind, suppression')
  })
  const load = async (places: TestPlace[], release = '2026-04-15.0') =>
    importPlaces(testDeps(db), { files: [await writeOverture(folder, 'places.parquet', places)], release })
  const visit = async (facts: readonly TestFact[], domain = 'camdaughters.com') => {
    await visited(db, domain, facts)
    await applySiteFacts({ db })
  }
  /** What confirms the kind of each place, and whether the filter of clear matches finds it. */
  const told = async () => {
    const rows = await db.query<{ id: string; told: string; isClear: boolean }>(
      `SELECT DISTINCT p.source_id AS id, p.kind_told_by AS told, c.flags & ${placeFlags.kindConfirmed} <> 0 AS "isClear"
       FROM place p JOIN place_category c ON c.place_id = p.id WHERE p.merged_into IS NULL`,
    )
    return Object.fromEntries(rows.map(({ id, told: by, isClear }) => [id, isClear ? `${by}, clear` : by]))
  }
  const facts = () => db.query('SELECT category_ids, quality, phone, email FROM place')
  const state = async () => ((await catalogState(db)) as unknown[])[0]

  test('makes it a clear match, until the website no longer says so', async () => {
    await load([cam])
    const before = await state()
    expect(await told()).toEqual({ cam: 'source' })
    await visit([plumber])
    expect(await told()).toEqual({ cam: 'website, clear' })
    await visit([])
    expect(await told()).toEqual({ cam: 'source' })
    expect(await state()).toEqual(before)
  })

  test('changes neither its category nor its score', async () => {
    await load([cam])
    const before = await facts()
    await visit([plumber])
    expect(await facts()).toEqual(before)
  })

  test('takes nothing away if it says something else, or nothing', async () => {
    await load([cam, { ...cam, id: 'ann', name: 'Ann Plumbing', lat: inBoulder.lat - 0.1, phones: ['303-440-0044'] }])
    await visit([electrician])
    expect(await told()).toEqual({ cam: 'source', ann: 'name, clear' })
    await visit([plumber])
    expect(await told()).toEqual({ cam: 'website, clear', ann: 'name, clear' })
  })

  test('counts after a later release, as long as the category is the same', async () => {
    await load([cam])
    await visit([plumber])
    await load([{ ...cam, name: 'Cam & Daughters Inc' }], '2026-05-20.0')
    expect(await told()).toEqual({ cam: 'website, clear' })
    await load([{ ...cam, category: 'electrician' }], '2026-06-20.0')
    expect(await told()).toEqual({ cam: 'source' })
    await load([cam], '2026-07-20.0')
    expect(await told()).toEqual({ cam: 'website, clear' })
  })

  test('confirms the main category of a place of two rows', async () => {
    await load([cam])
    await importFiles(testDeps(db), {
      files: [
        await writeCsv(folder, 'own.csv', [
          'source_id,name,address,zip,phone,website,type,lat,lon',
          `own1,Cam & Daughters,1400 Pearl St,80302,(303) 440-0033,,Plumbing,${inBoulder.lat},${inBoulder.lon}`,
        ]),
      ],
      listName: 'own',
    })
    const before = await state()
    expect(await told()).toEqual({ cam: 'source' })
    await visit([plumber])
    expect(await told()).toEqual({ cam: 'website, clear' })
    await visit([])
    expect(await state()).toEqual(before)
  })

  test('is not asked about the branches of a chain', async () => {
    const branches = Array.from({ length: 11 }, (_, index) => ({
      ...cam,
      id: `branch${index}`,
      phones: [`303-440-01${10 + index}`],
      street: `${index + 1} Main Street`,
      lat: inBoulder.lat - index / 50,
    }))
    await load(branches)
    await visit([plumber])
    expect(new Set(Object.values(await told()))).toEqual(new Set(['source']))
  })

  test('is forgotten with a do-not-contact entry', async () => {
    await load([cam])
    await visit([plumber])
    const entry = { kind: 'domain', value: 'camdaughters.com' } as const
    await suppress(testDeps(db), [entry], 'asked')
    expect(await db.query('SELECT 1 FROM site_kind')).toEqual([])
    await removeSuppression(testDeps(db), entry)
    expect(await told()).toEqual({ cam: 'source' })
  })

  test('is asked about the main categories of all rows with its domain, and knows their towns', async () => {
    await load([
      { ...cam, city: 'Boulder' },
      {
        ...cam,
        id: 'shop',
        name: 'Cam & Sons',
        category: 'electrician',
        lat: inBoulder.lat - 0.1,
        phones: [],
        city: 'Golden',
      },
      { ...cam, id: 'other', name: 'Other', category: 'dentist', websites: ['https://other.com'] },
    ])
    const { categories, towns } = await placesOfDomain(db, 'camdaughters.com')
    expect(categories.toSorted()).toEqual(['electrician', 'plumbing'])
    expect(towns).toContain('Boulder')
  })
})
