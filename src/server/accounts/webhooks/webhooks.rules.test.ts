import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { type Answer, attemptsAtMost, failureOf, faultOfCode, outcomeOf, pauseUntil } from './delivery.rules.ts'
import { newWebhookSecret, signedHeaders } from './signature.rules.ts'
import { type StoredEvent, webhookBody } from './webhook-body.rules.ts'
import { faultOfUrl } from './webhook-url.rules.ts'

const now = new Date('2026-05-01T12:00:00Z')
const HOUR_MS = 3_600_000
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 24 * HOUR_MS)
const answer = (status: number | null, retryAfter: string | null = null): Answer => ({
  status,
  fault: null,
  ms: 1,
  retryAfter,
})

function waitOf(triesLeft: number, random = 0, retryAfter: string | null = null): number | null {
  const { nextAt } = outcomeOf(answer(500, retryAfter), { triesLeft, now, random })
  return nextAt === null ? null : nextAt.getTime() - now.getTime()
}

describe('a signature', () => {
  const body = '{"type":"lead.pulled","data":{}}'

  test('equals the signature that the Standard Webhooks library makes, and the library accepts it', () => {
    const secret = newWebhookSecret()
    const headers = signedHeaders({ id: 'msg_1', body, at: new Date(), secrets: [secret] })
    const library = new Webhook(secret)
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    expect(headers['webhook-signature']).toBe(library.sign('msg_1', at, body))
    expect(library.verify(body, headers)).toEqual(JSON.parse(body))
    expect(() => library.verify(body.replace('lead', 'Lead'), headers)).toThrow('No matching signature')
    expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow('No matching signature')
  })

  test('made with two secrets is accepted by a receiver that has either of them', () => {
    const secrets = [newWebhookSecret(), newWebhookSecret()]
    const headers = signedHeaders({ id: 'msg_1', body, at: new Date(), secrets })
    for (const secret of secrets) expect(() => new Webhook(secret).verify(body, headers)).not.toThrow()
  })
})

describe('after an attempt', () => {
  test('the waits are 5 s, 5 min, 30 min, 2, 5, 10, 14, 20, and 24 h, and then it has failed', () => {
    const hours = [5 / 3600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24]
    const waits = Array.from({ length: attemptsAtMost }, (_, made) => waitOf(attemptsAtMost - made))
    expect(waits).toEqual([...hours.map(each => each * HOUR_MS), null])
  })

  test('a wait is up to a tenth longer, so that messages that failed together spread', () => {
    expect([waitOf(7, 0.5), waitOf(7, 1)]).toEqual([7_560_000, 7_920_000])
  })

  test.each([200, 201, 204, 299])('%d is a success', status => {
    expect(outcomeOf(answer(status), { triesLeft: 10, now, random: 0 }).state).toBe('delivered')
  })

  test.each([null, 301, 307, 400, 404, 429, 500, 503])('%s is a failure that is tried again', status => {
    expect(outcomeOf(answer(status), { triesLeft: 10, now, random: 0 })).toMatchObject({
      state: 'waiting',
      isGone: false,
    })
  })

  test('the answer 410 means that the endpoint is gone, so the message is not sent again', () => {
    expect(outcomeOf(answer(410, '60'), { triesLeft: 10, now, random: 0 })).toEqual({
      state: 'failed',
      nextAt: null,
      pausedUntil: null,
      isGone: true,
    })
  })

  test('Retry-After is obeyed if it is later than the plan, as seconds or as a date, for up to a day', () => {
    expect(waitOf(10, 0, '120')).toBe(120_000)
    expect(waitOf(10, 0, 'Fri, 01 May 2026 13:00:00 GMT')).toBe(HOUR_MS)
    expect(waitOf(7, 0, '120')).toBe(2 * HOUR_MS)
    expect(waitOf(10, 0, '99999999999999999999999')).toBe(24 * HOUR_MS)
  })

  test.each(['', '-5', '0', 'soon', 'NaN', '1e9', '0x10', 'Fri, 01 May 2020 13:00:00 GMT'])(
    'a senseless Retry-After of "%s" is ignored',
    text => expect(pauseUntil(text, now)).toBeNull(),
  )
})

test.each([
  ['ENOTFOUND', 'name'],
  ['ETIMEOUT', 'name'],
  ['ETIMEDOUT', 'timeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'certificate'],
  ['ECONNRESET', 'closed'],
  ['ECONNREFUSED', 'connection'],
  ['EHOSTUNREACH', 'connection'],
  ['', undefined],
])('a call that ends with the code "%s" is listed as %s', (code, fault) => expect(faultOfCode(code)).toBe(fault))

describe('an endpoint that fails', () => {
  test('is turned off after five days of failures', () => {
    expect(failureOf({ failingSince: daysAgo(4.9), lastFailedAt: daysAgo(1) }, now).isTooLong).toBe(false)
    expect(failureOf({ failingSince: daysAgo(5), lastFailedAt: daysAgo(1) }, now).isTooLong).toBe(true)
  })

  test('is not turned off by one failure now and one some time ago', () => {
    expect(failureOf({ failingSince: daysAgo(30), lastFailedAt: daysAgo(27) }, now)).toEqual({
      since: now,
      isTooLong: false,
    })
  })
})

describe('the address of an endpoint', () => {
  test.each(['https://hooks.example/a?b=c', 'https://8.8.8.8/', 'https://[2606:4700::1111]:8443/x'])(
    'can be %s',
    url => {
      expect(faultOfUrl(url, [])).toBeNull()
    },
  )

  test.each([
    'hooks.example',
    'http://hooks.example/',
    'ftp://hooks.example/',
    'javascript:alert(1)',
    'https://user:password@hooks.example/',
    'https://localhost/',
    'https://localhost./',
    'https://LOCALHOST../',
    'https://a.localhost./',
    'https://localhost.localdomain/',
    'https://n8n/',
    'https://printer.local/',
    'https://db.internal./',
    'https://127.0.0.1/',
    'https://127.0.0.1./',
    'https://169.254.169.254/latest/meta-data',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://10.0.0.5:5678/',
  ])('cannot be %s', url => {
    expect(faultOfUrl(url, [])).not.toBeNull()
  })

  test('can be a host that the operator allows, on its port only', () => {
    const allowed = ['10.0.0.5:5678', 'n8n:5678']
    expect(faultOfUrl('http://10.0.0.5:5678/webhook', allowed)).toBeNull()
    expect(faultOfUrl('http://n8n:5678/webhook', allowed)).toBeNull()
    expect(faultOfUrl('http://10.0.0.5:6379/', allowed)).not.toBeNull()
    expect(faultOfUrl('http://n8n/webhook', allowed)).not.toBeNull()
  })
})

test('a body has ids and links', () => {
  const links = { to: (path: string) => `https://leads.example${path}` }
  const event: StoredEvent = { type: 'lead.pulled', content: { searchId: 7, leadIds: [1, 2] } }
  expect(JSON.parse(webhookBody(event, { at: now, links }))).toEqual({
    type: 'lead.pulled',
    timestamp: '2026-05-01T12:00:00.000Z',
    data: {
      searchId: 7,
      searchUrl: 'https://leads.example/api/v1/searches/7',
      leads: [
        { id: 1, url: 'https://leads.example/api/v1/leads/1' },
        { id: 2, url: 'https://leads.example/api/v1/leads/2' },
      ],
    },
  })
})
