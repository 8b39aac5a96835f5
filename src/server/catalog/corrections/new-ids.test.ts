import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PlaceOverrides } from '#contract/admin/place-overrides.ts'
import { grantAdmin } from '#server/accounts/identity/account.usecases.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { runChore } from '#server/entry/job-runner.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { ann, bob, rebuild, rowByRow } from '#tests/support/corrected-places.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { emptyCatalog, offeredNames, testDeps, writeOverture } from '#tests/support/imports.ts'
import type { TestPlace } from '#tests/support/overture-file.ts'

describeOnBothDatabases('a corrected place under a new id', open => {
  let product: TestApp
  let admin: SignedIn
  let folder: string
  beforeAll(async () => {
    product = await createTestApp({ db: await open() })
    folder = await mkdtemp(path.join(tmpdir(), 'new-ids-test-'))
    admin = await signUp(product.app)
    await grantAdmin(product.deps, admin.user.username)
  })
  afterAll(async () => {
    await product.app.close()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    await emptyCatalog(product.deps.db)
    await product.deps.db.query('TRUNCATE place_override, rate_limit')
    await load('2026-04-15.0', [ann, bob])
    await send('POST', { placeKey: 'overture:ann', fault: 'closed' })
    await runDueJobs(product.deps, ['catalog'])
  })
  const send = (method: 'GET' | 'POST', payload?: object) =>
    product.app.inject({
      method,
      url: '/api/admin/place-overrides',
      headers: { cookie: admin.cookie },
      ...(payload && { payload }),
    })
  const listed = async () => (await send('GET')).json<PlaceOverrides>()
  const load = async (release: string, places: TestPlace[], rebuildFromRows = rowByRow) =>
    importPlaces(testDeps(product.deps.db, { clock: product.clock, rebuildFromRows }), {
      files: [await writeOverture(folder, 'p.parquet', places)],
      release,
    })
  const correct = async () => {
    await runChore(product.deps, 'corrections')
    await runDueJobs(product.deps, ['catalog'])
  }
  const offered = () => offeredNames(product.deps.db)

  test.each([
    ['row by row', rowByRow],
    ['by a rebuilt catalog', rebuild],
  ])('stays corrected if nothing but the id has changed, %s', async (_, rows) => {
    expect(await offered()).toEqual(['Bob Plumbing'])
    await load('2026-05-15.0', [{ ...ann, id: 'ann-2' }, bob], rows)
    await correct()
    expect(await offered()).toEqual(['Bob Plumbing'])
    expect((await listed()).active).toMatchObject([{ placeKey: 'overture:ann-2', fault: 'closed', effect: 'withheld' }])
    // And ends with newer facts, like any other.
    await load('2026-06-15.0', [{ ...ann, id: 'ann-2', name: 'Cat Plumbing' }, bob], rows)
    await correct()
    expect(await offered()).toEqual(['Bob Plumbing', 'Cat Plumbing'])
  })

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
    expect((await listed()).ended).toMatchObject([{ endReason: 'not listed' }])
  })

  test('is not corrected if a later release brings it back, or an administrator removed the correction', async () => {
    await load('2026-05-15.0', [bob])
    await load('2026-06-15.0', [{ ...ann, id: 'ann-2' }, bob])
    await correct()
    expect(await offered()).toEqual(['Ann Plumbing', 'Bob Plumbing'])
    await send('POST', { placeKey: 'overture:ann-2', fault: 'closed' })
    const [{ id } = { id: 0 }] = (await listed()).active
    await product.app.inject({
      method: 'POST',
      url: `/api/admin/place-overrides/${id}`,
      headers: { cookie: admin.cookie },
      payload: { decision: 'remove' },
    })
    await load('2026-07-15.0', [{ ...ann, id: 'ann-3' }, bob])
    await correct()
    expect(await offered()).toEqual(['Ann Plumbing', 'Bob Plumbing'])
  })
})
