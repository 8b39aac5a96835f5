import { describe, expect, test } from 'vitest'
import { hoursOfTag } from './hours-tag.ts'
import { hoursInText } from './hours-text.ts'
import { writeWeek } from './hours-week.ts'
import { readPage } from './read-page.ts'
import { decideFacts } from './site-facts.ts'

const owner = { domain: 'flatirons-plumbing.com', names: ['Flatirons Plumbing'] }
const factsOf = (...bodies: string[]) =>
  decideFacts(
    bodies.map((body, index) =>
      readPage(body, `https://flatirons-plumbing.com/${index === 0 ? '' : `contact-${index}`}`),
    ),
    owner,
  ).filter(({ kind }) => kind === 'hours')
const hoursOf = (...bodies: string[]) => factsOf(...bodies).map(({ value }) => value)
const inText = (text: string) => hoursInText(text).weeks.map(writeWeek)
const data = (hours: string) =>
  `<script type="application/ld+json">{"@type":"Plumber","openingHours":${hours}}</script>`
const placeOpen = (day: string, opens: string) =>
  `{"@type":"Dentist","openingHoursSpecification":[{"dayOfWeek":"${day}","opens":"${opens}","closes":"17:00"}]}`

test.each([
  ['24/7', 'Mo-Su 00:00-23:59'],
  ['Mo-Fr 8:00-17:00', 'Mo-Fr 08:00-17:00'],
  ['Mo-Fr 00:00-24:00; Sa,Su 10:00-24:00', 'Mo-Fr 00:00-23:59; Sa-Su 10:00-00:00'],
  ['Su, Tu-Th 12:00-21:00; Fr-Sa 12:00-02:00', 'Tu-Th 12:00-21:00; Fr-Sa 12:00-02:00; Su 12:00-21:00'],
  ['Mo,We 09:00-12:00,13:00-17:00', 'Mo 09:00-12:00; Mo 13:00-17:00; We 09:00-12:00; We 13:00-17:00'],
  ['Mo-Fr 09:00-17:00, Sa 10:00-14:00; PH off', 'Mo-Fr 09:00-17:00; Sa 10:00-14:00'],
  ['09:00-17:00; Su off; We 09:00-12:00', 'Mo-Tu 09:00-17:00; We 09:00-12:00; Th-Sa 09:00-17:00'],
  ['Mo-Fr 09:00-17:00, We 18:00-20:00', null],
  ['Mar 01-Oct 31 Mo-Fr 08:00-17:00', null],
  ['Mo-Fr 09:00-16:00; Sa[3] 09:00-15:00', null],
  ['Mo-Fr sunrise-sunset', null],
  ['Mo-Fr 09:00-17:00 "by appointment"', null],
  ['Mo-Fr 09:00-25:00', null],
  ['Mo-Su off', null],
  ['PH off', null],
  ['', null],
])('a tag of OpenStreetMap: %s', (tag, hours) => {
  expect(hoursOfTag(tag)).toBe(hours)
})

