import { describe, expect, test } from 'vitest'
import { asksNotToBeTracked, keptReferrer, type Served, servedPage } from './visits.rules.ts'
import { allowsVisit, newVisitLimit, secondsUntilNextWindow } from './visits.usecases.ts'

const served = (own: Partial<Served> = {}): Served => ({
  method: 'GET',
  status: 200,
  pathname: '/about',
  headers: { accept: 'text/html,*/*' },
  ...own,
})

describe('an answer is a visit', () => {
  test.each([
    ['of a page', served(), '/about'],
    ['of a page named with a slash at its end', served({ pathname: '/about/' }), '/about'],
    ['of the landing page', served({ pathname: '/' }), '/'],
    ['of a page that the browser still has', served({ status: 304 }), '/about'],
  ])('%s', (_title, answer, page) => expect(servedPage(answer)).toBe(page))

  test.each([
    ['of a file', served({ pathname: '/assets/main.js' })],
    ['of a path that is no page', served({ pathname: '/nothing', status: 404 })],
    ['that failed', served({ status: 500 })],
    ['to a program that wants no page', served({ headers: { accept: '*/*' } })],
    ['fetched ahead', served({ headers: { accept: 'text/html', 'sec-purpose': 'prefetch;prerender' } })],
    ['that a script fetched', served({ headers: { accept: 'text/html', 'sec-fetch-dest': 'empty' } })],
    ['to a HEAD', served({ method: 'HEAD' })],
  ])('but not one %s', (_title, answer) => expect(servedPage(answer)).toBeUndefined())
})

test('Do Not Track and Global Privacy Control ask not to be tracked', () => {
  expect([{ dnt: '1' }, { 'sec-gpc': '1' }, { dnt: '0' }, {}].map(asksNotToBeTracked)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test.each([
  ['https://leads.example/auth?tier=pro#x', 'https://leads.example/auth'],
  ['https://search.example/find?q=plumbers+for+ann', 'search.example'],
  ['https://ann:secret@mail.example:8443/inbox', 'mail.example:8443'],
  ['android-app://com.example', null],
  ['not an address', null],
  ['', null],
  [undefined, null],
  [`https://leads.example/${'x'.repeat(500)}`, `https://leads.example/${'x'.repeat(278)}`],
])('the referrer %s is stored as %s', (referrer, kept) => {
  expect(keptReferrer(referrer, 'leads.example')).toBe(kept)
})

test('one address can report 600 page visits a minute, and others are not affected', () => {
  const limit = newVisitLimit()
  const now = new Date('2026-03-01T12:00:00Z')
  const visits = Array.from({ length: 601 }, () => allowsVisit(limit, '192.0.2.1', now))
  expect(visits.filter(Boolean)).toHaveLength(600)
  expect(allowsVisit(limit, '192.0.2.2', now)).toBe(true)
  const later = new Date(now.getTime() + 59_000)
  expect(secondsUntilNextWindow(limit, '192.0.2.1', later)).toBe(1)
  expect(allowsVisit(limit, '192.0.2.1', new Date(later.getTime() + 1000))).toBe(true)
})

test('after a clock that was a year ahead is corrected, limits hold for as long as ever', () => {
  const limit = newVisitLimit()
  const now = new Date('2026-03-01T12:00:00Z')
  const ahead = new Date('2027-03-01T12:00:00Z')
  for (let visit = 0; visit < 600; visit++) allowsVisit(limit, '192.0.2.1', ahead)
  const visits = Array.from({ length: 601 }, () => allowsVisit(limit, '192.0.2.1', now))
  expect(visits.filter(Boolean)).toHaveLength(600)
  expect(secondsUntilNextWindow(limit, '192.0.2.1', now)).toBe(60)
})

test('one address can report 50,000 page visits a day, and others are not affected', () => {
  const limit = newVisitLimit()
  const start = new Date('2026-03-01T12:00:00Z').getTime()
  // As many as a minute allows, for an hour and a half.
  const counted = Array.from({ length: 54_000 }, (_, n) =>
    allowsVisit(limit, '192.0.2.1', new Date(start + Math.floor(n / 600) * 60_000)),
  )
  expect(counted.filter(Boolean)).toHaveLength(50_000)
  const later = new Date(start + 12 * 3_600_000)
  expect(allowsVisit(limit, '192.0.2.2', later)).toBe(true)
  expect([allowsVisit(limit, '192.0.2.1', later), secondsUntilNextWindow(limit, '192.0.2.1', later)]).toEqual([
    false,
    12 * 3600,
  ])
  expect(allowsVisit(limit, '192.0.2.1', new Date(start + 24 * 3_600_000))).toBe(true)
})
