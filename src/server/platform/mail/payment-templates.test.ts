import { expect, test } from 'vitest'
import { linksOf } from './links.ts'
import { templates } from './templates.ts'

const links = linksOf({ PUBLIC_URL: 'https://leads.example', HOST: '127.0.0.1', PORT: 3000 })
const typed = { username: 'ann' }
const atNight = '2026-12-03T02:00:00.000Z'

test('a receipt states the tax that was charged', () => {
  const charge = { description: 'Pro', totalCents: 5304, taxCents: 404, number: null, hostedUrl: null }
  const { subject, paragraphs } = templates.receipt({ typed, links, ...charge })
  expect(subject).toBe('Receipt for $53.04')
  expect(paragraphs[1]).toContain('$53.04 for Pro, including $4.04 tax.')
})

test('a mail states the time and zone at which a plan ends: in America it is still the day before', () => {
  const failed = templates['charge-failed']({ typed, amountCents: 4900, graceEndsAt: atNight, links })
  expect(failed.paragraphs.at(-1)).toContain('Your plan continues until December 3, 2026 at 2:00 AM UTC.')
  const cancelled = templates['plan-cancelled']({ typed, tier: 'pro', endsAt: atNight, given: null, links })
  expect(cancelled.paragraphs.at(-1)).toContain('stays active until December 3, 2026 at 2:00 AM UTC.')
})