describe('hours in text are found', () => {
  test.each([
    ['on one line', '<p>Hours: Mon–Fri 9am–5pm</p>', 'Mo-Fr 09:00-17:00'],
    ['below a heading', '<h3>Business Hours</h3><p>Monday - Friday: 8:00 AM - 6:00 PM</p>', 'Mo-Fr 08:00-18:00'],
    [
      'in a list of all days',
      `<ul>${['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map(day => `<li>${day}: 8 a.m. to 5 p.m.</li>`).join('')}<li>Saturday: 9 a.m. to noon</li><li>Sunday: Closed</li></ul>`,
      'Mo-Fr 08:00-17:00; Sa 09:00-12:00',
    ],
    [
      'in a table',
      '<h4>Office hours</h4><table><tr><th>Mon</th><td>8:00am</td><td>-</td><td>5:00pm</td></tr><tr><th>Tue</th><td>closed</td></tr><tr><th>Wed</th><td>8:00am</td><td>-</td><td>1:00pm</td></tr></table>',
      'Mo 08:00-17:00; We 08:00-13:00',
    ],
    [
      'in a definition list',
      '<h4>Opening hours</h4><dl><dt>Mon - Wed &amp; Fri</dt><dd>7:30 - 17:00</dd><dt>Sat</dt><dd>8:00 - 12:00</dd></dl>',
      'Mo-We 07:30-17:00; Fr 07:30-17:00; Sa 08:00-12:00',
    ],
    [
      'in a sentence',
      '<p>We are open Mondays to Saturday 10:30am to 5:00pm and closed Sundays. Park behind the store.</p>',
      'Mo-Sa 10:30-17:00',
    ],
    [
      'with a pause at noon',
      '<p>Clinic Hours:</p><p>Mon: 9am-1pm, 3-6pm</p><p>Tues: 1-6:30pm</p>',
      'Mo 09:00-13:00; Mo 15:00-18:00; Tu 13:00-18:30',
    ],
    ['as a working day', '<h3>Hours</h3><p>M-F 9-5</p>', 'Mo-Fr 09:00-17:00'],
    ['until after midnight', '<h3>Hours</h3><p>Fri &amp; Sat 5pm - 2am</p>', 'Fr-Sa 17:00-02:00'],
    ['every day', '<p>Open daily 11am – 9pm</p>', 'Mo-Su 11:00-21:00'],
    [
      'beside the same in short',
      '<h3>Hours</h3><p>Monday 9:00 am - 3:00 pm</p><p>Map</p><h3>Hours</h3><p>Mon 9-3</p>',
      'Mo 09:00-15:00',
    ],
    ['around the clock', '<h3>Hours</h3><p>Monday - Sunday: Open 24 hours</p>', 'Mo-Su 00:00-23:59'],
    [
      'with days that are not certain',
      '<h3>Hours</h3><p>Mon-Fri 7am - 7pm</p><p>Saturday by appointment only</p><p>Sunday Emergencies only</p>',
      'Mo-Fr 07:00-19:00',
    ],
  ])('%s', (_, body, hours) => {
    expect(hoursOf(body)).toEqual([hours])
  })

  test('on the page that names the most days', () => {
    const [found] = factsOf(
      '<footer><p>Hours</p><p>Mon-Fri 8am-4pm</p></footer>',
      '<h2>Hours</h2><p>Monday to Friday 8:00 am - 4:00 pm</p><p>Saturday 9 am - 12 pm</p><p>Sunday closed</p>',
    )
    expect(found).toMatchObject({
      value: 'Mo-Fr 08:00-16:00; Sa 09:00-12:00',
      how: 'text',
      pageUrl: 'https://flatirons-plumbing.com/contact-1',
    })
  })
})

describe('there are no hours', () => {
  test.each([
    [
      'of two places',
      '<h3>Hours</h3><p>Mon-Fri 8am-5pm</p><p>Our other office</p><h3>Hours</h3><p>Mon-Fri 9am-5pm</p>',
    ],
    ['of a season', '<h3>Summer hours</h3><p>Mon-Fri 8am-5pm</p>'],
    ['beside those of a season', '<h3>Hours</h3><p>Mon-Fri 8am-5pm</p><p>Winter: by appointment</p>'],
    ['of some months', '<h3>Hours (May - September)</h3><p>Mon-Fri 8am-5pm</p>'],
    ['for now', '<h3>Temporary hours</h3><p>Mon-Fri 8am-5pm</p>'],
    ['with a pause that does not fit', '<h3>Hours</h3><p>Mon-Fri 8am-12:30pm</p><p>Closed 12-1 for lunch</p>'],
    ['of a happy hour', '<h3>Happy hours</h3><p>Mon-Fri 3pm-6pm</p>'],
    ['of classes', '<h3>Class hours</h3><p>Mon 9am-10am</p>'],
    ['of a kitchen', '<h3>Kitchen hours</h3><p>Daily 11am-9pm</p>'],
    ['without a heading', '<p>Mon - Sat 8.00 - 18.00</p>'],
    ['of today', '<h3>Hours</h3><p>Open today</p><p>09:00 am – 05:00 pm</p>'],
    ['that can be read in two ways', '<h3>Hours</h3><p>Fri 8-11pm</p>'],
    ['that may be at night', '<h3>Hours</h3><p>Fri 9-2</p>'],
    ['that end before they start', '<h3>Hours</h3><p>Sunday: 11PM to 4PM</p>'],
    ['that no clock shows', '<h3>Hours</h3><p>Mon 8:75am - 25pm</p>'],
    [
      'beside others that no business has',
      '<h3>Hours</h3><p>Mon-Fri 10am-6pm</p><p>Our other office</p><h3>Hours</h3><p>Mon-Fri 10am-6pm</p><p>Sunday 11pm-4pm</p>',
    ],
    ['beneath two days, the first in a heading', '<h3>Open Monday</h3><p>Tuesday</p><p>9am - 5pm</p>'],
    ['of one day twice', '<h3>Hours</h3><p>Mon 9am-12pm</p><p>Mon 1pm-5pm</p>'],
    ['beneath two days', '<h3>Hours</h3><p>Monday</p><p>Tuesday</p><p>9am - 5pm</p>'],
    ['of an event', '<h3>Open house hours</h3><p>Saturday, April 3rd 2026, 9am - 12pm</p>'],
    ['on a page with the text of a theme', '<p>Lorem ipsum dolor</p><h3>Hours</h3><p>Mon-Fri 9am-5pm</p>'],
    ['that nobody sees', '<div hidden><h3>Hours</h3><p>Mon-Fri 9am-5pm</p></div>'],
  ])('%s', (_, body) => {
    expect(hoursOf(body)).toEqual([])
  })

  test('of two places in schema.org data', () => {
    const places = `<script type="application/ld+json">[${placeOpen('Monday', '08:00')},${placeOpen('Monday', '09:00')}]</script>`
    expect(hoursOf(places)).toEqual([])
    expect(hoursOf(`${places}<h3>Hours</h3><p>Mon-Fri 9am-5pm</p>`)).toEqual([])
  })
})

