import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countOf } from '#contract/leads/followed-files.ts'
import type { KnownFiles } from '#contract/leads/known-businesses.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { WebhookSender } from '#server/accounts/webhooks/webhook-sender.ts'
import { runChore } from '#server/entry/job-runner.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import type { SignedIn } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { mailQueues, runDueJobs } from '#tests/support/due-jobs.ts'
import {
  createFollowedLab,
  everybody,
  followedRows,
  type FollowedLab,
  moved,
  renamed,
  rung,
  second,
} from '#tests/support/followed-lab.ts'
import { ann, dan, eve } from '#tests/support/known-lab.ts'
import { WebhookReceiver } from '#tests/support/webhook-receiver.ts'

describeOnBothDatabases('a file that is followed', open => {
  let lab: FollowedLab
  let receiver: WebhookReceiver
  let user: SignedIn
  beforeAll(async () => {
    receiver = await new WebhookReceiver().listen()
    lab = await createFollowedLab(await open(), { WEBHOOK_HOSTS: receiver.host, PUBLIC_URL: 'https://leads.example' })
  })
  afterAll(async () => {
    await lab.close()
    await receiver.close()
  })
  beforeEach(async () => {
    user = await lab.begin()
  })

  test('what a later release changes is reported once, and what was different before is not', async () => {
    const id = await lab.followed(...followedRows)
    expect(await lab.changesOf(id)).toEqual({ items: [], total: 0, toPull: 0, nextCursor: null })
    await lab.release(second)
    expect(await lab.shown(id)).toEqual([
      '2 closed:  > ',
      '3 unlisted:  > ',
      '4 moved: 3 Pearl Street, Boulder, CO, 80302 > •••, Boulder, CO, 80302',
      '5 otherPhone: 303-440-0004 > (303) 440-••••',
      '6 renamed: Dan Drains > Flood Heroes',
    ])
    const { items, ...page } = await lab.changesOf(id)
    expect(page).toEqual({ total: 5, toPull: 3, nextCursor: null })
    expect(items[0]).toMatchObject({ name: 'Ann Plumbing', source: 'Overture Maps', state: 'open' })
    const { files } = (await lab.call('GET', '/api/known-files')).json<KnownFiles>()
    expect(files[0]?.openChanges).toEqual({ closed: 1, unlisted: 1, moved: 1, otherPhone: 1, renamed: 1 })
    await lab.compareAgain(id)
    expect(await lab.changesOf(id)).toEqual({ items, ...page })
    expect(await lab.pullsOf(user.user.id)).toBe(0)
  })

  test('an accepted change is in the file and costs one lead, and undoing it restores the row without a refund', async () => {
    const id = await lab.followed(...followedRows)
    await lab.release(second)
    const phone = { changes: [{ row: 5, kind: 'otherPhone' }] }
    expect(await lab.decide(id, { ...phone, is: 'accepted', maxPulls: 0 })).toEqual({
      done: [],
      pulls: 0,
      left: 5,
      stoppedBy: 'maxPulls',
    })
    expect(await lab.decide(id, { ...phone, is: 'accepted' })).toEqual({
      done: phone.changes,
      pulls: 1,
      left: 4,
      stoppedBy: null,
    })
    expect((await lab.fileOf(id))[4]).toMatch(
      /^Dan Plumbing,\(303\) 440-0044,,,,,80302,Filled,Other phone,Other phone: 303/,
    )
    expect((await lab.call('GET', '/api/leads')).json<Lead[]>().map(({ businessName }) => businessName)).toEqual([
      'Dan Plumbing',
    ])
    expect(await lab.decide(id, { ...phone, is: 'open' })).toMatchObject({ pulls: 0, left: 5 })
    expect((await lab.fileOf(id))[4]).toBe(`${followedRows[3]},Found,,,,`)
    expect(await lab.shown(id)).toContain('5 otherPhone: 303-440-0004 > (303) 440-0044')
    expect(await lab.decide(id, { ...phone, is: 'accepted' })).toMatchObject({ pulls: 0, left: 4 })
    expect(await lab.pullsOf(user.user.id)).toBe(1)
    await lab.compareAgain(id)
    expect(await lab.shown(id, '?state=accepted')).toEqual(['5 otherPhone: 303-440-0004 > (303) 440-0044'])
  })

  test('all changes are accepted at once, as far as the leads suffice, and closed businesses are marked for free', async () => {
    const id = await lab.followed(...followedRows)
    await lab.release(second)
    await lab.decide(id, { changes: 'all', is: 'accepted', maxPulls: 0 })
    await lab.product.deps.db.query(`UPDATE quota_balance SET balance = 2 WHERE user_id = $1 AND bucket = 'pulls'`, [
      user.user.id,
    ])
    expect(await lab.decide(id, { changes: 'all', is: 'accepted' })).toMatchObject({
      pulls: 2,
      left: 1,
      stoppedBy: 'quota',
    })
    expect(await lab.decide(id, { changes: 'all', is: 'accepted' })).toEqual({
      done: [],
      pulls: 0,
      left: 1,
      stoppedBy: 'quota',
    })
    expect(await lab.shown(id)).toEqual(['6 renamed: Dan Drains > Flood Heroes'])
    const lines = await lab.fileOf(id)
    expect(lines[1]).toMatch(/,Closed,,,Overture Maps,2026/)
    expect(lines[2]).toMatch(/,No longer listed,,,Overture Maps,2026/)
    expect(lines[3]).toMatch(
      /^Cat & Daughters Plumbing,\(303\) 440-0003,,9 Spruce Street,Boulder,CO,80302,Filled,Other ad/,
    )
    expect(lines[5]).toBe(`${followedRows[4]},Found,,,,`)
    expect(await lab.pullsOf(user.user.id)).toBe(2)
  })

  test('without leads left, all that is free is accepted, also after changes that cost one', async () => {
    const id = await lab.followed(...followedRows)
    await lab.release(second)
    // Dan Drains, the last row with a change, becomes a lead.
    await lab.decide(id, { changes: [{ row: 6, kind: 'renamed' }], is: 'accepted' })
    await lab.decide(id, { changes: [{ row: 6, kind: 'renamed' }], is: 'open' })
    await lab.product.deps.db.query(`UPDATE quota_balance SET balance = 0 WHERE user_id = $1 AND bucket = 'pulls'`, [
      user.user.id,
    ])
    const all = await lab.decide(id, { changes: 'all', is: 'accepted' })
    expect(all.done.map(({ row, kind }) => `${row} ${kind}`)).toEqual(['2 closed', '3 unlisted', '6 renamed'])
    expect(all).toMatchObject({ pulls: 0, left: 2, stoppedBy: null })
    expect(await lab.decide(id, { changes: 'all', is: 'accepted' })).toMatchObject({
      done: [],
      left: 2,
      stoppedBy: 'quota',
    })
    const each = (await lab.changesOf(id)).items.map(({ row, kind }) => ({ row, kind }))
    await lab.decide(id, { changes: [{ row: 6, kind: 'renamed' }], is: 'open' })
    expect(await lab.decide(id, { changes: [...each, { row: 6, kind: 'renamed' }], is: 'accepted' })).toMatchObject({
      done: [{ row: 6, kind: 'renamed' }],
      left: 2,
      stoppedBy: 'quota',
    })
  })

  test('an ignored change stays ignored until the fact changes again, in another value and not in its spelling', async () => {
    const id = await lab.followed(...followedRows)
    await lab.release(second)
    await lab.decide(id, { changes: 'all', is: 'ignored' })
    expect((await lab.fileOf(id))[1]).toBe(`${followedRows[0]},Found,,,,`)
    const respelled = { ...moved, street: '9 Spruce St' }
    await lab.release([respelled, rung, { ...renamed, name: 'Flood Heroes LLC' }, eve])
    expect(await lab.shown(id)).toEqual([])
    expect((await lab.changesOf(id, '?state=ignored')).total).toBe(5)
    await lab.release([{ ...moved, street: '11 Spruce Street' }, { ...dan, phones: ['303-440-0055'] }, renamed, eve])
    expect((await lab.shown(id)).map(words => words.split(':')[0])).toEqual(['4 moved', '5 otherPhone'])
    // A business that is listed again has not closed. If it closes later, that is news.
    await lab.release([ann, moved, rung, renamed, eve])
    expect(await lab.shown(id, '?state=ignored')).not.toContain('2 closed:  > ')
    await lab.release(second)
    expect(await lab.shown(id)).toContain('2 closed:  > ')
  })

  test('every count of changes is that of the list, also when businesses come onto the do-not-contact list', async () => {
    const shop = { ...ann, street: '8 Elm Street', phones: ['303-440-0010'] }
    const mailed = { ...shop, id: 'gil', name: 'Gil Plumbing', emails: ['office@gil.example'] }
    const hosted = { ...shop, id: 'hal', name: 'Hal Plumbing', phones: ['303-440-0011'], emails: ['a@us.hal.example'] }
    await lab.load([...everybody, mailed, hosted])
    await lab.product.deps.catalog.refresh()
    const id = await lab.followed(
      ...followedRows,
      'Gil Plumbing,303-440-0010,,8 Elm Street,Boulder,CO,80302',
      'Hal Plumbing,303-440-0011,,8 Elm Street,Boulder,CO,80302',
    )
    await lab.release([...second, { ...mailed, name: 'Gas Fitters' }, { ...hosted, name: 'Hot Water Center' }])
    for (const [text, rows] of [
      [undefined, [2, 3, 4, 5, 6, 8, 9]],
      ['303-440-0044', [2, 3, 4, 6, 8, 9]],
      ['danplumbing.org', [2, 3, 4, 8, 9]],
      ['overture:cat', [2, 3, 8, 9]],
      ['office@gil.example', [2, 3, 9]],
      ['hal.example', [2, 3]],
      ['overture:ann', [3]],
    ] as const) {
      if (text?.startsWith('overture:') === true)
        await lab.product.deps.db.query(
          `INSERT INTO do_not_contact_entry (user_id, kind, value, created_at) VALUES ($1, 'place', $2, now())`,
          [user.user.id, text],
        )
      else if (text !== undefined) await lab.call('POST', '/api/do-not-contact', { text })
      const { items, total } = await lab.changesOf(id)
      expect([text, items.map(({ row }) => row)]).toEqual([text, rows])
      const { files } = (await lab.call('GET', '/api/known-files')).json<KnownFiles>()
      expect([total, countOf(files[0]?.openChanges ?? {})]).toEqual([rows.length, rows.length])
      expect((await lab.call('GET', `/api/known-files/${id}/changes/file`)).body.split('\r\n')).toHaveLength(
        rows.length + 2,
      )
    }
    expect(await lab.decide(id, { changes: 'all', is: 'ignored' })).toMatchObject({ left: 0 })
    expect((await lab.changesOf(id, '?state=ignored')).total).toBe(1)
    await lab.load(everybody)
  })

  test('programs are told once for a release, and the digest says it once, without contacts', async () => {
    const { deps, clock, mails } = lab.product
    await deps.db.query('UPDATE user_account SET email_verified_at = now() WHERE id = $1', [user.user.id])
    await grantPlan(deps, { username: user.user.username, tier: 'elite' })
    await lab.call('POST', '/api/webhooks', { url: receiver.urlOf('/hook'), events: ['list.changed'] })
    const id = await lab.followed(...followedRows)
    await lab.release(second)
    await lab.compareAgain(id)
    receiver.received = []
    await new WebhookSender(deps).sendDue()
    expect(receiver.received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      {
        type: 'list.changed',
        data: {
          fileId: id,
          name: 'crm.csv',
          changes: { closed: 1, unlisted: 1, moved: 1, otherPhone: 1, renamed: 1 },
          url: `https://leads.example/known-businesses?file=${id}`,
        },
      },
    ])
    const digests = async () => {
      const before = mails.length
      clock.advance({ days: 7 })
      await Promise.all([runChore(deps, 'digests'), runChore(deps, 'digests')])
      await runDueJobs(deps, mailQueues)
      return mails
        .slice(before)
        .filter(({ to, unsubscribeUrl }) => to === user.user.email && unsubscribeUrl !== undefined)
    }
    const [mail, ...others] = await digests()
    expect([mail?.subject, others]).toEqual(['5 changes in your lists', []])
    expect(mail?.text).toContain(
      `crm.csv: 1 closed, 1 is no longer listed, 1 moved, 1 has another phone, 1 has another name. https://leads.example/known-businesses?file=${id}`,
    )
    expect(mail?.text).not.toMatch(/440|Spruce|Flood|Ann/)
    expect(await digests()).toEqual([])
    await deps.db.query(`UPDATE alert_setting SET frequency = 'never' WHERE user_id = $1`, [user.user.id])
    await lab.release(everybody)
    await lab.release(second)
    expect(await digests()).toEqual([])
  })
})
