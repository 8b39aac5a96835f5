import { expect, test } from 'vitest'
import { linksOf } from './links.ts'
import { templates } from './templates.ts'

const links = linksOf({ PUBLIC_URL: 'https://leads.example', HOST: '127.0.0.1', PORT: 3000 })
const typed = { username: 'ann' }
const about = { typed, links }

test.each([
  ['failed', 'Every message to it has failed for five days.'],
  ['gone', 'It answered that it is gone for good (410).'],
  ['full', 'More than 10,000 messages were waiting for it.'],
] as const)('the mail about a webhook that was turned off says why: %s', (reason, words) => {
  const { paragraphs } = templates['webhook-off']({ links, typed: { ...typed, host: 'hooks.example' }, reason })
  expect(paragraphs[1]).toBe(`We have turned off your webhook at hooks.example. ${words}`)
})

test.each([
  ['read', 'read your leads.'],
  ['search', 'read your leads and search.'],
  ['write', 'read your leads, search, and change your leads, lists, saved searches, and webhooks.'],
] as const)('the mail about a new API key says what it can do: %s', (scope, words) => {
  const { paragraphs } = templates['api-key-created']({ links, typed: { ...typed, name: 'CRM' }, scope })
  expect(paragraphs[1]).toBe(`Your account has a new API key, “CRM”. It can ${words}`)
})

test.each([
  [true, 'has ended because we could not charge your card for its next month. You owe nothing.'],
  [false, 'was canceled and has ended.'],
])('the mail about the end of a plan says why it ended (unpaid: %s), and what follows', (isUnpaid, words) => {
  const mailFor = (present: string) => templates['plan-ended']({ ...about, tier: 'pro', isUnpaid, present })
  expect(mailFor('free').subject).toBe('Your Pro plan has ended')
  expect(mailFor('free').paragraphs[1]).toContain(`Your Pro plan ${words} Your account is now on the Free plan.`)
  expect(mailFor('starter').paragraphs[1]).toContain('Your account is now on your complimentary Starter plan.')
})

test.each([
  [false, 'Your extra leads were refunded', 'Your payment for 300 extra leads was refunded.'],
  [true, 'Your payment is disputed', 'Your payment for 300 extra leads is disputed with your bank.'],
])('the mail about leads that were taken back says whether the payment is disputed: %s', (isDisputed, ...words) => {
  const { subject, paragraphs } = templates['leads-refunded']({ ...about, leads: 300, isDisputed })
  expect([subject, paragraphs[1]]).toEqual([words[0], expect.stringContaining(words[1])])
})

test.each([
  [true, null, 'It renews as usual until then. You keep your leads.'],
  [false, null, 'You will not be charged again. You keep your leads.'],
  [
    false,
    'starter',
    'You will not be charged again. Your complimentary Starter plan starts then. You keep your leads.',
  ],
])('the mail about a canceled plan says what happens until it ends, and then', (renewsBefore, given, words) => {
  const endsAt = '2026-12-03T02:00:00.000Z'
  const { paragraphs } = templates['plan-cancelled']({ ...about, tier: 'pro', endsAt, renewsBefore, given })
  expect(paragraphs[1]).toContain(words)
})
