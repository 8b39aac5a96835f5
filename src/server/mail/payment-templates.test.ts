import { expect, test } from 'vitest'
import { linksOf } from './links.ts'
import { templates } from './templates.ts'

const links = linksOf({ PUBLIC_URL: 'https://leads.example', PORT: 3000 })
const atNight = '2026-12-03T02:00:00.000Z'

test('a mail names the moment at which a plan ends, and its zone: in America it is still the day before', () => {
  const failed = templates['charge-failed']({ username: 'ann', amountCents: 4900, graceEndsAt: atNight }, links)
  expect(failed.paragraphs.at(-1)).toContain('Your plan goes on until December 3, 2026 at 2:00 AM UTC.')
  const cancelled = templates['plan-cancelled']({ username: 'ann', tier: 'pro', endsAt: atNight, given: null }, links)
  expect(cancelled.paragraphs.at(-1)).toContain('stays active until December 3, 2026 at 2:00 AM UTC.')
})
