import { expect, test } from 'vitest'
import type { PlaceFault } from '#contract/admin/place-overrides.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { SearchPreview } from '#contract/searches/search-preview.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { dropPlaces } from '#server/catalog/load/drop-places.usecases.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { removeSuppression, suppress } from '#server/catalog/suppression/suppression.usecases.ts'
import { type SignedIn, signUp } from '#tests/support/app.ts'
import { ann, bob, describeCorrections, rebuild, rowByRow } from '#tests/support/corrected-places.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { inBoulder, testDeps, writeCsv } from '#tests/support/imports.ts'
import type { TestPlace } from '#tests/support/overture-file.ts'
import { correctByReports, findReportedPlace } from './corrections.usecases.ts'

describeCorrections('a correction of a place', (lab, databaseKind) => {
  const { load, send, listed, ended, offered, withhold, decide } = lab
  const scoreOf = async (name: string) => {
    const rows = await lab.product.deps.db.query<{ quality: number; lines: string }>(
      'SELECT quality, score_lines AS lines FROM place WHERE name = $1',
      [name],
    )
    return { quality: rows[0]?.quality, limits: rows[0]?.lines.match(/limit:\S+/g) ?? [] }
  }
  const report = async (fault: PlaceFault, witnesses = 3, key = 'overture:ann') => {
    const { deps } = lab.product
    await deps.db.transaction(async tx => {
      const place = await findReportedPlace(tx, key)
      if (place === undefined) throw new Error('No such place')
      await correctByReports(deps, tx, { place, fault, witnessIds: [1, 2, 3, 4].slice(0, witnesses) })
    })
    await runDueJobs(deps, ['catalog'])
  }
  /** Imports a list with a second row of Ann's business. */
  const list = async (street: string, website = '') =>
    importPlaces(testDeps(lab.product.deps.db), {
      source: 'csv',
      files: [
        await writeCsv(lab.folder, 'own.csv', [
          'name,phone,street,city,state,zip,latitude,longitude,website',
          `Ann Plumbing,303-440-0001,${street},Boulder,CO,80302,${inBoulder.lat},${inBoulder.lon},${website}`,
        ]),
      ],
    })
  const allRows = () =>
    lab.product.deps.db.query(
      'SELECT quality, score_lines, flags, is_offered, own FROM place ORDER BY name, is_offered, quality',
    )

  test('one account corrects nothing, two limit the score, three take the place out of searches', async () => {
    const before = await scoreOf('Ann Plumbing')
    await report('closed', 1)
    expect([await scoreOf('Ann Plumbing'), (await listed()).total]).toEqual([before, 0])
    await report('closed', 2)
    expect(await scoreOf('Ann Plumbing')).toEqual({ quality: 39, limits: ['limit:reported-closed'] })
    expect(await offered()).toEqual(['Ann Plumbing', 'Bob Plumbing'])
    await report('closed', 3)
    expect(await offered()).toEqual(['Bob Plumbing'])
    // The correction does not get weaker if there are fewer witnesses later, for example because two now share a card.
    await report('closed', 2)
    expect(await offered()).toEqual(['Bob Plumbing'])
    expect((await listed()).active).toMatchObject([
      { effect: 'withheld', basis: 'reports', fromRelease: '2026-04-15.0' },
    ])
    await decide('remove')
    expect(await scoreOf('Ann Plumbing')).toEqual(before)
    expect(await offered()).toEqual(['Ann Plumbing', 'Bob Plumbing'])
  })

  test.each([
    ['row by row', rowByRow],
    ['by a rebuilt catalog', rebuild],
  ])('it survives newer releases that repeat the same facts, %s', async (_, rows) => {
    await withhold()
    await load('2026-05-15.0', [{ ...ann, confidence: 0.9, updated: '2026-05-01' }, bob], rows)
    await load(
      '2026-06-15.0',
      [
        { ...ann, name: 'ANN PLUMBING', street: '1 ELM ST' },
        { ...bob, street: '10 Oak St' },
      ],
      rows,
    )
    await load('2026-07-15.0', [ann, bob], rows)
    expect(await offered()).toEqual(['Bob Plumbing'])
    expect(await scoreOf('Ann Plumbing')).toEqual({ quality: 39, limits: ['limit:reported-closed'] })
    expect((await listed()).total).toBe(1)
  })

  test.each([
    ['row by row', rowByRow],
    ['by a rebuilt catalog', rebuild],
  ])('a correction of merged facts has no effect after the rows have come apart, %s', async (_, rebuildFromRows) => {
    await load('2026-05-15.0', [{ ...ann, websites: null }, bob])
    await list('1 Elm St', 'https://annplumbing.org')
    await report('closed')
    expect(await offered()).toEqual(['Bob Plumbing'])
    await dropPlaces(testDeps(lab.product.deps.db, { rebuildFromRows }), 'own')
    expect(await offered()).toEqual(['Ann Plumbing', 'Bob Plumbing'])
    expect((await scoreOf('Ann Plumbing')).limits).toEqual([])
  })

  test('the do-not-contact list and a correction do not undo each other', async () => {
    const entry = { kind: 'place', value: 'overture:ann' } as const
    await withhold()
    await suppress(lab.product.deps, [entry], '')
    await decide('remove')
    expect(await offered()).toEqual(['Bob Plumbing'])
    await withhold()
    await removeSuppression(lab.product.deps, entry)
    expect(await offered()).toEqual(['Bob Plumbing'])
    await decide('remove')
    expect(await offered()).toEqual(['Ann Plumbing', 'Bob Plumbing'])
  })

  test('what no administrator has decided yet is listed before a newer decision', async () => {
    await report('closed', 2)
    await withhold('closed', 'overture:bob')
    expect((await listed()).active.map(({ businessName }) => businessName)).toEqual(['Ann Plumbing', 'Bob Plumbing'])
  })

  test('an administrator withholds a place, keeps what was reported, or removes it, and the log says so', async () => {
    await report('closed', 2)
    expect((await decide('withhold')).json()).toMatchObject({
      effect: 'withheld',
      basis: 'administrator',
      decidedBy: lab.admin.user.username,
      witnesses: 2,
    })
    expect(await offered()).toEqual(['Bob Plumbing'])
    const [override] = (await listed()).active
    await decide('remove')
    expect(await ended()).toMatchObject([{ endReason: 'administrator' }])
    expect((await decide('remove', override?.id)).statusCode).toBe(404)
    expect((await withhold('closed', 'overture:nobody')).statusCode).toBe(404)
    const events = await lab.product.deps.db.query<{ kind: string }>(
      `SELECT kind FROM security_event WHERE actor_id = $1 AND kind LIKE 'place-%' ORDER BY id DESC LIMIT 2`,
      [lab.admin.user.id],
    )
    expect(events.map(({ kind }) => kind)).toEqual(['place-correction-removed', 'place-withheld'])
    const user = await signUp(lab.product.app)
    for (const [method, url] of [
      ['GET', '/api/admin/place-overrides'],
      ['POST', '/api/admin/place-overrides'],
    ] as const)
      expect((await send(method, url, undefined, user)).statusCode).toBe(403)
  })

  // Other tests run the statements of the tests below on both databases, so PostgreSQL is enough here.
  if (databaseKind === 'embedded') return

  test('searches, previews, counts, lists, and files agree about a corrected place', async () => {
    const owner = await signUp(lab.product.app)
    const criteria = { businessCategory: 'plumbers', location: 'Boulder, CO', radius: 10 }
    const search = async (as: SignedIn) => (await send('POST', '/api/search', criteria, as)).json<SearchResult>()
    const leadOf = async () => (await send('GET', '/api/leads', undefined, owner)).json<Lead[]>()
    expect((await search(owner)).total).toBe(2)
    await report('wrong_number', 2)
    const doubted = (await leadOf()).find(({ businessName }) => businessName === 'Ann Plumbing')
    expect(doubted?.qualityScore).toBe(39)
    expect(doubted?.scoreLines?.at(-1)?.detail).toBe('reported by others to have a wrong number: 39 at most')
    expect((await send('POST', '/api/export', {}, owner)).body).toMatch(/Ann Plumbing.*\b39\b/)
    await report('wrong_number', 3)
    const stranger = await signUp(lab.product.app)
    expect((await send('POST', '/api/search/preview', criteria, stranger)).json<SearchPreview>()).toMatchObject({
      matches: 1,
    })
    const found = await search(stranger)
    expect([found.total, found.leads.map(({ businessName }) => businessName)]).toEqual([1, ['Bob Plumbing']])
    // Users who have paid for the lead keep it, with a warning.
    const kept = await leadOf()
    expect(kept).toHaveLength(2)
    expect(kept.find(({ businessName }) => businessName === 'Ann Plumbing')).toMatchObject({
      qualityScore: 39,
      phoneNumber: '(303) 440-0001',
    })
  })

  test.each<[PlaceFault, Partial<TestPlace>, number]>([
    ['closed', { phones: ['303-440-7777'] }, rowByRow],
    ['closed', { name: 'Ann & Sons' }, rebuild],
    ['closed', { websites: ['https://annandsons.org'] }, rowByRow],
    ['not_a_business', { street: '2 Elm St' }, rebuild],
    ['wrong_number', { phones: ['303-440-7777'] }, rowByRow],
    ['moved', { street: '2 Elm St' }, rebuild],
  ])('reported as %s, it ends when a newer release has %o', async (fault, facts, rows) => {
    const { quality } = await scoreOf('Ann Plumbing')
    await report(fault)
    expect(await offered()).toEqual(['Bob Plumbing'])
    const next = { ...ann, ...facts }
    await load('2026-05-15.0', [next, bob], rows)
    expect(await offered()).toEqual([next.name, 'Bob Plumbing'])
    expect(await scoreOf(next.name ?? '')).toEqual({ quality, limits: [] })
    expect((await listed()).active).toEqual([])
    expect(await ended()).toMatchObject([{ fault, endReason: 'newer facts' }])
  })

  test('a wrong number stays corrected when only the address changes', async () => {
    await report('wrong_number')
    await load('2026-05-15.0', [{ ...ann, street: '2 Elm St' }, bob])
    expect(await offered()).toEqual(['Bob Plumbing'])
  })

  test('it ends when a release no longer lists the place, and is dormant while its source is dropped', async () => {
    await withhold()
    await dropPlaces(testDeps(lab.product.deps.db), 'overture')
    expect((await listed()).total).toBe(1)
    await load('2026-04-15.0', [ann, bob])
    expect(await offered()).toEqual(['Bob Plumbing'])
    await load('2026-05-15.0', [bob])
    expect(await ended()).toMatchObject([{ endReason: 'not listed' }])
    await load('2026-06-15.0', [ann, bob])
    expect(await offered()).toEqual(['Ann Plumbing', 'Bob Plumbing'])
  })

  test('it applies to a merged place even if one of its rows changes, and its removal restores the rows as they were', async () => {
    await list('1 Elm St')
    const before = await allRows()
    await report('closed')
    expect(await offered()).toEqual(['Bob Plumbing'])
    // The other row changes, so that the place is merged again.
    await list('1 Elm Street')
    expect(await offered()).toEqual(['Bob Plumbing'])
    await list('1 Elm St')
    await decide('remove')
    expect(await allRows()).toEqual(before)
  })

  test('a corrected place is merged with another row as if it were not corrected', async () => {
    await list('1 Elm St')
    const before = await allRows()
    await dropPlaces(testDeps(lab.product.deps.db), 'own')
    await report('closed')
    await list('1 Elm St')
    expect(await offered()).toEqual(['Bob Plumbing'])
    await decide('remove')
    expect(await allRows()).toEqual(before)
  })

  test('two faults limit a place until both are gone', async () => {
    const { quality } = await scoreOf('Ann Plumbing')
    await report('wrong_number', 2)
    await withhold('moved')
    expect(await scoreOf('Ann Plumbing')).toEqual({
      quality: 39,
      limits: ['limit:reported-moved', 'limit:reported-wrong_number'],
    })
    const moved = (await listed()).active.find(({ fault }) => fault === 'moved')
    await decide('remove', moved?.id)
    expect(await offered()).toEqual(['Ann Plumbing', 'Bob Plumbing'])
    expect((await scoreOf('Ann Plumbing')).limits).toEqual(['limit:reported-wrong_number'])
    await decide('remove')
    expect(await scoreOf('Ann Plumbing')).toEqual({ quality, limits: [] })
  })
})
