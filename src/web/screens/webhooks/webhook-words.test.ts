import { expect, test } from 'vitest'
import type { WebhookAttempt } from '#contract/accounts/webhooks.ts'
import { attemptLabel } from './webhook-words.ts'

const label = (own: Partial<WebhookAttempt>) =>
  attemptLabel({ id: 1, at: '2026-02-02T10:00:00.000Z', status: null, fault: null, ms: 0, ...own })

test.each([
  ['timeout', 'No answer'],
  ['name', 'The name of the host was not found'],
  ['connection', 'No connection'],
  ['certificate', 'No secure connection: check its certificate'],
  ['closed', 'Connection closed without an answer'],
  ['answer', 'Not a valid HTTP answer'],
  ['address', 'Not a public address'],
  ['redirect', 'Redirected'],
  ['secret', 'The secret cannot be read: replace it'],
  ['off', 'Not sent: the webhook was turned off'],
  ['plan', 'Not sent: your plan has no API access'],
  ['disabled', 'Not sent: your account was disabled'],
] as const)('the history says why a message was not received: %s', (fault, words) => {
  expect(label({ fault })).toBe(words)
})

test('the history says how long the receiver took', () => {
  expect([999, 1000, 1549, 15_000].map(ms => label({ status: 503, ms }))).toEqual([
    '503 after 999 ms',
    '503 after 1 s',
    '503 after 1.5 s',
    '503 after 15 s',
  ])
})
