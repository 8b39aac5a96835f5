import { expect, test } from 'vitest'
import type { Lead } from '#contract/leads/leads.ts'
import type { LeadWebsite } from '#contract/leads/site-check.ts'
import { makeLead } from '../../features/leads/lead.fixture.ts'
import { matchesFilter, readFilter } from './lead-filter.rules.ts'

const site: LeadWebsite = {
  grade: 'D',
  score: 55,
  reasons: [],
  shows: ['works', 'https'],
  missing: ['viewport', 'booking'],
  platform: 'Wix',
  booking: null,
  checkedAt: '2026-04-02T10:00:00.000Z',
}
const broken = { ...site, shows: [], missing: ['works' as const] }

test.each<[string, Partial<Lead>, boolean]>([
  ['site=none', { website: null, hasWebsite: false }, true],
  ['site=none', {}, false],
  ['site=social', { website: 'https://facebook.com/ann', hasWebsite: false }, true],
  ['site=social', {}, false],
  ['site=broken', { site: broken }, true],
  ['site=broken', { site }, false],
  ['grade=C', { site }, true],
  ['grade=F', { site }, false],
  ['grade=A', {}, false],
  ['missing=viewport,booking', { site }, true],
  ['missing=viewport,analytics', { site }, false],
  ['missing=viewport', {}, false],
  ['shows=https', { site }, true],
  ['builtWith=wix', { site }, true],
  ['builtWith=WordPress', { site }, false],
  ['profile=facebook', { socials: ['https://www.facebook.com/ann'] }, true],
  ['profile=x', { socials: ['https://twitter.com/ann'] }, true],
  ['profile=x', { socials: ['https://netflix.com/ann'] }, false],
  ['profile=yelp', {}, false],
])('with %s in the address, a list shows only leads that match', (query, lead, isShown) => {
  const filter = readFilter(new URLSearchParams(query))
  expect(Object.keys(filter)).toHaveLength(1)
  expect(matchesFilter(makeLead(lead), filter)).toBe(isShown)
})
