import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FileRows, FileSummary } from '#contract/leads/filled-files.ts'
import type { KnownFiles } from '#contract/leads/known-businesses.ts'
import type { Comparison } from '#contract/searches/receipts.ts'
import type { SavedSearches } from '#contract/searches/saved-searches.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import { runChore } from '#server/entry/job-runner.ts'
import type { Db } from '#server/platform/database/db.ts'
import { type SignedIn, signUp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { inBoulder } from '#tests/support/imports.ts'
import {
  ann,
  atTown,
  bob,
  cat,
  createKnownLab,
  dan,
  dan2,
  eve,
  everyone,
  everyoneWithout,
  type KnownLab,
} from '#tests/support/known-lab.ts'
import { refusalOf } from '#tests/support/refusal-of.ts'
import { deleteKnownFile, sweepUnfinished } from './known-businesses.usecases.ts'
import { knownMatchJob, matchAgain } from './match-known.usecases.ts'

describeOnBothDatabases('businesses that a user knows', (open, databaseKind) => {
  let lab: KnownLab
  let user: SignedIn
  beforeAll(async () => {
    lab = await createKnownLab(await open())
  })
  afterAll(() => lab.close())
  beforeEach(async () => {
    user = await lab.begin()
  })
  const files = async (who?: SignedIn) =>
    (await lab.call('GET', '/api/known-files', undefined, who)).json<KnownFiles>().files

  /** Stores a file with this many businesses, which are not compared yet. */
  async function fileWith(rows: number): Promise<number> {
    const { db, clock } = lab.product.deps
    const [file] = await db.query<{ id: number }>(
      `INSERT INTO known_file (user_id, name, row_count, state, created_at)
       VALUES ($1, 'long.csv', $2, 'matching', $3) RETURNING id`,
      [user.user.id, rows, clock.now()],
    )
    await db.query(
      `INSERT INTO known_business (file_id, row, user_id, name, phone, identity)
       SELECT $1, n, $2, 'Business ' || n, 13034400000 + n, sha256(n::text::bytea) FROM generate_series(1, $3::int) n`,
      [file?.id, user.user.id, rows],
    )
    return file?.id ?? 0
  }

  test('a search that does not leave them out finds them, with their contacts, and charges for them as usual', async () => {
    await lab.know('Ann,303-440-0001,,,,,')
    const { leads, leftOut } = await lab.search()
    expect([leads.length, leftOut.owned]).toEqual([everyone.length, 0])
    const lead = leads.find(({ businessName }) => businessName === ann.name)
    expect(lead).toMatchObject({ phoneNumber: '(303) 440-0001', doNotContact: false })
    expect(await lab.preview()).toMatchObject({ owned: everyone.length, known: 0, pulls: 0 })
    expect(await lab.preview({ skipOwned: true })).toMatchObject({ owned: everyone.length, known: 0, pulls: 0 })
    expect(await lab.search({ skipOwned: true })).toMatchObject({ total: 0, leftOut: { owned: everyone.length } })
  })

  test('after a file is deleted, its businesses count as new again', async () => {
    const id = await lab.know('Ann,303-440-0001,,,,,', 'Bob,,bobplumbing.org,,,,')
    const second = await lab.know('Ann,303-440-0001,,,,,')
    expect((await files()).map(file => file.id)).toEqual([second, id])
    expect((await lab.preview()).known).toBe(2)
    expect((await lab.call('DELETE', `/api/known-files/${id}`)).statusCode).toBe(200)
    expect((await lab.preview()).known).toBe(1)
    expect((await lab.call('DELETE', `/api/known-files/${second}`)).statusCode).toBe(200)
    expect((await lab.preview()).known).toBe(0)
    expect(await files()).toEqual([])
    const { search: made, total } = await lab.search({ skipOwned: true })
    expect(total).toBe(everyone.length)
    await lab.know('Ann,303-440-0001,,,,,')
    // The leads of a search do not vanish from it when its user imports them later.
    const compared = (await lab.call('POST', `/api/searches/${made.id}/comparison`)).json<Comparison>()
    expect(compared).toMatchObject({ matchesThen: everyone.length, matchesNow: everyone.length })
  })

  test('rows that were not found are compared again after each import of places', async () => {
    const id = await lab.know('Zoe,,zoeplumbing.org,,,,', 'Eve Plumbing,,,7 Walnut Street,Boulder,CO,80302')
    expect(await lab.matches(id)).toEqual(['none', 'address'])
    const zoe = {
      id: 'zoe',
      name: 'Zoe Plumbing',
      ...inBoulder,
      ...atTown,
      phones: ['303-440-0007'],
      websites: ['https://zoeplumbing.org'],
    }
    await lab.load([ann, bob, cat, dan, dan2, zoe])
    await lab.product.deps.catalog.refresh()
    await matchAgain(lab.product.deps)
    expect(await lab.matches(id)).toEqual(['website', 'none'])
    expect(await lab.found()).toEqual(everyoneWithout(eve.name))
    await lab.load([ann, { ...zoe, id: 'zoe-2', phones: ['303-440-0008'] }, { ...eve, phones: null }])
    await matchAgain(lab.product.deps)
    expect(await lab.matches(id)).toEqual(['website', 'address'])
    expect(await lab.preview()).toMatchObject({ matches: 3, owned: 1, known: 2 })
    expect(await lab.search({ skipOwned: true })).toMatchObject({ total: 0, leftOut: { owned: 3 } })
  })

  test('others are answered while a long file is compared', async () => {
    const rows = 1000
    const fileId = await fileWith(rows)
    const { deps } = lab.product
    const end = new AbortController()
    const comparing = knownMatchJob
      .run(deps, { fileId }, { id: '', isFirst: true, isLast: true })
      .finally(() => end.abort())
    let answered = 0
    while (!end.signal.aborted) {
      expect((await lab.call('GET', '/api/user')).statusCode).toBe(200)
      if (!end.signal.aborted) answered++
    }
    await comparing
    expect(answered).toBeGreaterThanOrEqual(3)
    // On a slow machine, one turn is not enough.
    await runDueJobs(deps)
    const [file] = await files()
    expect(file).toMatchObject({ rows, compared: rows, isCompared: true })
  })

  test('while a file is compared, the user sees how far it is, also if every second line of it is empty', async () => {
    const fileId = await fileWith(40)
    const { db } = lab.product.deps
    await db.query('UPDATE known_business SET row = 1000 + 2 * row WHERE file_id = $1', [fileId])
    await db.query('UPDATE known_business SET row = row - 1000 WHERE file_id = $1', [fileId])
    await db.query('UPDATE known_file SET pass_row = 40 WHERE id = $1', [fileId])
    expect(await files()).toMatchObject([{ rows: 40, compared: 20, isCompared: false }])
    const summary = (await lab.call('GET', `/api/known-files/${fileId}`)).json<FileSummary>()
    expect(summary).toMatchObject({ file: { compared: 20 }, states: null, offers: [] })
  })

  test('files of a killed process are deleted after an hour, and one that is still being read is not', async () => {
    const { deps } = lab.product
    const [old, young] = [61, 59].map(minutes => new Date(deps.clock.now().getTime() - minutes * 60_000))
    await deps.db.query(
      `INSERT INTO known_file (user_id, name, state, created_at) VALUES ($1, 'old', 'reading', $2), ($1, 'new', 'reading', $3)`,
      [user.user.id, old, young],
    )
    await sweepUnfinished(deps)
    expect(await deps.db.query('SELECT name FROM known_file WHERE user_id = $1', [user.user.id])).toEqual([
      { name: 'new' },
    ])
  })

  test('a file whose deletion was killed is gone, and the rest of it is deleted later', async () => {
    const { deps } = lab.product
    const id = await lab.know('Ann Plumbing,303-440-0001,,,,,')
    let steps = 0
    const transaction: Db['transaction'] = work =>
      ++steps === 1 ? deps.db.transaction(work) : Promise.reject(new Error('killed'))
    const account = { id: user.user.id } as Account
    await expect(deleteKnownFile({ ...deps, db: { ...deps.db, transaction } }, account, id)).rejects.toThrow('killed')
    expect(await files()).toEqual([])
    expect((await lab.call('GET', `/api/known-files/${id}/file`)).statusCode).toBe(404)
    lab.product.clock.advance({ hours: 2 })
    await sweepUnfinished(deps)
    expect(await deps.db.query('SELECT FROM known_content WHERE file_id = $1', [id])).toEqual([])
  })

  // Other tests run the statements of the tests below on both databases, so PostgreSQL is enough here.
  if (databaseKind === 'embedded') return

  test.each([
    ['phone', 'Somebody,(303) 440-0001,,,,,', 'phone', [ann.name]],
    ['website', 'Somebody,,http://shop.bobplumbing.org/x,,,,', 'website', [bob.name]],
    ['email under its domain', 'Somebody,,,,,,', 'website', [bob.name]],
    ['name and address', 'Cat and Daughters Plumbing,,,3 Pearl Street,Boulder,Colorado,', 'address', [cat.name]],
    [
      'name and address with another phone',
      'Cat & Daughters Plumbing,303-440-0099,,"3 Pearl Street #4",,,80302',
      'address',
      [cat.name],
    ],
    ['name and town', 'Eve Plumbing,,,,Boulder,CO,', 'address', [eve.name]],
    ['branch of its domain by address', 'D. P.,,danplumbing.org,6 Walnut St,Boulder,CO,80302', 'website', [dan2.name]],
    ['branch of its domain by name', 'Dan Drains Inc,,danplumbing.org,,,,', 'website', [dan2.name]],
    ['one of several', 'Somebody,,danplumbing.org,,,,', 'several', []],
    ['nothing', 'Zoe Plumbing,303-440-0098,zoe.org,8 Walnut Street,Boulder,CO,80302', 'none', []],
    ['its name elsewhere', 'Eve Plumbing,,,,Denver,CO,', 'none', []],
    ['its name in another house', 'Eve Plumbing,,,9 Walnut Street,Boulder,CO,80302', 'none', []],
  ])('a row is found by %s', async (what, row, match, names) => {
    const id = what.startsWith('email')
      ? (await lab.send('Company,Email\nSomebody,info@bobplumbing.org')).id
      : await lab.know(row)
    expect(await lab.matches(id)).toEqual([match])
    const { known, owned, pulls } = await lab.preview({ skipOwned: true })
    expect([known, owned, pulls]).toEqual([names.length, 0, everyone.length - names.length])
    expect(await lab.preview()).toMatchObject({ known: names.length, pulls: everyone.length })
    const result = await lab.search({ skipOwned: true })
    expect(result.leads.map(({ businessName }) => businessName).toSorted()).toEqual(everyoneWithout(...names))
    expect(result).toMatchObject({ total: everyone.length - names.length, leftOut: { owned: names.length } })
  })

  test('what its user says a row is counts in all files with the row, until it is taken back', async () => {
    const row = 'Dan Plumbing and Drains,,danplumbing.org,,Boulder,CO,80302'
    const ids = [await lab.know(row, row), await lab.know('Zoe,,,8 Walnut Street,Boulder,CO,80302', row)]
    const rowsOf = async (id: number) => (await lab.call('GET', `/api/known-files/${id}/rows`)).json<FileRows>().items
    const states = async () => (await Promise.all(ids.map(rowsOf))).flat().map(({ state }) => state)
    const decide = async (id: number, number: number, is: unknown) => {
      const decided = await lab.call('POST', `/api/known-files/${id}/decisions`, { row: number, is })
      expect(decided.statusCode).toBe(200)
    }
    expect(await states()).toEqual(['decide', 'double', 'none', 'decide'])
    expect(await lab.preview()).toMatchObject({ known: 0 })
    const candidates = (await rowsOf(ids[0] ?? 0))[0]?.candidates ?? []
    const is = { placeId: candidates.find(({ cells }) => cells.name === dan2.name)?.placeId }
    await decide(ids[0] ?? 0, 2, is)
    expect(await states()).toEqual(['found', 'double', 'none', 'found'])
    expect(await lab.preview()).toMatchObject({ known: 1 })
    await decide(ids[1] ?? 0, 3, 'undecided')
    expect(await states()).toEqual(['decide', 'double', 'none', 'decide'])
    expect(await lab.preview()).toMatchObject({ known: 0 })
    await decide(ids[1] ?? 0, 3, is)
    expect(await lab.found()).toEqual(everyoneWithout(dan2.name))
  })

  test('after an import, users take turns, however many files each has', async () => {
    const { deps } = lab.product
    // So that the files of other tests are left out.
    await deps.db.query(`UPDATE known_file SET state = 'reading'`)
    for (const name of ['Ann', 'Bob', 'Cat']) await lab.know(`${name},303-440-0001,,,,,`)
    await lab.begin()
    const longer = await lab.know('Ann,303-440-0001,,,,,', 'Bob,303-440-0002,,,,,')
    await lab.load([ann, bob, cat])
    let steps = 0
    await deps.catalog.refresh()
    const current = () => {
      if (++steps > 2) throw new Error('Time is up')
      return deps.catalog.current()
    }
    await expect(matchAgain({ ...deps, catalog: { ...deps.catalog, current } })).rejects.toThrow('Time is up')
    const compared = await deps.db.query<{ id: number }>(
      'SELECT id FROM known_file WHERE version = (SELECT max(version) FROM known_file) ORDER BY id',
    )
    expect(compared.map(({ id }) => id)).toEqual([expect.any(Number), longer])
    await matchAgain(deps)
  })

  test('a business that only its phone seems to be, and its user says is not, is found', async () => {
    const id = await lab.know('Walnut Heating,303-440-0006,,,,,80302')
    expect(await lab.preview()).toMatchObject({ known: 1 })
    await lab.call('POST', `/api/known-files/${id}/decisions`, { row: 2, is: 'none' })
    expect(await lab.preview()).toMatchObject({ known: 0 })
    expect(await lab.found()).toEqual(everyone)
  })

  test('a business is known after it gets another phone', async () => {
    const id = await lab.know('Dan Plumbing of Walnut,303-440-0004,,,,,80302')
    await lab.load([ann, bob, cat, { ...dan, phones: ['303-440-0044'] }, dan2, eve])
    await matchAgain(lab.product.deps)
    expect(await lab.matches(id)).toEqual(['none'])
    expect(await lab.preview()).toMatchObject({ known: 1 })
    expect(await lab.found()).toEqual(everyoneWithout(dan.name))
  })

  test('a row without a ZIP is found in its house in any quarter of a large city, by any name of the city', async () => {
    const brooklyn = { city: 'Brooklyn', region: 'NY', zip: '11239', lat: 40.65, lon: -73.88 }
    await lab.load([{ ...ann, id: 'ny', name: 'Zaro Bakery', phones: null, street: '494 Fifth Avenue', ...brooklyn }])
    const id = await lab.know(
      'Zaro Bakery,,,494 5th Ave,Brooklyn,NY,',
      'ZARO BAKERY,,,494 5th Ave 2nd Fl,BKLYN,NY,',
      'Zaro Bakery,,,496 5th Ave,Brooklyn,NY,',
    )
    const rows = await lab.product.deps.db.query(
      'SELECT row_state AS state FROM known_business WHERE file_id = $1 ORDER BY row',
      [id],
    )
    expect(rows).toEqual([{ state: 'found' }, { state: 'double' }, { state: 'none' }])
  })

  test('they concern one account alone', async () => {
    const other = await signUp(lab.product.app)
    const id = await lab.know('Ann,303-440-0001,,,,,')
    expect(await lab.found(other)).toEqual(everyone)
    expect(await files(other)).toEqual([])
    for (const [method, url] of [
      ['DELETE', ''],
      ['GET', '/file'],
    ] as const)
      expect(refusalOf(await lab.call(method, `/api/known-files/${id}${url}`, undefined, other))).toBe('NOT_FOUND')
    expect(await lab.found()).toEqual(everyoneWithout(ann.name))
  })

  test('the merged rows of one business are found by each of their contacts', async () => {
    await lab.load([ann, { ...ann, id: 'ann-2', phones: ['303-440-0077'] }, bob])
    const id = await lab.know('A.,303-440-0077,,,,,')
    expect(await lab.matches(id)).toEqual(['phone'])
    expect(await lab.found()).toEqual([bob.name])
  })

  test('others with the same phone are not left out, unless the file has only the phone', async () => {
    const bar = { ...ann, id: 'bar', name: 'Quokka Drains', street: '8 Pearl Street', lat: inBoulder.lat + 0.02 }
    await lab.load([ann, bar])
    const id = await lab.know('Ann Plumbing LLC,303-440-0001,,,,,')
    expect(await lab.matches(id)).toEqual(['phone'])
    expect(await lab.preview()).toMatchObject({ matches: 2, known: 1, pulls: 2 })
    expect(await lab.found()).toEqual(['Quokka Drains'])
    await lab.know(',303-440-0001,,,,,')
    expect(await lab.preview()).toMatchObject({ matches: 2, known: 1, owned: 1 })
    expect(await lab.found()).toEqual([])
  })

  test('they are not news for a saved search', async () => {
    const { search: made } = await lab.search()
    await lab.call('POST', '/api/saved-searches', { searchId: made.id, name: 'Plumbers' })
    await runChore(lab.product.deps, 'news')
    await lab.know('Zoe,303-440-0007,,,,,')
    const zoe = { id: 'zoe', name: 'Zoe Plumbing', ...inBoulder, ...atTown, phones: ['303-440-0007'] }
    const yan = { ...zoe, id: 'yan', name: 'Yan Plumbing', phones: ['303-440-0008'], street: '8 Walnut Street' }
    await lab.load([ann, bob, cat, dan, dan2, eve, zoe, yan])
    await runChore(lab.product.deps, 'news')
    const { savedSearches } = (await lab.call('GET', '/api/saved-searches')).json<SavedSearches>()
    expect(savedSearches).toMatchObject([{ newBusinesses: 1 }])
  })

  test("they are part of the download of the account's data, and deleted with the account", async () => {
    await lab.know('Ann,303-440-0001,,,,,', 'Bob,,bobplumbing.org,,,,')
    const data = (await lab.call('GET', '/api/account/data')).json<Record<string, object[]>>()
    expect(data.knownFiles).toMatchObject([{ name: 'crm.csv', row_count: 2 }])
    expect(data.knownBusinesses).toMatchObject([
      { row: 2, name: 'Ann', phone: 13_034_400_001, match: 'phone' },
      { row: 3, domain: 'bobplumbing.org', match: 'website' },
    ])
    const deleted = await lab.call('POST', '/api/account/delete', { currentPassword: 'correct horse battery' })
    expect(deleted.statusCode).toBe(200)
    await runChore(lab.product.deps, 'deleted-accounts')
    for (const table of ['known_file', 'known_business', 'known_place'])
      expect(await lab.product.deps.db.query(`SELECT FROM ${table} WHERE user_id = $1`, [user.user.id])).toEqual([])
  })
})
