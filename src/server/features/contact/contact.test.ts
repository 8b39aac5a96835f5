import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { countContactMessages, listContactMessages, markContactMessageRead } from './contact.usecases.ts'

const good = {
  name: 'Ann Lee',
  email: 'ann@example.com',
  subject: 'Custom plan',
  message: 'We need 50,000 leads a month.',
}

describeOnPostgres('contact messages', open => {
  let product: TestApp
  beforeAll(async () => {
    const settings = { SUPPORT_EMAIL: 'help@example.com', SUPPORT_PHONE: '(555) 555-0123' }
    product = await createTestApp({ db: await open(), settings })
  })
  beforeEach(() => product.deps.db.query('TRUNCATE contact_message, rate_limit RESTART IDENTITY'))
  afterAll(() => product.app.close())

  const send = (payload: object, { address = '192.0.2.1', headers = {} } = {}) =>
    product.app.inject({ method: 'POST', url: '/api/contact', payload, headers, remoteAddress: address })
  const stored = () => listContactMessages(product.deps.db, { limit: 100, before: null })

  test('a message is stored as unread, with its time, and answered with thanks', async () => {
    const answer = await send({
      ...good,
      name: '  Ann   Lee ',
      subject: 'Custom\r\nplan',
      message: ' Line one\nline two ',
    })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({ message: "Thank you for contacting us. We'll get back to you soon!" })
    const createdAt = product.clock.now()
    expect(await stored()).toEqual([{ ...good, id: 1, message: 'Line one\nline two', status: 'unread', createdAt }])
  })

  test.each([
    ['name', 'A', 'Name must be at least 2 characters.'],
    ['email', 'ann@', 'Please enter a valid email address.'],
    ['subject', 'Help', 'Subject must be at least 5 characters.'],
    ['message', 'Too short', 'Message must be at least 10 characters.'],
  ])(
    "an invalid or missing %s is refused with the form's message, and nothing is stored",
    async (path, wrong, message) => {
      for (const value of [wrong, ' '.repeat(12), undefined]) {
        const answer = await send({ ...good, [path]: value })
        expect({ status: answer.statusCode, body: answer.json<unknown>() }).toEqual({
          status: 400,
          body: { message, errorType: 'INVALID_REQUEST', issues: [{ path, message }] },
        })
      }
      expect(await stored()).toEqual([])
    },
  )

  test.each([
    ['name', 100],
    ['subject', 200],
    ['message', 5000],
  ])('a %s can have at most %i characters', async (path, longest) => {
    expect((await send({ ...good, [path]: 'x'.repeat(longest) })).statusCode).toBe(201)
    const answer = await send({ ...good, [path]: 'x'.repeat(longest + 1) })
    expect(answer.json()).toMatchObject({ message: `String must contain at most ${longest} character(s)` })
  })

  test('an address can send 30 messages an hour; other addresses have their own limit', async () => {
    for (let sent = 0; sent < 30; sent++) expect((await send(good)).statusCode).toBe(201)
    const refused = await send(good)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('3600')
    expect(await countContactMessages(product.deps.db)).toMatchObject({ total: 30 })
    expect((await send(good, { address: '192.0.2.2' })).statusCode).toBe(201)
    product.clock.advance({ hours: 1 })
    expect((await send(good)).statusCode).toBe(201)
  })

  test('a message from another site is refused and not stored', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ])
      expect((await send(good, { headers })).statusCode).toBe(403)
    expect(await stored()).toEqual([])
  })

  test('messages are listed newest first, in pages, and counted', async () => {
    for (const subject of ['First question', 'Second question', 'Third question']) await send({ ...good, subject })
    const { db } = product.deps
    const subjects = async (page: { limit: number; before: number | null }) =>
      (await listContactMessages(db, page)).map(({ subject }) => subject)
    expect(await subjects({ limit: 2, before: null })).toEqual(['Third question', 'Second question'])
    expect(await subjects({ limit: 2, before: 2 })).toEqual(['First question'])
    expect(await countContactMessages(db)).toEqual({ total: 3, unread: 3 })
  })

  test('a message marked as read stays read; an unknown one is refused', async () => {
    await send(good)
    const { db } = product.deps
    for (let time = 0; time < 2; time++)
      expect(await markContactMessageRead(db, 1)).toMatchObject({ ...good, id: 1, status: 'read' })
    expect((await stored()).map(({ status }) => status)).toEqual(['read'])
    expect(await markContactMessageRead(db, 2)).toBeUndefined()
  })

  test('the support details come from the settings', async () => {
    const answer = await product.app.inject('/api/support')
    expect(answer.json()).toEqual({ email: 'help@example.com', phone: '(555) 555-0123' })
  })
})
