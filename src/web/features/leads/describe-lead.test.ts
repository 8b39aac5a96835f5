import { expect, test } from 'vitest'
import { describeLead } from './describe-lead.ts'
import { makeLead } from './lead.fixture.ts'

test("the description consists of the lead's own data", () => {
  expect(describeLead(makeLead())).toBe(
    'Flatirons Plumbing is listed under Plumbing in Boulder, CO, 1.2 miles from the searched point. You can reach it by phone, email, or its website. Customers rate it 4.6 out of 5. It scores 84 of 100 points, which makes it an excellent lead. Its listing was last confirmed on Apr 1, 2026.',
  )
})

test('unknown facts are left out or stated plainly', () => {
  const bare = makeLead({
    category: null,
    city: null,
    state: null,
    distanceMiles: null,
    phoneNumber: null,
    email: null,
    website: null,
    rating: null,
    lastConfirmed: null,
    qualityScore: 12,
  })
  expect(describeLead(bare)).toBe(
    'Flatirons Plumbing is a business. We do not know how to reach it. It scores 12 of 100 points, which makes it a basic lead.',
  )
})

test('the score of a business that is no longer listed is called a former one', () => {
  expect(describeLead(makeLead({ isListed: false }))).toContain(
    'It scored 84 of 100 points when its source still listed it. Its listing was last confirmed on Apr 1, 2026.',
  )
})

test('a rating that only the business itself states is called so', () => {
  const own = {
    fact: 'rating',
    source: 'site',
    sourceName: 'Own website',
    license: '',
    confirmedOn: null,
    release: null,
  } as const
  expect(describeLead(makeLead({ factSources: [own] }))).toContain(
    'Its own website says that customers rate it 4.6 out of 5.',
  )
})

const checked = {
  grade: 'D',
  score: 55,
  reasons: ['The site has no layout for phones.', 'The site opens without encryption.'],
  shows: ['works'],
  missing: ['viewport', 'https'],
  platform: null,
  booking: null,
  checkedAt: '2026-04-02T10:00:00.000Z',
} as const

test('the strongest reason to call is named, once the website was checked', () => {
  const site = { ...checked, reasons: [...checked.reasons], shows: [...checked.shows], missing: [...checked.missing] }
  expect(describeLead(makeLead({ site }))).toContain('A reason to call: the site has no layout for phones.')
  expect(describeLead(makeLead())).not.toContain('reason to call')
})
