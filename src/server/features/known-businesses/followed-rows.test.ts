import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FileRows, FileSummary } from '#contract/leads/filled-files.ts'
import type { FileChanges } from '#contract/leads/followed-files.ts'
import type { KnownFiles } from '#contract/leads/known-businesses.ts'
import { runChore } from '#server/entry/job-runner.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import { type SignedIn, signUp } from '#tests/support/app.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { createFollowedLab, everybody, followedRows, type FollowedLab, second } from '#tests/support/followed-lab.ts'
import { ann, dan, eve } from '#tests/support/known-lab.ts'
import { refusalOf } from '#tests/support/refusal-of.ts'
import { untilSomebodyWaits } from '#tests/support/until-somebody-waits.ts'
import { checkWith, visited } from '#tests/support/visited-sites.ts'

describeOnPostgres('the rows of a file that is followed', open => {
  let lab: FollowedLab
  let user: SignedIn
  beforeAll(async () => {
    lab = await createFollowedLab(await open())
  })
  afterAll(() => lab.close())
  beforeEach(async () => {
    user = await lab.begin()
  })

  test('a website that stopped working is reported, also without a release, and marks the row when accepted', async () => {
    const look = async () => {
      for (const chore of ['news-of-websites', 'known-businesses']) await runChore(lab.product.deps, chore)
    }
    const id = await lab.followed(...followedRows)
    const profile = { kind: 'social' as const, value: 'https://www.instagram.com/bob' }
    for (const works of ['yes', 'no'] as const)
      await visited(lab.product.deps.db, 'bobplumbing.org', [profile], 'read', checkWith({ works }))
    // It was read long before.
    await lab.product.deps.db.query(`UPDATE site_fact SET seen_at = '2026-05-05'`)
    await look()
    expect(await lab.shown(id)).toEqual(['3 siteStopped: bobplumbing.org > '])
    await visited(lab.product.deps.db, 'bobplumbing.org', [profile], 'read', checkWith({ works: 'yes' }))
    await look()
    expect(await lab.shown(id)).toEqual([])
    await visited(lab.product.deps.db, 'bobplumbing.org', [profile], 'read', checkWith({ works: 'no' }))
    await look()
    expect(await lab.shown(id)).toEqual(['3 siteStopped: bobplumbing.org > '])
    expect((await lab.fileOf(id))[2]).toBe(`${followedRows[1]},Found,,,,`)
    await lab.decide(id, { changes: 'all', is: 'accepted', maxPulls: 0 })
    expect((await lab.fileOf(id))[2]).toBe(`${followedRows[1]},Website stopped working,,,Own website,2026-11-20`)
    await lab.product.deps.db.query('DELETE FROM site_check')
    const other = await lab.followed(...followedRows)
    await visited(lab.product.deps.db, 'bobplumbing.org', [], 'read', checkWith({ works: 'no' }))
    await lab.compareAgain(other)
    expect(await lab.shown(other)).toEqual([])
    await lab.product.deps.db.query('DELETE FROM site_check')
  })

  test('a business on the do-not-contact list says nothing, and its row stays as it is', async () => {
    const id = await lab.followed(...followedRows)
    await lab.release(second)
    await lab.call('POST', '/api/do-not-contact', { text: '(303) 440-0044' })
    expect((await lab.shown(id)).join()).not.toContain('otherPhone')
    const asked = { changes: [{ row: 5, kind: 'otherPhone' }], is: 'accepted' }
    expect(await lab.decide(id, asked)).toMatchObject({ done: [], pulls: 0, left: 4 })
    expect((await lab.fileOf(id))[4]).toBe(`${followedRows[3]},Found,,,,`)
  })

  test('an accepted change of a business that is gone is masked after its phone comes onto the do-not-contact list', async () => {
    const id = await lab.followed(...followedRows)
    await lab.release(second)
    await lab.decide(id, { changes: [{ row: 5, kind: 'otherPhone' }], is: 'accepted' })
    await lab.release(second.filter(place => !('id' in place) || place.id !== dan.id))
    await lab.call('POST', '/api/do-not-contact', { text: '(303) 440-0044' })
    const { body } = await lab.call('GET', `/api/known-files/${id}/changes/file`)
    expect(body).not.toContain('440-0044')
  })

  test('a digest and the deletion of the account do not deadlock', async () => {
    await lab.followed(...followedRows)
    const digest = await lab.product.deps.db.connect()
    await digest.query('BEGIN')
    await digest.query('SELECT FROM alert_setting WHERE user_id = $1 FOR UPDATE', [user.user.id])
    await lab.call('POST', '/api/account/delete', { currentPassword: 'correct horse battery' })
    const deletion = runChore(lab.product.deps, 'deleted-accounts')
    await Promise.race([deletion, untilSomebodyWaits(lab.product.deps.db)])
    await digest.query('SELECT FROM known_file WHERE user_id = $1 FOR UPDATE', [user.user.id])
    await digest.query('ROLLBACK')
    digest.release()
    await deletion
    expect(await lab.product.deps.db.query('SELECT FROM known_file WHERE user_id = $1', [user.user.id])).toEqual([])
  })

  test('a decision leaves nothing of an account that is deleted at the same time', async () => {
    const { db } = lab.product.deps
    const id = await lab.followed('Eve Plumbing,(303) 440-0098,,,,,80302')
    const other = await db.connect()
    await other.query('BEGIN')
    // The decision waits here after it has seen the file.
    await other.query(
      `INSERT INTO known_decision (user_id, identity, at) SELECT user_id, identity, now() FROM known_business WHERE file_id = $1`,
      [id],
    )
    const decision = lab.call('POST', `/api/known-files/${id}/decisions`, { row: 2, is: 'none' })
    await untilSomebodyWaits(db)
    const deletion = lab.call('POST', '/api/account/delete', { currentPassword: 'correct horse battery' })
    await Promise.race([deletion, untilSomebodyWaits(db, 2)])
    await other.query('ROLLBACK')
    other.release()
    await Promise.all([decision, deletion])
    await runChore(lab.product.deps, 'deleted-accounts')
    expect(await db.query('SELECT FROM known_decision WHERE user_id = $1', [user.user.id])).toEqual([])
  })

  test('a row that its user decides has no news of what was different then', async () => {
    const id = await lab.followed('Eve Plumbing,(303) 440-0098,,,,,80302')
    const { items } = (await lab.call('GET', `/api/known-files/${id}/rows`)).json<FileRows>()
    const is = { placeId: items[0]?.candidates[0]?.placeId }
    await lab.call('POST', `/api/known-files/${id}/decisions`, { row: 2, is })
    await lab.compareAgain(id)
    expect(await lab.shown(id)).toEqual([])
    await lab.release([{ ...eve, phones: ['303-440-0066'] }])
    expect(await lab.shown(id)).toEqual(['2 otherPhone: (303) 440-0098 > (303) 440-••••'])
  })

  test('a business that is no longer listed is not one of its neighbors', async () => {
    const id = await lab.followed('Dan Drains,(303) 440-0005,danplumbing.org,6 Walnut Street,Boulder,CO,80302')
    await lab.release([ann, { ...dan, phones: ['303-440-0005'] }])
    expect(await lab.shown(id)).toEqual(['2 unlisted:  > '])
  })

  test('a row that is found for the first time, or whose business is another one, has no news', async () => {
    const stranger = 'Zoe Plumbing,303-440-0077,,8 Walnut Street,Boulder,CO,80302'
    const id = await lab.followed(...followedRows, stranger)
    await lab.release([
      ...everybody,
      { ...eve, id: 'zoe', name: 'Zoe Plumbing', street: '8 Walnut Street', phones: ['303-440-0078'] },
    ])
    expect((await lab.call('GET', `/api/known-files/${id}`)).json<FileSummary>().states).toMatchObject({ found: 7 })
    expect(await lab.shown(id)).toEqual([])
  })

  test('filling a correction settles its change', async () => {
    const id = await lab.followed(...followedRows)
    await lab.release(second)
    await lab.call('POST', `/api/known-files/${id}/fill`, { facts: ['otherPhone'], maxPulls: 10 })
    expect(refusalOf(await lab.call('POST', `/api/known-files/${id}/changes`, { changes: 'all', is: 'ignored' }))).toBe(
      'FILE_BUSY',
    )
    await runDueJobs(lab.product.deps, ['jobs'])
    expect((await lab.shown(id, '?state=accepted')).map(words => words.split(':')[0])).toEqual([
      '5 otherPhone',
      '7 otherPhone',
    ])
    await lab.decide(id, { changes: [{ row: 7, kind: 'otherPhone' }], is: 'open' })
    expect((await lab.fileOf(id))[6]).toBe(`${followedRows[5]},Found,,,,`)
  })

  test('the plan limits the rows of the files that are filled and followed together, oldest first after a downgrade', async () => {
    const { db } = lab.product.deps
    const id = await lab.know(...followedRows)
    await db.query('UPDATE known_file SET row_count = 195 WHERE id = $1', [id])
    expect((await lab.follow(id)).statusCode).toBe(200)
    const next = await lab.know(...followedRows)
    const refused = await lab.follow(next)
    expect([refusalOf(refused), refused.body]).toEqual([
      'TOO_MANY_FILLED_ROWS',
      expect.stringContaining('has room for 5 more. This file has 6.'),
    ])
    await grantPlan(lab.product.deps, { username: user.user.username, tier: 'starter' })
    expect((await lab.follow(next)).statusCode).toBe(200)
    await db.query(`UPDATE user_account SET subscription_tier = 'free' WHERE id = $1`, [user.user.id])
    await lab.release(second)
    const { files } = (await lab.call('GET', '/api/known-files')).json<KnownFiles>()
    expect(files.map(({ id: file, isPaused }) => [file, isPaused])).toEqual([
      [next, true],
      [id, false],
    ])
    expect([(await lab.changesOf(id)).total, (await lab.changesOf(next)).total]).toEqual([5, 0])
  })

  test('a file that is no longer followed has no news, and begins anew when it is followed again', async () => {
    const id = await lab.followed(...followedRows)
    await lab.follow(id, false)
    await lab.release(second)
    expect(await lab.shown(id)).toEqual([])
    await lab.follow(id)
    expect(await lab.shown(id)).toEqual([])
    await lab.release(everybody)
    await lab.release(second)
    expect((await lab.changesOf(id)).total).toBe(5)
  })

  test('changes come in pages, 100 rows are decided at once, and the file of changes is safe in a spreadsheet', async () => {
    const names = Array.from({ length: 101 }, (_, n) => `Row ${n},303-440-${1000 + n},,,,,80302`)
    const placesNamed = (word: string) =>
      names.map((_, n) =>
        Object.assign({}, ann, { id: `p${n}`, name: `${word} ${n}`, phones: [`303-440-${1000 + n}`] }),
      )
    await lab.load(placesNamed('Row'))
    await lab.product.deps.catalog.refresh()
    const id = await lab.followed(...names)
    await lab.release(placesNamed('=Firm'))
    const first = await lab.changesOf(id)
    expect([first.items.length, first.total, first.nextCursor]).toEqual([50, 101, '51'])
    expect(await lab.shown(id, '?cursor=101')).toEqual(['102 renamed: Row 100 > =Firm 100'])
    // The hundred rows after the first one, which is row 2, fill exactly two pages.
    for (const list of ['rows', 'changes']) {
      const pageAfter = async (row: string | null) =>
        (await lab.call('GET', `/api/known-files/${id}/${list}?cursor=${row}`)).json<FileRows | FileChanges>()
      const one = await pageAfter('2')
      const two = await pageAfter(one.nextCursor)
      const rows = [...one.items, ...two.items].map(({ row }) => row)
      expect(rows).toEqual(Array.from({ length: 100 }, (_, n) => n + 3))
      expect([one.items.length, two.nextCursor]).toEqual([50, null])
    }
    const csv = await lab.call('GET', `/api/known-files/${id}/changes/file`)
    const lines = csv.body.replace('\uFEFF', '').split('\r\n')
    expect(lines.slice(0, 2)).toEqual([
      'Row,Name,Change,Old,New,Source,Seen on,State',
      expect.stringMatching(/^2,Row 0,Renamed,Row 0,'=Firm 0,Overture Maps.*,Open$/),
    ])
    expect(lines).toHaveLength(103)
    const each = names.map((_, n) => ({ row: n + 1, kind: 'renamed' }))
    const refused = await lab.call('POST', `/api/known-files/${id}/changes`, { changes: each, is: 'ignored' })
    expect(refusalOf(refused)).toBe('INVALID_REQUEST')
    expect(await lab.decide(id, { changes: each.slice(1), is: 'ignored' })).toMatchObject({ left: 1 })
    const { done, left } = await lab.decide(id, { changes: each.slice(1), is: 'open' })
    expect([done.length, left]).toEqual([100, 101])
    expect(await lab.decide(id, { changes: 'all', is: 'ignored' })).toMatchObject({ left: 1, stoppedBy: null })
  })

  test('the file of changes is complete, also of thousands of rows', async () => {
    const id = await lab.followed(...followedRows)
    await lab.release(second)
    const copies = `FROM generate_series(1, 210) n, known`
    const { db } = lab.product.deps
    await db.query(
      `INSERT INTO known_business (file_id, row, user_id, cells, identity)
       SELECT file_id, row + n * 10, user_id, cells, identity ${copies}_business WHERE file_id = $1`,
      [id],
    )
    await db.query(
      `INSERT INTO known_change (file_id, row, kind, user_id, was, cells, value, source, found_at, state)
       SELECT file_id, row + n * 10, kind, user_id, was, cells, value, source, found_at, state ${copies}_change WHERE file_id = $1`,
      [id],
    )
    const { total } = await lab.changesOf(id)
    expect(total).toBe(5 * 211)
    expect((await lab.call('GET', `/api/known-files/${id}/changes/file`)).body.trim().split('\r\n')).toHaveLength(
      1 + total,
    )
  })

  test("another account's changes do not exist, and an account's own download has no contact that was not paid for", async () => {
    const id = await lab.followed(...followedRows)
    await lab.release(second)
    const other = await signUp(lab.product.app)
    for (const [method, path, body] of [
      ['GET', '/changes', undefined],
      ['POST', '/changes', { changes: 'all', is: 'accepted' }],
      ['GET', '/changes/file', undefined],
    ] as const)
      expect(refusalOf(await lab.call(method, `/api/known-files/${id}${path}`, body, other))).toBe('NOT_FOUND')
    expect(refusalOf(await lab.call('POST', `/api/known-files/${id}/changes`, { changes: 'all', is: 'open' }))).toBe(
      'INVALID_REQUEST',
    )
    const data = await lab.call('GET', '/api/account/data')
    expect(data.json<Record<string, object[]>>().knownChanges).toHaveLength(6)
    expect(data.body).not.toMatch(/440-0044|Spruce/)
    await lab.call('DELETE', `/api/known-files/${id}`)
    expect(await lab.product.deps.db.query('SELECT FROM known_change WHERE file_id = $1', [id])).toEqual([])
  })
})
