import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { placesNamedLike } from '#server/catalog/recognize/recognize.repository.ts'
import { createStaging, dropStaging } from '#server/catalog/tables/staging.repository.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { inBoulder, plansOf, testDeps, writeOverture } from '#tests/support/imports.ts'
import type { TestPlace } from '#tests/support/overture-file.ts'
import { pairsOf } from './pairs.repository.ts'

const place = { table: 'place', categories: new Map<number, string>() } as const

describeOnBothDatabases('finding rows of one business', open => {
  test('looks up the few rows to compare by index', async () => {
    const db = await open()
    await createStaging(db)
    const plan = await plansOf(db, { enable_seqscan: 'off' }, asked =>
      Array.fromAsync(pairsOf(asked, place, { round: 0, after: 0, last: 1 })),
    )
    await dropStaging(db)
    const conditionsOf = (index: string, direction = '') =>
      plan.flatMap((line, at) => (line.includes(`Index Scan ${direction}using ${index} `) ? [plan[at + 1]] : []))
    // A branch of a chain with one phone is compared only with nearby branches.
    const byPhone = expect.stringMatching(/phone = .*lat > .*lat < /)
    expect(conditionsOf('place_phone')).toEqual([byPhone, byPhone])
    for (const index of ['place_name_spot', 'place_name_spot_vague', 'place_name_spot_grouped']) {
      const [north, south] = [conditionsOf(index), conditionsOf(index, 'Backward ')]
      expect(north).toContainEqual(expect.stringMatching(/substr.* = .*ROW\(lat, id\) > .*lat < /))
      expect(south).toContainEqual(expect.stringMatching(/substr.* = .*ROW\(lat, id\) < .*lat > /))
    }
  })

  test('a row of a user is looked up by the first letters of its name and where it is', async () => {
    const wanted = [
      { at: 0, name_sort: 'ann plumbing', start: 'ann', mayBeMisspelled: true, lat: inBoulder.lat, degrees: 0.25 },
    ]
    const plan = await plansOf(await open(), { enable_seqscan: 'off' }, asked => placesNamedLike(asked, wanted))
    for (const index of ['place_name_spot', 'place_name_spot_vague']) {
      const at = plan.findIndex(line => line.includes(`using ${index} `))
      expect(plan[at + 1]).toMatch(/Index Cond: .*substr.* = .*lat >= .*lat <= /)
    }
  })

  test('compares rows that crowd one spot only with those next to them', async () => {
    const db = await open()
    const crowd = Array.from({ length: 300 }, (_, n): TestPlace => ({ id: `${n}`, name: `Stand ${n}`, ...inBoulder }))
    const folder = await mkdtemp(path.join(tmpdir(), 'crowd-test-'))
    const files = [await writeOverture(folder, 'crowd.parquet', crowd)]
    await importPlaces(testDeps(db), { files, release: '2026-04-15.0' })
    await rm(folder, { recursive: true })
    await createStaging(db)
    await db.query('INSERT INTO import_regroup (id, round) SELECT id, 0 FROM place')
    const ids = { after: 0, last: Number.MAX_SAFE_INTEGER }
    const pairs = (await Array.fromAsync(pairsOf(db, place, { round: 0, ...ids }))).flat()
    await dropStaging(db)
    // All of them would be 44,850 pairs.
    expect(new Set(pairs.map(({ a, b }) => `${a.id} ${b.id}`)).size).toBe(50 * 300 - (50 * 51) / 2)
  })
})
