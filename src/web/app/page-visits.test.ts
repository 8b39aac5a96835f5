import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { pageAt } from '#contract/pages.ts'
import { paths } from '../shared/paths.ts'
import { ok, stubApi } from '../testing/stub-api.ts'
import { reportPageVisits } from './page-visits.ts'

let stop = () => {}
let calls: ReturnType<typeof stubApi>
beforeEach(() => {
  calls = stubApi({ 'POST /api/page-visits': ok({ recorded: true }, 202) })
  history.replaceState(null, '', '/about')
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})
const told = () => calls.map(({ sent }) => sent)

test('navigation within the app is reported with the previous page; the first page is not reported', () => {
  stop = reportPageVisits()
  expect(told()).toEqual([])
  navigate('/help?q=1#x')
  expect(told()).toEqual([{ page: '/help', referrer: `${location.origin}/about` }])
})

test('moves within a page, to an unknown page, or by a redirect are not reported', () => {
  stop = reportPageVisits()
  navigate('/about#mission')
  navigate('/nothing')
  navigate('/help', { replace: true })
  expect(told()).toEqual([])
  navigate('/terms')
  expect(told()).toEqual([{ page: '/terms', referrer: `${location.origin}/help` }])
})

test('visits of every screen are counted', () => {
  const screens = Object.values(paths).filter(path => typeof path === 'string' && !path.includes('#'))
  expect(screens.filter(path => pageAt(String(path)) === undefined)).toEqual([])
})

test('users who ask not to be tracked are not counted', () => {
  vi.spyOn(navigator, 'doNotTrack', 'get').mockReturnValue('1')
  stop = reportPageVisits()
  navigate('/help')
  expect(told()).toEqual([])
})
