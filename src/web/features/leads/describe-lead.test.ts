import { expect, test } from 'vitest'
import { describeLead } from './describe-lead.ts'
import { makeLead } from './lead.fixture.ts'

test('a lead is described by its own data', () => {
  expect(describeLead(makeLead())).toBe(
    'Flatirons Plumbing is listed under Plumbing in Boulder, CO, 1.2 miles from the searched point. It can be reached by phone, email, or its website. Customers rate it 4.6 out of 5. With 84 of 100 points it counts as an excellent lead. Its entry was last confirmed on Apr 1, 2026.',
  )
})

test('what is not known is left out or said plainly', () => {
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
    'Flatirons Plumbing is a business. No way to reach it is known. With 12 of 100 points it counts as a basic lead.',
  )
})
