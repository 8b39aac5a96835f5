import { expect, test } from 'vitest'
import { setAddressValue } from './address.ts'
import { protectedPaths } from './paths.ts'
import { wantedIn } from './use-first-page.ts'

test.each([
  ...protectedPaths,
  '/leads/',
  '/leads?tab=all&q=pizza%2F..%2F',
  '/admin/places?location=Austin%2C+TX#sources',
])('%s is a page that a user is led back to', wanted => {
  expect(wantedIn({ wanted }, 7)).toBe(wanted)
})

test.each([
  undefined,
  null,
  7,
  {},
  '',
  '/',
  '/auth',
  '/no-such-page',
  '/leads/../api/logout',
  '/LEADS',
  'leads',
  '//evil.example/leads',
  '///evil.example',
  '/\\evil.example',
  '/leads@evil.example',
  '/leads\\@evil.example',
  '/\t/evil.example',
  ' /leads',
  'https://evil.example/leads',
  'javascript:alert(1)//leads',
  'data:text/html,leads',
])('%j is not', wanted => {
  expect(wantedIn({ wanted } as { wanted: string }, 7)).toBeUndefined()
})

test('a change of the address keeps what is in the history entry, such as an open sheet', () => {
  history.replaceState({ sheets: 1 }, '', '/subscription?checkout=cs_1')
  setAddressValue('checkout', '')
  expect([location.search, history.state]).toEqual(['', { sheets: 1 }])
})

test('after a session has ended, only the same user returns to the page by signing in', () => {
  expect(wantedIn({ wanted: '/leads?q=pizza', wantedBy: 7 }, 7)).toBe('/leads?q=pizza')
  expect(wantedIn({ wanted: '/leads?q=pizza', wantedBy: 7 }, 8)).toBeUndefined()
})
