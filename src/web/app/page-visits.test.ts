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

test('a move within the app is told, with the page before it; the first page is not', () => {
  stop = reportPageVisits()
  expect(told()).toEqual([])
  navigate('/help?q=1#x')
  expect(told()).toEqual([{ page: '/help', referrer: `${location.origin}/about` }])
})

test('a move within a page, to a page that is none, or by a redirect is not told', () => {
  stop = reportPageVisits()
  navigate('/about#mission')
  navigate('/nothing')
  navigate('/help', { replace: true })
  expect(told()).toEqual([])
  navigate('/terms')
  expect(told()).toEqual([{ page: '/terms', referrer: `${location.origin}/help` }])
})

test('every screen is a page whose visits are counted', () => {
  const screens = Object.values(paths).filter(path => typeof path === 'string' && !path.includes('#'))
  expect(screens.filter(path => pageAt(String(path)) === undefined)).toEqual([])
})

test('who asks not to be tracked is not', () => {
  vi.spyOn(navigator, 'doNotTrack', 'get').mockReturnValue('1')
  stop = reportPageVisits()
  navigate('/help')
  expect(told()).toEqual([])
})
