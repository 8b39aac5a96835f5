import { expect, test } from 'vitest'
import { describeLead } from './describe-lead.ts'
import { makeLead } from './lead.fixture.ts'

const about = 'Flatirons Plumbing is listed under Plumbing in Boulder, CO, 1.2 miles from the searched point.'

test('a lead without a reason to call is described in one sentence', () => {
  expect(describeLead(makeLead())).toBe(about)
})

test('unknown facts are left out', () => {
  const bare = makeLead({ category: null, city: null, state: null, distanceMiles: null })
  expect(describeLead(bare)).toBe('Flatirons Plumbing is a business.')
})

test('the strongest reason to call is named, once the website was checked', () => {
  const site = {
    grade: 'D' as const,
    score: 55,
    reasons: ['The site has no layout for phones.', 'The site opens without encryption.'],
    shows: ['works' as const],
    missing: ['viewport' as const, 'https' as const],
    platform: null,
    booking: null,
    checkedAt: '2026-04-02T10:00:00.000Z',
  }
  expect(describeLead(makeLead({ site }))).toBe(`${about} A reason to call: the site has no layout for phones.`)
})

test('a business without a website of its own is worth a call', () => {
  const without = makeLead({ website: null, hasWebsite: false })
  expect(describeLead(without)).toBe(`${about} A reason to call: its sources list no website.`)
  const onPlatform = makeLead({ website: 'https://www.facebook.com/flatirons', hasWebsite: false })
  expect(describeLead(onPlatform)).toBe(`${about} A reason to call: its only website is a page on a platform.`)
})

test('no reason to call is given for a business that asked not to be contacted', () => {
  expect(describeLead(makeLead({ doNotContact: true, website: null, hasWebsite: false }))).toBe(about)
})
