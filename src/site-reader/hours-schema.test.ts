import { expect, test } from 'vitest'
import { readPage } from './read-page.ts'
import { decideFacts } from './site-facts.ts'

const owner = { domain: 'flatirons-plumbing.com', names: ['Flatirons Plumbing'] }
const hoursOf = (data: object, body = '') => {
  const item = `<script type="application/ld+json">${JSON.stringify({ '@type': 'Plumber', ...data })}</script>`
  const page = readPage(item + body, 'https://flatirons-plumbing.com/')
  return decideFacts([page], owner).flatMap(({ kind, value }) => (kind === 'hours' ? value : []))
}
const rows = (...all: [day: string, opens: string, closes: string][]) => ({
  openingHoursSpecification: all.map(([dayOfWeek, opens, closes]) => ({ dayOfWeek, opens, closes })),
})
const shown = '<h3>Hours</h3><p>Mon-Fri 7am-3pm</p>'

test.each([
  ['in the middle and at the end', 'Mo 08:30-18:00, , We 08:30-18:00, , Fr 08:30-13:00, , '],
  ['at the start', ', Mo 08:30-18:00, , We 08:30-18:00, , Fr 08:30-13:00'],
])('days without hours may be empty %s of a list in one text', (_, openingHours) => {
  expect(hoursOf({ openingHours })).toEqual(['Mo 08:30-18:00; We 08:30-18:00; Fr 08:30-13:00'])
})

test.each([
  ['with "AM" and "PM"', rows(['Monday', '9:30 AM', '6:00 PM']), 'Mo 09:30-18:00'],
  ['with "a.m." and noon', rows(['Saturday', '9:00 a.m.', '12:00 p.m.']), 'Sa 09:00-12:00'],
  ['until midnight', rows(['Friday', '4:00 PM', '12:00 AM']), 'Fr 16:00-00:00'],
  ['with seconds', rows(['Monday', '09:30:00', '18:00:00']), 'Mo 09:30-18:00'],
  [
    'without "am" and "pm" if they end before they start',
    rows(['Monday', '9:30', '6:00'], ['Saturday', '9:00', '1:00'], ['Sunday', '1:00', '4:30']),
    'Mo 09:30-18:00; Sa 09:00-13:00; Su 13:00-16:30',
  ],
  ['of a working day without "am" and "pm"', { openingHours: 'Mo-Fr 09:00-05:00' }, 'Mo-Fr 09:00-17:00'],
  ['of a bar', rows(['Friday', '11:00', '02:00']), 'Fr 11:00-02:00'],
  ['of a bar that opens in the morning', rows(['Friday', '08:00', '04:00']), 'Fr 08:00-04:00'],
  [
    'of a bar until the morning',
    rows(['Monday', '18:00', '02:00'], ['Sunday', '09:00', '05:00']),
    'Mo 18:00-02:00; Su 09:00-05:00',
  ],
])('times in the data are read %s', (_, data, hours) => {
  expect(hoursOf(data)).toEqual([hours])
})

test('a day from midnight to midnight is closed beside other days', () => {
  expect(hoursOf(rows(['Monday', '08:00', '18:00'], ['Sunday', '00:00', '00:00']))).toEqual(['Mo 08:00-18:00'])
  expect(hoursOf({ openingHours: ['Mo-Sa 08:00-18:00', 'Su 00:00-00:00'] })).toEqual(['Mo-Sa 08:00-18:00'])
})

test('a business that is open from midnight to midnight on all days never closes', () => {
  expect(hoursOf({ openingHours: 'Mo-Su 00:00-00:00' })).toEqual(['Mo-Su 00:00-23:59'])
  expect(hoursOf({ openingHours: 'Mo-Su 00:00-24:00' })).toEqual(['Mo-Su 00:00-23:59'])
})

/** Hours on Tuesdays that are valid for some time only. */
const validFor = (validFrom: string, validThrough: string) =>
  hoursOf({
    openingHoursSpecification: [
      { dayOfWeek: 'Monday', opens: '08:00', closes: '18:00' },
      { dayOfWeek: 'Tuesday', opens: '08:00', closes: '12:00', validFrom, validThrough },
    ],
  })

test('the hours of a holiday are ignored, and those of a whole year are read', () => {
  expect(validFor('2026-12-24', '2026-12-26')).toEqual(['Mo 08:00-18:00'])
  expect(validFor('2026-01-01', '2026-12-31')).toEqual(['Mo 08:00-18:00; Tu 08:00-12:00'])
})

