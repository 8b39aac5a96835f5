import { expect, test } from 'vitest'
import { readPage } from './read-page.ts'
import { decideFacts } from './site-facts.ts'

const owner = { domain: 'flatirons-plumbing.com', names: ['Flatirons Plumbing'] }
type Hour = { day: string; openTime?: string; closeTime?: string; closed?: boolean; byAppointmentOnly?: boolean }
const open = (day: string, openTime = '08:00', closeTime = '17:00'): Hour => ({
  day,
  openTime,
  closeTime,
  closed: false,
})
/** A contact block of GoDaddy's website builder, which shows the hours of today only. */
const block = (hours: readonly Hour[]) => {
  const props = JSON.stringify({ structuredHours: hours.map(hour => ({ hour })), staticContent: { today: 'Today' } })
  return `<p>Open today</p><p>08:00 am – 05:00 pm</p><script>window.deferBootstrap({elId:'bs-1',componentName:'@widget/CONTACT/bs-Component',props:JSON.parse(${JSON.stringify(props)})});</script>`
}
const hoursOf = (...bodies: string[]) =>
  decideFacts(
    bodies.map((body, index) => readPage(body, `https://flatirons-plumbing.com/${index === 0 ? '' : 'contact'}`)),
    owner,
  ).flatMap(({ kind, value }) => (kind === 'hours' ? value : []))

const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map(day => open(day))

test('a contact block gives the hours of all days, not only of today', () => {
  const weekend = [open('Saturday', '09:00', '12:00'), { ...open('Sunday'), closed: true }]
  expect(hoursOf(block([...week, ...weekend]))).toEqual(['Mo-Fr 08:00-17:00; Sa 09:00-12:00'])
  expect(hoursOf(block([...week, { day: 'Saturday', byAppointmentOnly: true }]))).toEqual(['Mo-Fr 08:00-17:00'])
})

test('two contact blocks with different hours belong to two places', () => {
  expect(hoursOf(block(week), block(week))).toEqual(['Mo-Fr 08:00-17:00'])
  expect(hoursOf(block(week) + block([open('Monday', '09:00')]))).toEqual([])
})

test.each([
  ['a day twice', [...week, open('Monday', '10:00')]],
  ['a time that no clock shows', [open('Monday', '8am', '5pm')]],
  ['a day without times', [{ day: 'Monday', closed: false }]],
  ['only closed days', [{ day: 'Monday', closed: true }]],
])('a contact block with %s gives no hours', (_, hours) => {
  expect(hoursOf(block(hours))).toEqual([])
})

test('an incomplete contact block gives no hours', () => {
  expect(hoursOf(block(week).replace(/Friday.*$/, ''))).toEqual([])
  expect(hoursOf('<script>var x = "structuredHours"</script>')).toEqual([])
})
