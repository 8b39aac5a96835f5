import { readFileSync } from 'node:fs'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { type DatedDoNotContactEntry, namedRows, type OwnFileAdded } from '#contract/leads/do-not-contact.ts'
import { knownFilesPerDay } from '#contract/leads/known-businesses.ts'
import { knownFileRows } from '#contract/leads/known-fields.ts'
import type { ListPage } from '#contract/lists.ts'
import { plans } from '#contract/plans.ts'
import { importLimit } from '#server/features/known-businesses/known-businesses.usecases.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import { hitRateLimit } from '#server/platform/limits/rate-limit.ts'
import { refusalOf } from '#tests/support/refusal-of.ts'
import { uploaderOf } from '#tests/support/upload-file.ts'
import { describeWithUserOnPostgres, type UserLab } from '#tests/support/user-lab.ts'

const listOf = async ({ product, user }: UserLab) =>
  (await product.app.inject({ url: '/api/do-not-contact?limit=200', headers: { cookie: user.cookie } })).json<
    ListPage<DatedDoNotContactEntry>
  >()
const uploadTo = (lab: UserLab, payload: string | Buffer) => lab.upload('/api/do-not-contact/import', payload)
const sendTo = async (lab: UserLab, payload: string | Buffer) => (await uploadTo(lab, payload)).json<OwnFileAdded>()

const phones = (count: number, from = 0) =>
  Array.from(
    { length: count },
    (_, n) => `303-${400 + Math.floor((from + n) / 10_000)}-${String((from + n) % 10_000).padStart(4, '0')}`,
  )

describeWithUserOnPostgres("files for the user's own do-not-contact list", lab => {
  const upload = (payload: string | Buffer) => uploadTo(lab, payload)
  const send = (payload: string | Buffer) => sendTo(lab, payload)
  const list = () => listOf(lab)
  const values = async () => (await list()).items.map(({ kind, value }) => `${kind} ${value}`).toSorted()
  const everyKind = ['domain annplumbing.org', 'email bob@gmail.com', 'phone 13034400001', 'phone 13034400002']
  const refused = async (payload: string | Buffer) => (await upload(payload)).json<{ message: string }>().message

  test('a CSV, a workbook, and a text without column names give the same entries', async () => {
    const rows = [
      ['Company', 'Phone', 'Website', 'Email'],
      ['Ann Plumbing', '(303) 440-0001', 'https://www.annplumbing.org/about', ''],
      ['Bob Plumbing', '+1 303 440 0002', 'facebook.com/bob', 'Bob@Gmail.com'],
    ]
    const expected = { rows: 2, added: 4, known: 0, unusable: 0, full: 0, notAdded: [], hasMore: false }
    const csv = rows.map(row => row.join(',')).join('\n')
    expect(await send(csv)).toEqual(expected)
    expect(await values()).toEqual(everyKind)
    expect(await send(csv)).toEqual({ ...expected, added: 0, known: 4 })
    await lab.begin()
    expect(await send(Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows }] })))).toEqual(expected)
    expect(await values()).toEqual(everyKind)
    await lab.begin()
    const text = '(303) 440-0001\nannplumbing.org\n303.440.0002; bob@gmail.com\n'
    expect(await send(text)).toEqual({ ...expected, rows: 3 })
    expect(await values()).toEqual(everyKind)
  })

  test('rows without a contact of one business are named with their number', async () => {
    const file =
      'Phone,Note\n303-440-0001,\nfacebook.com,a platform\n12345,too short\novertrue:ann,\n,\n303-440-0001,twice'
    const { notAdded, hasMore, ...counts } = await send(file)
    expect(hasMore).toBe(false)
    expect(counts).toEqual({ rows: 5, added: 1, known: 1, unusable: 3, full: 0 })
    expect(notAdded).toMatchObject([
      { text: 'facebook.com, a platform', reason: 'unusable' },
      { text: '12345, too short', reason: 'unusable' },
      { text: 'overtrue:ann', reason: 'unusable' },
    ])
    expect(notAdded[0]?.row).toBe(3)
    const many = await send('nothing\n'.repeat(namedRows + 11))
    expect([many.unusable, many.notAdded.length]).toEqual([namedRows + 10, namedRows])
  })

  test('what the plan has room for is added, and the other rows are named', async () => {
    const room = plans.free.doNotContactEntries
    const file = ['303-440-0001', ...phones(room + 20), '303-440-0001']
    const { notAdded, hasMore, ...counts } = await send(file.join('\n'))
    expect(hasMore).toBe(false)
    expect(counts).toEqual({ rows: room + 22, added: room, known: 1, unusable: 0, full: 21 })
    expect(notAdded.map(({ row, text }) => [row, text])).toEqual(
      file.slice(room, -1).map((text, index) => [room + 1 + index, text]),
    )
    expect((await list()).total).toBe(room)
    // A list that is full takes nothing, and knows what it has.
    expect(await send(file.slice(0, 3).join('\n'))).toMatchObject({ added: 0, known: 3, full: 0 })
    await grantPlan(lab.product.deps, { username: lab.user.user.username, tier: 'starter' })
    expect(await send(file.join('\n'))).toMatchObject({ added: 21, full: 0, notAdded: [] })
  })

  test('a file that cannot be read is refused with the reason, and so is one too many', async () => {
    expect(await refused('')).toMatch(/empty|Invalid/i)
    expect(await refused(Buffer.from('%PDF-1.7'))).toMatch(/PDF/)
    expect(await refused(readFileSync('public/social.png'))).toMatch(/not a table of text/)
    expect((await list()).total).toBe(0)
    const { db, clock } = lab.product.deps
    for (let n = 0; n < knownFilesPerDay - 3; n++)
      await hitRateLimit(db, importLimit(uploaderOf(lab.user)), clock.now())
    expect(refusalOf(await upload('303-440-0001'))).toBe('UNCONFIRMED_LIMIT')
  })
})

describeWithUserOnPostgres("long files for the user's own do-not-contact list", lab => {
  test('a long file is added step by step, and one that is too long is read up to the limit', async () => {
    const whole = { rows: knownFileRows, unusable: knownFileRows, hasMore: false }
    expect(await sendTo(lab, `Phone${'\nnothing'.repeat(knownFileRows)}`)).toMatchObject(whole)
    const longer = ['Phone', ...phones(knownFileRows), '303-555-0001'].join('\n')
    const room = plans.free.doNotContactEntries
    const most = { rows: knownFileRows, hasMore: true }
    expect(await sendTo(lab, longer)).toMatchObject({ ...most, added: room, full: knownFileRows - room })
    await grantPlan(lab.product.deps, { username: lab.user.user.username, tier: 'elite' })
    expect(await sendTo(lab, longer)).toMatchObject({ ...most, added: knownFileRows - room, known: room, full: 0 })
    expect((await listOf(lab)).total).toBe(knownFileRows)
  })
})