test('hours in schema.org data are preferred to those in the text', () => {
  expect(hoursOf(`${data('"Mo-Fr 07:30-17:00"')}<h3>Hours</h3><p>Mon-Fri 9am-5pm</p>`)).toEqual(['Mo-Fr 07:30-17:00'])
  expect(hoursOf(data('["Mo-Fr 08:00-17:00"]'), data('"Mo-Fr 08:00-17:00"'))).toEqual(['Mo-Fr 08:00-17:00'])
})

test('hours in schema.org data may be a list in one text', () => {
  const long = 'Tu 06:00-18:00, We 06:00-18:00, Th,Fr 06:00-18:00, Sa 06:00-17:00, Su 06:00-13:00'
  expect(hoursOf(data(`"${long}"`))).toEqual(['Tu-Fr 06:00-18:00; Sa 06:00-17:00; Su 06:00-13:00'])
})

test.each([
  ['days', 'Mon '.repeat(50_000)],
  ['days on lines', 'Monday\n'.repeat(50_000)],
  ['times', `Hours\nMon ${'9am-5pm '.repeat(30_000)}`],
  ['dashes', `Hours: Mon ${'- '.repeat(100_000)}`],
  ['headings of all days', 'Open every day\n'.repeat(30_000)],
  ['words of headings', 'we are our store '.repeat(20_000)],
  ['sentences', 'See you on Monday. '.repeat(20_000)],
  ['sentences on lines', 'See you on Monday. Bye\n'.repeat(20_000)],
  ['notes', `Hours\nMon 9am-5pm ${'(x) '.repeat(30_000)}`],
  ['segments', `Hours\nMon 9am-5pm ${'| x '.repeat(30_000)}`],
  ['blocks', 'Hours\nMon 9am-5pm\nMap\n'.repeat(20_000)],
])('many %s give no hours, or the same hours once', (_, text) => {
  expect(new Set(inText(text)).size).toBeLessThan(2)
})

test.each([
  ['on one line', '<h3>Horario</h3><p>Lun-Vie 9:00-18:00</p>', 'Mo-Fr 09:00-18:00'],
  [
    'for each day',
    '<h3>Horario de atención</h3><p>Lunes a Viernes: 9:00 am - 6:00 pm</p><p>Sábado: 10:00 am a 2:00 pm</p><p>Domingo: Cerrado</p>',
    'Mo-Fr 09:00-18:00; Sa 10:00-14:00',
  ],
])('hours in Spanish are found %s', (_, body, hours) => expect(hoursOf(body)).toEqual([hours]))

test.each([
  ['of a business that never closes', '<p>Open 24/7</p>', 'Mo-Su 00:00-23:59'],
  [
    'of a business that never closes, below a heading',
    '<h3>Hours</h3><p>24 hours a day, 7 days a week</p>',
    'Mo-Su 00:00-23:59',
  ],
  ['with a dash for a colon', '<h3>Hours</h3><p>Monday - 9.00am to 5.30pm</p>', 'Mo 09:00-17:30'],
  [
    'with an exception',
    '<h3>Hours</h3><p>Mon-Fri 9-5</p><p>Thu 9-7</p>',
    'Mo-We 09:00-17:00; Th 09:00-19:00; Fr 09:00-17:00',
  ],
])('%s', (_, body, hours) => expect(hoursOf(body)).toEqual([hours]))

test('hours without a heading count below contact details', () => {
  const open = '<p>Mon - Fri, 9am - 5pm</p>'
  expect(hoursOf(`<p>Call 303-440-0188</p>${open}`)).toEqual(['Mo-Fr 09:00-17:00'])
  expect(hoursOf(`<p>We love pipes</p>${open}`)).toEqual([])
})
