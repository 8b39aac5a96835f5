import { beforeEach, expect, test } from 'vitest'
import { runChore } from '#server/entry/job-runner.ts'
import { ann, bob, describeCorrections, rebuild, rowByRow } from '#tests/support/corrected-places.ts'
import type { TestPlace } from '#tests/support/overture-file.ts'

describeCorrections('a corrected place under a new id', (lab, kind) => {
  const { load, listed, ended, offered, withhold, decide, runJobs } = lab
  beforeEach(() => withhold())
  const correct = async () => {
    await runChore(lab.product.deps, 'corrections')
    await runJobs()
  }

  test.each([
    ['row by row', rowByRow],
    ['by a rebuilt catalog', rebuild],
  ])('stays corrected if nothing but the id has changed, %s', async (_, rows) => {
    expect(await offered()).toEqual(['Bob Plumbing'])
    await load('2026-05-15.0', [{ ...ann, id: 'ann-2' }, bob], rows)
    await correct()
    expect(await offered()).toEqual(['Bob Plumbing'])
    expect((await listed()).active).toMatchObject([{ placeKey: 'overture:ann-2', fault: 'closed', effect: 'withheld' }])
    // Like any other correction, it ends when the facts change.
    await load('2026-06-15.0', [{ ...ann, id: 'ann-2', name: 'Cat Plumbing' }, bob], rows)
    await correct()
    expect(await offered()).toEqual(['Bob Plumbing', 'Cat Plumbing'])
  })

  // Other tests run the statements of the tests below on both databases, so PostgreSQL is enough here.
  if (kind === 'embedded') return

  test.each<[string, Partial<TestPlace>]>([
    ['name', { name: 'Annie Drains' }],
    ['phone', { phones: ['303-440-0009'] }],
    ['address', { street: '44 Elm St' }],
    ['website', { websites: ['https://other.org'] }],
    ['phone, because it has none', { phones: null }],
  ])('is another business if it has another %s', async (_, facts) => {
    await load('2026-05-15.0', [{ ...ann, ...facts, id: 'ann-2' }, bob])
    await correct()
    expect(await offered()).toHaveLength(2)
    expect(await ended()).toMatchObject([{ endReason: 'not listed' }])
  })

  test('is not corrected if a later release brings it back, or an administrator removed the correction', async () => {
    await load('2026-05-15.0', [bob])
    await load('2026-06-15.0', [{ ...ann, id: 'ann-2' }, bob])
    await correct()
    expect(await offered()).toEqual(['Ann Plumbing', 'Bob Plumbing'])
    await withhold('closed', 'overture:ann-2')
    await decide('remove')
    await load('2026-07-15.0', [{ ...ann, id: 'ann-3' }, bob])
    await correct()
    expect(await offered()).toEqual(['Ann Plumbing', 'Bob Plumbing'])
  })

  test('is not corrected because of an import that was never published', async () => {
    await load('2026-05-15.0', [bob])
    await load('2026-06-15.0', [{ ...ann, id: 'ann-2' }, bob])
    await lab.product.deps.db.query(
      `INSERT INTO place_change (import_run_id, place_id, place_key, kind, cell, what, name, lat, lon, category_ids, flags)
       SELECT 1000000, place_id, place_key, kind, cell, what, name, lat, lon, category_ids, flags FROM place_change
       WHERE place_key IN ('overture:ann', 'overture:ann-2')`,
    )
    await correct()
    expect(await offered()).toEqual(['Ann Plumbing', 'Bob Plumbing'])
  })
})
