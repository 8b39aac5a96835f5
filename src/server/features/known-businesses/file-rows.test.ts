import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { knownBusinessLimit } from '#contract/leads/known-businesses.ts'
import { addSuppression, removeSuppression } from '#server/catalog/suppression/suppression.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { type SignedIn, signUp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { at, createFilledLab, type FilledLab, filledRows as rows } from '#tests/support/filled-lab.ts'
import { ann, bob, cat, dan, dan2, eve, knownHeader } from '#tests/support/known-lab.ts'
import { refusalOf } from '#tests/support/refusal-of.ts'
import { checkWith, visited } from '#tests/support/visited-sites.ts'
import { matchAgain } from './match-known.usecases.ts'

describeOnBothDatabases('the rows of a file, as its user sees them', (open, databaseKind) => {
  let lab: FilledLab
  let user: SignedIn
  beforeAll(async () => {
    lab = await createFilledLab(await open())
  })
  afterAll(() => lab.close())
  beforeEach(async () => {
    user = await lab.begin()
  })

  test('a decision settles a row, is remembered for the next upload, and can be taken back', async () => {
    const id = await lab.know(...rows)
    const [row] = (await lab.rowsOf(id, '?state=decide')).items
    expect(row).toMatchObject({ row: 5, candidates: [{ cells: { name: 'Eve Plumbing', phone: '(303) 440-••••' } }] })
    const placeId = row?.candidates[0]?.placeId
    expect(await lab.decide(id, 5, { placeId })).toMatchObject({ state: 'found', isDecided: true })
    const again = await lab.know(...rows)
    expect((await lab.rowsOf(again, '?state=decide')).items).toEqual([])
    expect(await lab.decide(again, 5, 'none')).toMatchObject({ state: 'none', isDecided: true })
    expect(await lab.rowsOf(again, '?state=decided')).toMatchObject({ items: [{ row: 5, isDecided: true }], total: 1 })
    expect(await lab.summaryOf(again)).toMatchObject({ decided: 1 })
    expect(await lab.decide(again, 5, 'undecided')).toMatchObject({ state: 'decide', isDecided: false })
    expect(await lab.rowsOf(again, '?state=decided')).toMatchObject({ items: [], total: 0 })
    expect(refusalOf(await lab.call('POST', at(id, '/decisions'), { row: 5, is: { placeId: 'overture:other' } }))).toBe(
      'NOT_FOUND',
    )
  })

  test('a row that repeated another one is the business itself when the user says that the other is not', async () => {
    const id = await lab.know(
      rows[6] ?? '',
      'Dan Plumbing,303-440-0004,,,,,80302',
      'Dan Plumbing,,danplumbing.org,,,,80302',
    )
    expect(await lab.statesOf(id)).toEqual(['found', 'double', 'double'])
    await lab.decide(id, 2, 'none')
    expect(await lab.statesOf(id)).toEqual(['none', 'found', 'double'])
    await lab.decide(id, 2, 'undecided')
    expect(await lab.statesOf(id)).toEqual(['found', 'double', 'double'])
  })

  test('rows that repeat others stay so while their file is compared again', async () => {
    const again = ['Dan Plumbing,303-440-0004,,,,,80302', 'Dan Plumbing,,danplumbing.org,,,,80302']
    const id = await lab.know(rows[6] ?? '', ...Array.from({ length: 6 }, () => again).flat())
    const states = ['found', ...Array<string>(12).fill('double')]
    expect(await lab.statesOf(id)).toEqual(states)
    const { deps } = lab.product
    await deps.db.query('UPDATE catalog_version SET version = version + 1')
    const { version } = await deps.catalog.refresh()
    await deps.db.query('UPDATE known_file SET version = $2 WHERE id <> $1', [id, version])
    let steps = 0
    const transaction: Db['transaction'] = work => {
      if (++steps > 1) throw new Error('killed')
      return deps.db.background.transaction(work)
    }
    const killed = { ...deps, db: { ...deps.db, background: { ...deps.db.background, transaction } } }
    await expect(matchAgain(killed)).rejects.toThrow('killed')
    expect(await lab.statesOf(id)).toEqual(states)
    await matchAgain(deps)
    expect(await lab.statesOf(id)).toEqual(states)
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
    const asked = (await lab.rowsOf(id, '?state=decide')).items
    expect(asked.map(({ cells, candidates }) => [cells.name, candidates[0]?.cells.name])).toEqual(
      ['Eve Plumbing', 'Eve Plubming', 'Eve Plumming', 'EvePlumbing', 'Eve Plumbingg'].map(name => [
        name,
        'Eve Plumbing',
      ]),
    )
  })

  test('a row without a state is looked for in the largest town of that name', async () => {
    const id = await lab.know(
      'Ann Plumbing,,,1 Pearl Street,Boulder,,',
      'Ann Plumbing,,,1 Pearl Street,Springfield,,',
      'Eve Plumbing,,,,Boulder,,',
    )
    expect(await lab.statesOf(id)).toEqual(['found', 'none', 'decide'])
  })

  test('a row that turns out to be another business, or none, loses what it had got', async () => {
    const id = await lab.know(...rows)
    const placeId = (await lab.rowsOf(id, '?state=decide')).items[0]?.candidates[0]?.placeId
    await lab.decide(id, 5, { placeId })
    await lab.fill(id)
    expect((await lab.fileOf(id))[4]).toMatch(/^Eve Plumbing,\(303\) 440-0006,.*,Filled,/)
    expect((await lab.decide(id, 5, { placeId })).changes).toHaveLength(2)
    expect(await lab.decide(id, 5, 'undecided')).toMatchObject({ state: 'decide', changes: [] })
    expect((await lab.fileOf(id))[4]).toBe(`${rows[3]},To decide,,,,`)
    const pulls = await lab.pullsOf()
    await lab.decide(id, 5, { placeId })
    expect(await lab.fill(id)).toMatchObject({ pulls: 0, filled: 4 })
    expect(await lab.pullsOf()).toBe(pulls)
    expect(await lab.decide(id, 5, 'none')).toMatchObject({ state: 'none', changes: [] })
    expect((await lab.fileOf(id))[4]).toBe(`${rows[3]},Not found,,,,`)
  })

  test('a later release says which businesses have closed or are no longer listed, and costs nothing', async () => {
    const id = await lab.know(...rows)
    await lab.load([{ ...ann, status: 'permanently_closed' }, cat, dan, dan2, eve])
    await lab.product.deps.catalog.refresh()
    await matchAgain(lab.product.deps)
    expect((await lab.summaryOf(id)).gone).toMatchObject([
      { kind: 'closed', rows: 1, name: 'Ann Plumbing', source: 'Overture Maps', on: '2026-04-02' },
      { kind: 'unlisted', rows: 1, name: 'Bob Plumbing' },
    ])
    expect(await lab.fill(id)).toMatchObject({ pulls: 1, filled: 1 })
    const lines = await lab.fileOf(id)
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
      const { changes = [] } = (await lab.rowsOf(id)).items[0] ?? {}
      return changes.flatMap(({ fact, was, is }) => (fact === 'otherPhone' ? [`${was} > ${is}`] : [])).at(-1)
    }
    await lab.load([...others, { ...dan, phones: ['303-440-0009'] }])
    await matchAgain(lab.product.deps)
    expect(await lab.statesOf(id)).toEqual(['found'])
    expect(await lab.fill(id, { facts: ['otherPhone'] })).toMatchObject({ pulls: 1, filled: 1 })
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
    expect((await lab.rowsOf(id)).items[0]?.candidates.map(({ cells }) => cells.name)).toEqual([dan.name, gil.name])
    const rung = { ...dan, phones: ['303-440-0044'] }
    for (const phones of [['303-440-0066'], ['303-440-0067']]) {
      await lab.load([...others.slice(1), { ...ann, phones }, rung, { ...gil, status: 'permanently_closed' }])
      await matchAgain(lab.product.deps)
      expect((await lab.rowsOf(id)).items[0]).toMatchObject({ gone: { kind: 'closed' }, candidates: [], changes: [] })
    }
    await lab.load([ann, bob, cat, dan, dan2, eve])
  })

  test('the street that a correction would give is masked, also beside the row', async () => {
    const id = await lab.know('Cat & Daughters Plumbing,(303) 440-0003,,99 Nowhere Street,Boulder,CO,80302')
    const [row] = (await lab.rowsOf(id)).items
    expect(row).toMatchObject({ state: 'found', changes: [{ fact: 'otherAddress', is: '•••, Boulder, CO, 80302' }] })
    expect(row?.candidates[0]?.cells.street).toBe('•••')
    const same = await lab.know('Cat & Daughters Plumbing,(303) 440-0003,,3 Pearl Street,Boulder,CO,80302')
    expect((await lab.rowsOf(same)).items[0]?.candidates[0]?.cells.street).toBe(cat.street)
  })

  test('do-not-contact rows stay as they are, and say so', async () => {
    await lab.call('POST', '/api/do-not-contact', { text: '(303) 440-0001' })
    const id = await lab.know(...rows)
    expect((await lab.summaryOf(id)).doNotContact).toBe(2)
    expect(await lab.fill(id)).toMatchObject({ pulls: 2, filled: 2 })
    expect((await lab.fileOf(id))[1]).toBe(`${rows[0]},Do not contact,,,,`)
    const [row] = (await lab.rowsOf(id)).items
    expect(row?.candidates[0]?.cells).not.toHaveProperty('phone')
  })

  test('a business that the user takes off the do-not-contact list can be filled again', async () => {
    await lab.call('POST', '/api/do-not-contact', { text: '(303) 440-0001' })
    const id = await lab.know(...rows)
    const [entry] = (await lab.call('GET', '/api/do-not-contact')).json<{ id: number }[]>()
    await lab.call('DELETE', `/api/do-not-contact/${entry?.id}`)
    await matchAgain(lab.product.deps)
    expect(await lab.summaryOf(id)).toMatchObject({ doNotContact: 0 })
    expect(await lab.fill(id)).toMatchObject({ pulls: 3, filled: 3 })
  })

  const ways = {
    "the user's own list": () => lab.call('POST', '/api/do-not-contact', { text: '(303) 440-0001' }),
    'the list of everybody': () => addSuppression(lab.product.deps, { kind: 'phone', value: '13034400001' }, 'asked'),
  }

  test.each(Object.entries(ways))('what a row has got is hidden when its business comes to %s', async (_, hide) => {
    const id = await lab.know(...rows)
    await lab.fill(id)
    await hide()
    expect((await lab.fileOf(id))[1]).toBe(`${rows[0]},Do not contact,,,,`)
    expect((await lab.rowsOf(id)).items[0]?.changes).toEqual([])
    expect((await lab.call('GET', '/api/account/data')).body).not.toContain('440-0001"')
    await removeSuppression(lab.product.deps, { kind: 'phone', value: '13034400001' })
  })

  test.each(Object.entries(ways))(
    'that is so for %s, too, if the catalog does not know it anymore',
    async (_, hide) => {
      const id = await lab.know(...rows)
      await lab.fill(id)
      await lab.load([bob, cat, dan, dan2, eve])
      await lab.product.deps.db.query('DELETE FROM place_change')
      await matchAgain(lab.product.deps)
      expect((await lab.fileOf(id))[1]).toMatch(/^Ann Plumbing,\(303\) 440-0001,.*,Filled,Phone,/)
      await hide()
      expect((await lab.fileOf(id))[1]).toBe(`${rows[0]},Do not contact,,,,`)
      expect((await lab.rowsOf(id)).items[0]).toMatchObject({ state: 'none', changes: [] })
      expect((await lab.call('GET', '/api/account/data')).body).not.toContain('440-0001"')
      await removeSuppression(lab.product.deps, { kind: 'phone', value: '13034400001' })
      await lab.load([ann, bob, cat, dan, dan2, eve])
    },
  )

  test('a row whose lead was returned keeps nothing of it', async () => {
    const id = await lab.know(...rows)
    await lab.fill(id)
    const [lead] = await lab.leadsOf().then(leads => leads.filter(({ businessName }) => businessName === ann.name))
    await lab.product.deps.db.query(
      `WITH hidden AS (UPDATE lead SET do_not_contact = true WHERE id = $1)
       INSERT INTO lead_return (lead_id, user_id, at, fact_stamp, ledger_id)
       SELECT $1, $2, now(), 1, max(id) FROM ledger_entry WHERE user_id = $2`,
      [lead?.id, user.user.id],
    )
    expect((await lab.fileOf(id))[1]).toBe(`${rows[0]},Do not contact,,,,`)
    expect((await lab.rowsOf(id)).items[0]?.changes.map(({ is }) => is)).toEqual([])
  })

  test('a business that was returned is not sold again as it is', async () => {
    await lab.search()
    const id = await lab.know(rows[0] ?? '', rows[6] ?? '')
    const [lead] = await lab.leadsOf().then(leads => leads.filter(({ businessName }) => businessName === ann.name))
    await lab.call('POST', '/api/leads/reports', { leadIds: [lead?.id], reason: 'wrong_number' })
    const paid = await lab.pullsOf()
    expect(await lab.fill(id)).toMatchObject({ state: 'done', pulls: 0, filled: 1 })
    expect((await lab.fileOf(id))[1]).toBe(`${rows[0]},Do not contact,,,,`)
    expect(await lab.summaryOf(id)).toMatchObject({ offers: [], doNotContact: 1 })
    // With another number, it is new.
    await lab.load([{ ...ann, phones: ['303-440-0041'] }, bob, cat, dan, dan2, eve])
    await matchAgain(lab.product.deps)
    expect(await lab.fill(id)).toMatchObject({ state: 'done', pulls: 1, filled: 2 })
    expect((await lab.fileOf(id))[1]).toMatch(/^Ann Plumbing,\(303\) 440-0041,/)
    expect(await lab.pullsOf()).toBe((paid ?? 0) + 1)
    await lab.load([ann, bob, cat, dan, dan2, eve])
  })

  test('what a row does not get because of the do-not-contact list is not offered again', async () => {
    const id = await lab.know(...rows)
    await lab.call('POST', '/api/do-not-contact', { text: '303-440-0001' })
    expect(await lab.fill(id)).toMatchObject({ state: 'done', pulls: 2, filled: 2 })
    expect(await lab.summaryOf(id)).toMatchObject({ offers: [], toPull: [], doNotContact: 1 })
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
    await lab.fill(id, { facts: ['profiles', 'websiteCheck', 'otherPhone'] })
    const leads = await lab.leadsOf()
    expect(leads.map(({ socials, site }) => [socials?.join(), site?.grade])).toEqual([
      ['', undefined],
      [profile, 'D'],
    ])
    expect(
      (await lab.rowsOf(id)).items.map(({ changes }) => changes.map(({ is, source }) => `${is}: ${source}`)),
    ).toEqual([
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

  test('the most decisions of an account are as many as its files can have rows, and one of them can be changed', async () => {
    const id = await lab.know(...rows)
    await lab.decide(id, 5, 'none')
    await lab.product.deps.db.query(
      `INSERT INTO known_decision (user_id, identity, at)
       SELECT $1, decode(lpad(n::text, 8, '0'), 'hex'), now() FROM generate_series(1, $2::int) n`,
      [user.user.id, knownBusinessLimit - 1],
    )
    const decide = (row: number, is: string) => lab.call('POST', at(id, '/decisions'), { row, is })
    const refused = await decide(2, 'none')
    expect([refusalOf(refused), refused.json()]).toMatchObject([
      'TOO_MANY_KNOWN_BUSINESSES',
      { message: 'You have decided what 200,000 rows are. Take some decisions back first.' },
    ])
    expect((await decide(5, 'none')).statusCode).toBe(200)
    expect((await decide(5, 'undecided')).statusCode).toBe(200)
    expect((await decide(2, 'none')).statusCode).toBe(200)
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
    await lab.decide(id, 5, 'none')
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

  test('a deleted file leaves nothing behind', async () => {
    const id = await lab.know(...rows)
    await lab.call('DELETE', at(id))
    for (const table of ['known_business', 'known_content', 'known_place'])
      expect(await lab.product.deps.db.query(`SELECT FROM ${table} WHERE user_id = $1`, [user.user.id])).toEqual([])
  })
})