test('the hours of public holidays are ignored', () => {
  const holidays = ['PublicHolidays', '10:00', '12:00'] as [string, string, string]
  expect(hoursOf(rows(['Monday', '08:00', '18:00'], holidays))).toEqual(['Mo 08:00-18:00'])
  const row = { dayOfWeek: ['https://schema.org/Sunday', 'https://schema.org/PublicHolidays'] }
  expect(hoursOf({ openingHoursSpecification: { ...row, opens: '10:00', closes: '12:00' } })).toEqual([
    'Su 10:00-12:00',
  ])
})

test('a business that is open for one season has the hours of that season', () => {
  const row = { opens: '09:00', closes: '19:00', validFrom: '2026-11-27', validThrough: '2026-12-24' }
  expect(hoursOf({ openingHoursSpecification: [{ dayOfWeek: ['Saturday', 'Sunday'], ...row }] })).toEqual([
    'Sa-Su 09:00-19:00',
  ])
})

test('the hours of a department count only if no others are known', () => {
  const department = [{ '@type': 'Pharmacy', name: 'Pharmacy', openingHours: 'Mo-Fr 09:00-18:00' }]
  expect(hoursOf({ openingHours: 'Mo-Su 07:00-22:00', department })).toEqual(['Mo-Su 07:00-22:00'])
  expect(hoursOf({ department })).toEqual(['Mo-Fr 09:00-18:00'])
})

test('hours are also read from microdata', () => {
  const place = `<div itemscope itemtype="https://schema.org/Plumber"><meta itemprop="openingHours" content="Mo-Th 08:00-16:00"><time itemprop="openingHours" datetime="Fr 08:00-12:00">Fridays until noon</time></div>`
  expect(hoursOf({}, place)).toEqual(['Mo-Th 08:00-16:00; Fr 08:00-12:00'])
  expect(hoursOf({}, place + place)).toEqual(['Mo-Th 08:00-16:00; Fr 08:00-12:00'])
  expect(hoursOf({ openingHours: 'Mo-Fr 07:00-15:00' }, place)).toEqual(['Mo-Fr 07:00-15:00'])
  expect(hoursOf({}, place + place.replace('Mo-Th 08:00-16:00', 'Mo-Th 10:00-18:00'))).toEqual([])
})

test('if the hours in the data are unreadable, the hours in the text count', () => {
  expect(hoursOf({ openingHours: ['Mo-Fr 09:00-17:00', 'Mo-Fr 10:00-18:00'] }, shown)).toEqual(['Mo-Fr 07:00-15:00'])
  expect(hoursOf({ openingHours: ['Mo-Fr 09:00-17:00', 'Mo-Fr 10:00-18:00'] })).toEqual([])
  expect(hoursOf({ openingHours: 'Mo-Fr 14:00-13:00' }, shown)).toEqual(['Mo-Fr 07:00-15:00'])
})

test('"10:00-10:00" beside "10:00-9:00" ends in the evening', () => {
  expect(
    hoursOf(rows(['Thursday', '10:00', '9:00'], ['Friday', '10:00', '10:00'], ['Sunday', '00:00', '00:00'])),
  ).toEqual(['Th 10:00-21:00; Fr 10:00-22:00'])
})

const place = (...all: string[]) =>
  `<div itemscope itemtype="https://schema.org/Store">${all.map(text => `<meta itemprop="openingHours" content="${text}">`).join('')}</div>`

test('several items of microdata are several places', () => {
  expect(hoursOf({}, place('Mo-Fr 09:00-12:00', 'Mo-Fr 13:00-17:00'))).toEqual(['Mo-Fr 09:00-12:00; Mo-Fr 13:00-17:00'])
  const address = '<div itemscope itemtype="https://schema.org/PostalAddress">1 Main Street</div>'
  const saturday = '<meta itemprop="openingHours" content="Sa 10:00-14:00"></div>'
  expect(hoursOf({}, `${place('Mo-Fr 09:00-17:00').slice(0, -'</div>'.length)}${address}${saturday}`)).toEqual([
    'Mo-Fr 09:00-17:00; Sa 10:00-14:00',
  ])
  expect(
    hoursOf(
      {},
      `<div itemscope itemtype="https://schema.org/WebPage">${place('Mo-Fr 09:00-17:00').replace('itemscope', 'itemprop="mainEntity" itemscope')}</div>`,
    ),
  ).toEqual(['Mo-Fr 09:00-17:00'])
  expect(hoursOf({}, place('Mo-Fr 09:00-12:00') + place('Mo-Fr 13:00-17:00'))).toEqual([])
  expect(
    hoursOf(
      {},
      '<div itemscope itemtype="https://schema.org/Event"><meta itemprop="openingHours" content="Sa 9:00-17:00"></div>',
    ),
  ).toEqual([])
})
