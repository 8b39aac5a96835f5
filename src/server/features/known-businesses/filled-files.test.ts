import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FileRow, FileRows, FileSummary, Fill } from '#contract/leads/filled-files.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { plans } from '#contract/plans.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import { addSuppression, removeSuppression } from '#server/catalog/suppression/suppression.usecases.ts'
import type { Network } from '#server/platform/basics/network.ts'
import { type SignedIn, signUp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { ann, bob, cat, createKnownLab, dan, dan2, eve, knownHeader, type KnownLab } from '#tests/support/known-lab.ts'
import { meanwhile } from '#tests/support/meanwhile.ts'
import { refusalOf } from '#tests/support/refusal-of.ts'
import { checkWith, visited } from '#tests/support/visited-sites.ts'
import { continueFilling, fillJob } from './fill-file.usecases.ts'
import { filledFile } from './filled-file.usecases.ts'
import { changesFile } from './list-changes.usecases.ts'
import { matchAgain } from './match-known.usecases.ts'
import { openSheet } from './workbook.ts'
import { readPart, replacePart } from './zip-parts.ts'

const rows = [
  'Ann Plumbing,,,1 Pearl Street,Boulder,CO,80302',
  'Bob Plumbing,,,2 Pearl Street,Boulder,CO,80302',
  'Cat & Daughters Plumbing,(303) 440-0003,,3 Pearl Street,Boulder,CO,80302',
  'Eve Plumbing,,,,,,80302',
  'Zoe Plumbing,,,8 Walnut Street,Boulder,CO,80302',
  'Ann Plumbing,,,1 Pearl Street,Boulder,CO,80302',
  'Dan Plumbing,303-440-0099,danplumbing.org,5 Walnut Street,Boulder,CO,80302',
]
const facts = ['phone', 'website', 'address', 'otherPhone'] as const

const at = (id: number, path = '') => `/api/known-files/${id}${path}`

describeOnBothDatabases('a file that is filled', (open, databaseKind) => {
  let lab: KnownLab
  let user: SignedIn
  beforeAll(async () => {
    lab = await createKnownLab(await open())
  })
  afterAll(() => lab.close())
  beforeEach(async () => {
    user = await lab.begin()
  })

  const summaryOf = async (id: number) => (await lab.call('GET', at(id))).json<FileSummary>()
  const rowsOf = async (id: number, query = '') => (await lab.call('GET', at(id, `/rows${query}`))).json<FileRows>()
  const decide = async (id: number, row: number, is: unknown) =>
    (await lab.call('POST', at(id, '/decisions'), { row, is })).json<FileRow>()
  const begin = (id: number, wish: object = {}) => lab.call('POST', at(id, '/fill'), { facts, maxPulls: 100, ...wish })
  const fill = async (id: number, wish: object = {}) => {
    const started = await begin(id, wish)
    expect(started.statusCode).toBe(202)
    await runDueJobs(lab.product.deps, ['jobs'])
    return (await summaryOf(id)).fill as Fill
  }
  const fileOf = async (id: number) => (await lab.call('GET', at(id, '/file'))).body.split('\n')
  const pullsOf = async () =>
    (
      await lab.product.deps.db.query<{ pulls: number }>(
        `SELECT coalesce(-sum(amount), 0)::int AS pulls FROM ledger_entry WHERE user_id = $1 AND reason = 'leads'`,
        [user.user.id],
      )
    )[0]?.pulls
  const leadsOf = async () => (await lab.call('GET', '/api/leads')).json<Lead[]>()
  const statesOf = async (id: number) => (await rowsOf(id)).rows.map(({ state }) => state)

  test('the summary says what was found, and what the file can get, with masked examples', async () => {
    const id = await lab.know(...rows)
    expect(await statesOf(id)).toEqual(['found', 'found', 'found', 'decide', 'none', 'double', 'found'])
    const summary = await summaryOf(id)
    expect(summary).toMatchObject({
      states: { found: 4, decide: 1, none: 1, double: 1 },
      offers: [
        { fact: 'phone', rows: 1, example: { row: 2, was: '', is: '(303) 440-••••', source: 'Overture Maps (Meta)' } },
        { fact: 'website', rows: 1, example: { row: 3, is: 'bob•••.org' } },
        { fact: 'otherPhone', rows: 1, example: { row: 8, was: '303-440-0099', is: '(303) 440-••••' } },
      ],
      gone: [],
      pullsLeft: 50,
      rowLimit: 200,
      rowsUsed: 0,
      fill: null,
    })
    expect(summary.toPull.reduce((sum, { businesses }) => sum + businesses, 0)).toBe(3)
    expect(await pullsOf()).toBe(0)
  })

  test('a row costs one pull when it gets something, and its business becomes a lead', async () => {
    const id = await lab.know(...rows)
    expect(await fill(id)).toMatchObject({ state: 'done', pulls: 3, filled: 3, row: 8 })
    expect(await pullsOf()).toBe(3)
    expect((await leadsOf()).map(({ businessName }) => businessName).toSorted()).toEqual([ann.name, bob.name, dan.name])
    const lines = await fileOf(id)
    expect(lines.slice(0, -1).map(line => line.split(',')[0])).toEqual(
      ['Company name', ...rows.map(r => r.split(',')[0])].slice(0, -1),
    )
    expect(lines[0]).toBe(
      `${knownHeader},leadline_status,leadline_changed,leadline_old_values,leadline_source,leadline_confirmed_on`,
    )
    expect(lines[1]).toMatch(
      /^Ann Plumbing,\(303\) 440-0001,,1 Pearl Street,Boulder,CO,80302,Filled,Phone,,Overture Maps/,
    )
    expect(lines[3]).toBe(`${rows[2]},Found,,,,`)
    expect(lines[4]).toBe(`${rows[3]},To decide,,,,`)
    expect(lines[5]).toBe(`${rows[4]},Not found,,,,`)
    expect(lines[6]).toBe(`${rows[5]},Twice in the file,,,,`)
    expect(lines[7]).toMatch(/^Dan Plumbing,\(303\) 440-0004,.*,Filled,Other phone,Other phone: 303-440-0099,/)
    // The next release has nothing new.
    await lab.product.deps.db.query('UPDATE known_file SET version = NULL WHERE id = $1', [id])
    await matchAgain(lab.product.deps)
    // The same again finds nothing to do, and a search lists the leads without a charge.
    expect((await summaryOf(id)).offers).toEqual([])
    expect(await fill(id)).toMatchObject({ state: 'done', pulls: 0, filled: 3 })
    const found = await lab.search()
    expect(found.leads).toHaveLength(6)
    expect(await pullsOf()).toBe(6)
  })

  test('a row that is only a phone gets the name', async () => {
    const id = await lab.know(',303-440-0001,,,,,')
    expect((await summaryOf(id)).offers[0]).toMatchObject({ fact: 'name', rows: 1, example: { is: ann.name } })
    expect(await fill(id, { facts: ['name'] })).toMatchObject({ pulls: 1, filled: 1 })
    expect((await fileOf(id))[1]).toMatch(/^Ann Plumbing,303-440-0001,,,,,,Filled,Name,,/)
  })

  test('rows of businesses that are leads already cost nothing', async () => {
    await lab.search()
    const before = await pullsOf()
    const id = await lab.know(...rows)
    const { offers, toPull } = await summaryOf(id)
    expect(offers[0]?.example?.is).toBe('(303) 440-0001')
    expect(toPull.reduce((sum, { businesses }) => sum + businesses, 0)).toBe(0)
    expect(await fill(id, { maxPulls: 0 })).toMatchObject({ state: 'done', pulls: 0, filled: 3 })
    expect(await pullsOf()).toBe(before)
  })

  test('filling stops at the row that the user cannot pay for, and goes on later without a second charge', async () => {
    const id = await lab.know(...rows)
    const setPulls = (left: number) =>
      lab.product.deps.db.query(`UPDATE quota_balance SET balance = $2 WHERE user_id = $1 AND bucket = 'pulls'`, [
        user.user.id,
        left,
      ])
    expect(await fill(id, { maxPulls: 1 })).toMatchObject({ state: 'stopped', pulls: 1, filled: 1, row: 2 })
    await setPulls(1)
    expect(await fill(id)).toMatchObject({ state: 'stopped', pulls: 1, filled: 2, row: 3 })
    await setPulls(48)
    expect(await fill(id)).toMatchObject({ state: 'done', pulls: 1, filled: 3 })
    expect(await pullsOf()).toBe(3)
    expect(await leadsOf()).toHaveLength(3)
  })

  test('a job that runs twice, or is killed and runs again, charges and fills once', async () => {
    const id = await lab.know(...rows)
    await begin(id)
    const { deps } = lab.product
    const payload = { fileId: id, run: 1 }
    const attempt = { id: '', isFirst: true, isLast: true }
    await Promise.all([fillJob.run(deps, payload, attempt), fillJob.run(deps, payload, attempt)])
    await runDueJobs(deps, ['jobs'])
    const { rows: filled } = await rowsOf(id)
    expect(filled.flatMap(({ changes }) => changes.map(({ fact }) => fact))).toEqual(['phone', 'website', 'otherPhone'])
    expect((await summaryOf(id)).fill).toMatchObject({ state: 'done', pulls: 3, filled: 3 })
    expect(await pullsOf()).toBe(3)
  })

  test('a fill without a job, as after a restored backup, goes on', async () => {
    const id = await lab.know(...rows)
    await begin(id)
    await lab.product.deps.db.query("DELETE FROM pgboss.job WHERE name = 'jobs'")
    await continueFilling(lab.product.deps)
    await runDueJobs(lab.product.deps, ['jobs'])
    expect((await summaryOf(id)).fill).toMatchObject({ state: 'done', filled: 3 })
  })

  test('a decision settles a row, is remembered for the next upload, and can be taken back', async () => {
    const id = await lab.know(...rows)
    const [row] = (await rowsOf(id, '?state=decide')).rows
    expect(row).toMatchObject({ row: 5, candidates: [{ cells: { name: 'Eve Plumbing', phone: '(303) 440-••••' } }] })
    const placeId = row?.candidates[0]?.placeId
    expect(await decide(id, 5, { placeId })).toMatchObject({ state: 'found', isDecided: true })
    const again = await lab.know(...rows)
    expect((await rowsOf(again, '?state=decide')).rows).toEqual([])
    expect(await decide(again, 5, 'none')).toMatchObject({ state: 'none', isDecided: true })
    expect(await rowsOf(again, '?state=decided')).toMatchObject({ rows: [{ row: 5, isDecided: true }], total: 1 })
    expect(await summaryOf(again)).toMatchObject({ decided: 1 })
    expect(await decide(again, 5, 'undecided')).toMatchObject({ state: 'decide', isDecided: false })
    expect(await rowsOf(again, '?state=decided')).toMatchObject({ rows: [], total: 0 })
    expect(refusalOf(await lab.call('POST', at(id, '/decisions'), { row: 5, is: { placeId: 'overture:other' } }))).toBe(
      'NOT_FOUND',
    )
  })

  test('a misspelled name with only a town is asked about', async () => {
    const names = [
      'Eve Plumbing',
      'Eve Plubming',
      'Eve Plumming',
      'EvePlumbing',
      'Eve Plumbingg',
      'Eve Heating',
      'Eva Plum',
    ]
    const id = await lab.know(
      ...names.map(name => `${name},,,,Boulder,CO,`),
      'Eve Plumming,,,9 Elm Street,Boulder,CO,80302',
    )
    const asked = (await rowsOf(id, '?state=decide')).rows
    expect(asked.map(({ cells, candidates }) => [cells.name, candidates[0]?.cells.name])).toEqual(
      ['Eve Plumbing', 'Eve Plubming', 'Eve Plumming', 'EvePlumbing', 'Eve Plumbingg'].map(name => [
        name,
        'Eve Plumbing',
      ]),
    )
  })

  test('a row that turns out to be another business, or none, loses what it had got', async () => {
    const id = await lab.know(...rows)
    const placeId = (await rowsOf(id, '?state=decide')).rows[0]?.candidates[0]?.placeId
    await decide(id, 5, { placeId })
    await fill(id)
    expect((await fileOf(id))[4]).toMatch(/^Eve Plumbing,\(303\) 440-0006,.*,Filled,/)
    expect((await decide(id, 5, { placeId })).changes).toHaveLength(2)
    expect(await decide(id, 5, 'undecided')).toMatchObject({ state: 'decide', changes: [] })
    expect((await fileOf(id))[4]).toBe(`${rows[3]},To decide,,,,`)
    const pulls = await pullsOf()
    await decide(id, 5, { placeId })
    expect(await fill(id)).toMatchObject({ pulls: 0, filled: 4 })
    expect(await pullsOf()).toBe(pulls)
    expect(await decide(id, 5, 'none')).toMatchObject({ state: 'none', changes: [] })
    expect((await fileOf(id))[4]).toBe(`${rows[3]},Not found,,,,`)
  })

  test('a later release says which businesses have closed or are no longer listed, and costs nothing', async () => {
    const id = await lab.know(...rows)
    await lab.load([{ ...ann, status: 'permanently_closed' }, cat, dan, dan2, eve])
    await lab.product.deps.catalog.refresh()
    await matchAgain(lab.product.deps)
    expect((await summaryOf(id)).gone).toMatchObject([
      { kind: 'closed', rows: 1, name: 'Ann Plumbing', source: 'Overture Maps', on: '2026-04-02' },
      { kind: 'unlisted', rows: 1, name: 'Bob Plumbing' },
    ])
    expect(await fill(id)).toMatchObject({ pulls: 1, filled: 1 })
    const lines = await fileOf(id)
    expect(lines[1]).toBe(`${rows[0]},Closed,,,Overture Maps,2026-04-02`)
    expect(lines[2]).toBe(`${rows[1]},No longer listed,,,Overture Maps,2026-04-02`)
    await lab.load([ann, bob, cat, dan, dan2, eve])
  })

  test('a file that is not left out is found by searches', async () => {
    const id = await lab.know(...rows)
    expect((await lab.preview()).known).toBe(5)
    expect((await lab.call('PATCH', at(id), { isLeftOut: false })).json()).toMatchObject({ isLeftOut: false })
    await runDueJobs(lab.product.deps, ['jobs'])
    expect((await lab.preview()).known).toBe(0)
    await lab.call('PATCH', at(id), { isLeftOut: true })
    await runDueJobs(lab.product.deps, ['jobs'])
    expect((await lab.preview()).known).toBe(5)
  })

  if (databaseKind === 'embedded') return

  test('a row stays its business when that gets another phone, and what the row has got is compared later', async () => {
    const id = await lab.know('Dan Plumbing,303-440-0004,,,,,80302')
    const others = [ann, bob, cat, dan2, eve]
    const phone = async () => {
      const { changes = [] } = (await rowsOf(id)).rows[0] ?? {}
      return changes.flatMap(({ fact, was, is }) => (fact === 'otherPhone' ? [`${was} > ${is}`] : [])).at(-1)
    }
    await lab.load([...others, { ...dan, phones: ['303-440-0009'] }])
    await matchAgain(lab.product.deps)
    expect(await statesOf(id)).toEqual(['found'])
    expect(await fill(id, { facts: ['otherPhone'] })).toMatchObject({ pulls: 1, filled: 1 })
    expect(await phone()).toBe('303-440-0004 > (303) 440-0009')
    // The first phone again differs from the one that the row has got.
    await lab.load([...others, dan])
    await matchAgain(lab.product.deps)
    expect(await phone()).toBe('(303) 440-0009 > (303) 440-0004')
    await lab.load([ann, bob, cat, dan, dan2, eve])
  })

  test('an undecided row whose business closes does not become one of the others that it might have been', async () => {
    const gil = { ...eve, id: 'gil', name: 'Dan Roofing', phones: ['303-440-0077'], street: '9 Walnut Street' }
    const others = [ann, bob, cat, dan2, eve]
    await lab.load([...others, dan, gil])
    const id = await lab.know('Dan Roofing,303-440-0004,,,,,80302')
    expect((await rowsOf(id)).rows[0]?.candidates.map(({ cells }) => cells.name)).toEqual([dan.name, gil.name])
    const rung = { ...dan, phones: ['303-440-0044'] }
    for (const phones of [['303-440-0066'], ['303-440-0067']]) {
      await lab.load([...others.slice(1), { ...ann, phones }, rung, { ...gil, status: 'permanently_closed' }])
      await matchAgain(lab.product.deps)
      expect((await rowsOf(id)).rows[0]).toMatchObject({ gone: { kind: 'closed' }, candidates: [], changes: [] })
    }
    await lab.load([ann, bob, cat, dan, dan2, eve])
  })

  test('the street that a correction would give is masked, also beside the row', async () => {
    const id = await lab.know('Cat & Daughters Plumbing,(303) 440-0003,,99 Nowhere Street,Boulder,CO,80302')
    const [row] = (await rowsOf(id)).rows
    expect(row).toMatchObject({ state: 'found', changes: [{ fact: 'otherAddress', is: '•••, Boulder, CO, 80302' }] })
    expect(row?.candidates[0]?.cells.street).toBe('•••')
    const same = await lab.know('Cat & Daughters Plumbing,(303) 440-0003,,3 Pearl Street,Boulder,CO,80302')
    expect((await rowsOf(same)).rows[0]?.candidates[0]?.cells.street).toBe(cat.street)
  })

  test('a filled file that is sent and filled again has each column once, and gets only what it lacks', async () => {
    const street =
      'Name,Street,City,State\nAnn Plumbing,1 Pearl Street,Boulder,CO\nZoe Plumbing,8 Walnut Street,Boulder,CO'
    const first = (await lab.send(street)).id
    await fill(first)
    const filled = await fileOf(first)
    expect(filled[1]).toMatch(/^Ann Plumbing,1 Pearl Street,Boulder,CO,\(303\) 440-0001,80302,Filled,"Phone, Address",/)
    const second = (await lab.send(filled.join('\n'))).id
    expect((await summaryOf(second)).offers).toEqual([])
    const again = await fileOf(second)
    expect(again[0]).toBe(filled[0])
    expect(again.slice(1)).toEqual([
      'Ann Plumbing,1 Pearl Street,Boulder,CO,(303) 440-0001,80302,Found,"",,,',
      'Zoe Plumbing,8 Walnut Street,Boulder,CO,,,Not found,,,,',
    ])
  })

  test('our columns follow the last one with text in a workbook that has formats up to the last column', async () => {
    const sent = await writeXlsx({
      sheets: [
        {
          name: 'A',
          rows: [
            ['Name', 'Phone'],
            ['Ann Plumbing', '303-440-0001'],
          ],
        },
      ],
    })
    const { sheet } = await openSheet(sent)
    const xml = readPart(sent, sheet).toString().replace('</row></sheetData>', '<c r="XFD2" s="0"/></row></sheetData>')
    const { id } = await lab.send(replacePart(sent, sheet, Buffer.from(xml)))
    const { rows: records } = await openSheet((await lab.call('GET', at(id, '/file'))).rawPayload)
    const [, { record } = { record: [] }] = await Array.fromAsync(records)
    expect(record.slice(0, 3)).toEqual(['Ann Plumbing', '303-440-0001', 'Found'])
  })

  test('do-not-contact rows stay as they are, and say so', async () => {
    await lab.call('POST', '/api/do-not-contact', { text: '(303) 440-0001' })
    const id = await lab.know(...rows)
    expect((await summaryOf(id)).doNotContact).toBe(2)
    expect(await fill(id)).toMatchObject({ pulls: 2, filled: 2 })
    expect((await fileOf(id))[1]).toBe(`${rows[0]},Do not contact,,,,`)
    const [row] = (await rowsOf(id)).rows
    expect(row?.candidates[0]?.cells).not.toHaveProperty('phone')
  })

  const ways = {
    "the user's own list": () => lab.call('POST', '/api/do-not-contact', { text: '(303) 440-0001' }),
    'the list of everybody': () => addSuppression(lab.product.deps, { kind: 'phone', value: '13034400001' }, 'asked'),
  }
  test.each(Object.entries(ways))('what a row has got is hidden when its business comes to %s', async (_, hide) => {
    const id = await lab.know(...rows)
    await fill(id)
    await hide()
    expect((await fileOf(id))[1]).toBe(`${rows[0]},Do not contact,,,,`)
    expect((await rowsOf(id)).rows[0]?.changes).toEqual([])
    expect((await lab.call('GET', '/api/account/data')).body).not.toContain('440-0001"')
    await removeSuppression(lab.product.deps, { kind: 'phone', value: '13034400001' })
  })

  test('profiles and the check of a website are those of the lead, also for a branch of a chain', async () => {
    const profile = 'https://www.facebook.com/annplumbing'
    const annSite = { websites: ['https://annplumbing.org'], socials: [profile] }
    await lab.load([{ ...ann, ...annSite }, bob, cat, { ...dan, brand: 'Dan' }, dan2, eve])
    const { db } = lab.product.deps
    const ofChain = { kind: 'social' as const, value: 'https://www.instagram.com/dan' }
    await visited(db, 'danplumbing.org', [ofChain], 'read', checkWith({ works: 'no' }))
    await visited(db, 'annplumbing.org', [], 'read', checkWith({ works: 'no' }))
    const id = await lab.know(rows[0] ?? '', rows[6] ?? '')
    await fill(id, { facts: ['profiles', 'websiteCheck', 'otherPhone'] })
    const leads = await leadsOf()
    expect(leads.map(({ socials, site }) => [socials?.join(), site?.grade])).toEqual([
      ['', undefined],
      [profile, 'D'],
    ])
    expect((await rowsOf(id)).rows.map(({ changes }) => changes.map(({ is, source }) => `${is}: ${source}`))).toEqual([
      [
        `${profile}: Overture Maps (Meta)`,
        'D (0): Own website',
        '(303) 440-0001: Overture Maps (Meta)',
        'https://annplumbing.org: Overture Maps (Meta)',
      ],
      ['(303) 440-0004: Overture Maps (Meta)'],
    ])
    await db.query('DELETE FROM site_visit')
    await lab.load([ann, bob, cat, dan, dan2, eve])
  })

  test('a plan that is too small says what fits', async () => {
    const id = await lab.know(...rows)
    await lab.product.deps.db.query('UPDATE known_file SET row_count = $2 WHERE id = $1', [
      id,
      plans.free.filledRows + 1,
    ])
    const refused = await begin(id)
    expect(refusalOf(refused)).toBe('TOO_MANY_FILLED_ROWS')
    expect(refused.body).toContain(
      'Your plan fills and follows 200 rows in all files, and has room for 200 more. This file has 201.',
    )
  })

  test('a file that is being filled cannot be filled from a second tab, and can be stopped', async () => {
    const id = await lab.know(...rows)
    await begin(id)
    expect(refusalOf(await begin(id))).toBe('FILE_BUSY')
    expect(refusalOf(await lab.call('GET', at(id, '/file')))).toBe('FILE_BUSY')
    expect((await lab.call('DELETE', at(id, '/fill'))).json()).toMatchObject({ state: 'canceled', pulls: 0 })
    await runDueJobs(lab.product.deps, ['jobs'])
    expect(await pullsOf()).toBe(0)
    expect(await fill(id)).toMatchObject({ state: 'done', pulls: 3 })
  })

  test('a file that is sent and filled in two tabs at once is two files, whose rows cost once', async () => {
    const ids = await Promise.all([lab.know(...rows), lab.know(...rows)])
    expect(new Set(ids).size).toBe(2)
    await Promise.all(ids.map(id => begin(id)))
    await runDueJobs(lab.product.deps, ['jobs'])
    const fills = await Promise.all(ids.map(summaryOf))
    expect(fills.map(({ fill: done }) => [done?.state, done?.filled])).toEqual([
      ['done', 3],
      ['done', 3],
    ])
    expect([await pullsOf(), (await leadsOf()).length]).toEqual([3, 3])
  })

  test("another account's file does not exist", async () => {
    const id = await lab.know(...rows)
    const other = await signUp(lab.product.app)
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { isLeftOut: false }],
      ['GET', '/rows', undefined],
      ['POST', '/decisions', { row: 5, is: 'none' }],
      ['POST', '/fill', { facts: ['phone'], maxPulls: 1 }],
      ['DELETE', '/fill', undefined],
      ['GET', '/file', undefined],
    ] as const)
      expect(refusalOf(await lab.call(method, at(id, path), body, other))).toBe('NOT_FOUND')
  })

  test("the download of the account's data has the file as it was sent, its rows, and the decisions", async () => {
    const id = await lab.know(...rows)
    await decide(id, 5, 'none')
    const data = (await lab.call('GET', '/api/account/data')).json<Record<string, Record<string, unknown>[]>>()
    const sent = data.knownFileContents?.map(({ base64 }) => Buffer.from(String(base64), 'base64').toString()).join('')
    expect(sent).toBe([knownHeader, ...rows].join('\n'))
    expect(data.knownBusinesses?.[0]).toMatchObject({ row: 2, cells: { name: 'Ann Plumbing' }, row_state: 'found' })
    expect(data.knownDecisions).toMatchObject([{ place_key: null }])
    expect(JSON.stringify(data)).not.toContain('440-0001')
  })

  test("the download of the account's data has each row once, also after many blank lines", async () => {
    const names = Array.from({ length: 600 }, (_, n) => `Shop ${n},,,,Boulder,CO,80302`)
    await lab.know(...names.slice(0, 5), '\n'.repeat(150_000), ...names.slice(5))
    await lab.know(...rows)
    const data = (await lab.call('GET', '/api/account/data')).json<{ knownBusinesses: { id: number }[] }>()
    expect(data.knownBusinesses).toHaveLength(600 + rows.length)
    expect(new Set(data.knownBusinesses.map(({ id }) => id)).size).toBe(600 + rows.length)
  })

  test('a formula in a fact of a place is text in the file', async () => {
    await lab.load([
      { ...ann, name: '=Ann Plumbing', phones: ['303-440-0001'], emails: ['=cmd@ann.example'] },
      bob,
      cat,
      dan,
      dan2,
      eve,
    ])
    const id = await lab.know('An Plumbing,303-440-0001,,1 Pearl Street,Boulder,CO,80302')
    await fill(id, { facts: ['otherName', 'phone'] })
    expect((await fileOf(id))[1]).toMatch(/^'=Ann Plumbing,303-440-0001,/)
    await lab.load([ann, bob, cat, dan, dan2, eve])
  })

  test('a file that is deleted during its download is not found, instead of incomplete', async () => {
    const id = await lab.know(...rows)
    const deps = meanwhile(lab.product.deps, 'FROM known_business b', () => lab.call('DELETE', at(id)))
    const asked = { account: { ...user.user, tier: 'free' } as unknown as Account, network: 'test' as Network, id }
    await expect(filledFile(deps, asked)).rejects.toMatchObject({ errorType: 'NOT_FOUND' })
    const other = await lab.know(...rows)
    const later = meanwhile(lab.product.deps, 'FROM known_change', () => lab.call('DELETE', at(other)))
    const { content } = await changesFile(later, { ...asked, id: other })
    await expect(Array.fromAsync(content)).rejects.toMatchObject({ errorType: 'NOT_FOUND' })
  })

  test('a deleted file leaves nothing behind', async () => {
    const id = await lab.know(...rows)
    await lab.call('DELETE', at(id))
    for (const table of ['known_business', 'known_content', 'known_place'])
      expect(await lab.product.deps.db.query(`SELECT FROM ${table} WHERE user_id = $1`, [user.user.id])).toEqual([])
  })
})
