import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Lead } from '#contract/leads/leads.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, signUp } from '#tests/support/app.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { emptyCatalog, inBoulder, inDenver, testDeps, writeCsv, writeOverture } from '#tests/support/imports.ts'
import type { TestPlace } from '#tests/support/overture-file.ts'
import { dropPlaces } from './drop-places.usecases.ts'
import { importFiles, importPlaces } from './import.usecases.ts'

const plumber = (id: string, number: number, facts: Partial<TestPlace> = {}): TestPlace => ({
  id,
  name: `${id} Plumbing`,
  ...inBoulder,
  phones: [`303-440-00${number}`],
  street: `${number} Pearl St`,
  ...facts,
})
const [ann, bob, cam] = [plumber('Ann', 11), plumber('Bob', 22), plumber('Cam', 33)]
const dee = plumber('Dee', 44, { ...inDenver, city: 'Denver', zip: '80202' })
const annInList = (phone: string) => [
  'source_id,name,address,zip,phone,type,lat,lon',
  `own1,Ann Plumbing,11 Pearl St,80302,${phone},Plumber,${inBoulder.lat},${inBoulder.lon}`,
]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'first-seen-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.each([
  ['row by row', Number.MAX_SAFE_INTEGER],
  ['as a rebuilt catalog', 0],
])('a catalog written %s', (_, rebuildFromRows) => {
  describeOnPostgres('the date on which a place was first seen', open => {
    let db: Db
    beforeAll(async () => {
      db = await open()
    })
    beforeEach(() => emptyCatalog(db))

    const depsOn = (day: string) =>
      testDeps(db, { rebuildFromRows, clock: { now: () => new Date(`${day}T12:00:00Z`) } })
    const load = async (day: string, release: string, places: TestPlace[]) => {
      const files = [await writeOverture(folder, 'places.parquet', places)]
      return (await importPlaces(depsOn(day), { files, release })).counts
    }
    const loadList = async (day: string, lines: string[]) =>
      importFiles(depsOn(day), { files: [await writeCsv(folder, 'list.csv', lines)], listName: 'own' })
    const dates = async () => {
      const rows = await db.query<{ name: string; date: string | null }>(
        `SELECT split_part(name, ' ', 1) AS name, first_seen_on AS date FROM place WHERE is_offered ORDER BY 1`,
      )
      return Object.fromEntries(rows.map(({ name, date }) => [name, date]))
    }

    test('is empty after the first load of a cell, and known for rows that a later release adds', async () => {
      await load('2026-04-20', '2026-04-15.0', [ann])
      await load('2026-04-21', '2026-04-15.0', [ann, bob])
      expect(await dates()).toEqual({ Ann: null, Bob: null })
      await load('2026-05-22', '2026-05-20.0', [ann, bob, cam, dee])
      expect(await dates()).toEqual({ Ann: null, Bob: null, Cam: '2026-05-22', Dee: null })
    })

    test('never changes with later releases, and makes no row look changed', async () => {
      await load('2026-04-20', '2026-04-15.0', [ann])
      await load('2026-05-22', '2026-05-20.0', [ann, bob])
      expect(await load('2026-06-18', '2026-06-17.0', [ann, bob])).toMatchObject({ changed: 0, unchanged: 2 })
      const changed = [11, 22].map((n, i) =>
        plumber(['Ann', 'Bob'][i] ?? '', n, { websites: ['https://pipes.example'] }),
      )
      expect(await load('2026-07-16', '2026-07-15.0', changed)).toMatchObject({ changed: 2 })
      expect(await dates()).toEqual({ Ann: null, Bob: '2026-05-22' })
    })

    test('of a merged place is the earliest of its rows, and each row keeps its own', async () => {
      await load('2026-04-20', '2026-04-15.0', [bob])
      await load('2026-05-22', '2026-05-20.0', [bob, ann])
      await loadList('2026-05-25', annInList('303-440-0011'))
      expect(await dates()).toEqual({ Ann: '2026-05-22', Bob: null })
      // Now the list's row becomes the best one, and both rows change while they are merged.
      await loadList(
        '2026-05-26',
        annInList('303-440-0011').map((line, n) => `${line}${n === 0 ? ',email' : ',a@ann.example'}`),
      )
      await load('2026-06-18', '2026-06-17.0', [bob, { ...ann, websites: ['https://ann.example'] }])
      expect(await dates()).toEqual({ Ann: '2026-05-22', Bob: null })
      await dropPlaces(depsOn('2026-06-19'), 'overture')
      expect(await dates()).toEqual({ Ann: null })
    })

    test('is known for rows added to a list', async () => {
      await loadList('2026-05-25', annInList('303-440-0011'))
      await loadList('2026-05-27', [
        ...annInList('303-440-0011'),
        `own2,Bob Plumbing,22 Pearl St,80302,303-440-0022,Plumber,${inBoulder.lat},${inBoulder.lon}`,
      ])
      expect(await dates()).toEqual({ Ann: null, Bob: '2026-05-27' })
    })

    test('is a fact of the lead', async () => {
      const { app } = await createTestApp({ db })
      const { cookie } = await signUp(app)
      await load('2026-04-20', '2026-04-15.0', [ann])
      await load('2026-05-22', '2026-05-20.0', [ann, bob])
      const payload = { businessCategory: 'plumbers', location: 'Boulder, CO', radius: 10 }
      await app.inject({ method: 'POST', url: '/api/search', payload, headers: { cookie } })
      const leads = (await app.inject({ url: '/api/leads', headers: { cookie } })).json<Lead[]>()
      expect(Object.fromEntries(leads.map(lead => [lead.businessName, lead.firstSeenOn]))).toEqual({
        'Ann Plumbing': null,
        'Bob Plumbing': '2026-05-22',
      })
      await app.close()
    })
  })
})
