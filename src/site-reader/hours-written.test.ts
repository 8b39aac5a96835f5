import { describe, expect, test } from 'vitest'
import { hoursInAnyLanguage } from './hours-languages.ts'
import { readPage } from './read-page.ts'
import { decideFacts } from './site-facts.rules.ts'
import { writeWeek } from './week.rules.ts'
import { mergedWeek } from './weeks.rules.ts'

const inText = (text: string) => {
  const { weeks, areDoubtful } = hoursInAnyLanguage(text)
  return areDoubtful ? 'doubtful' : weeks.map(writeWeek).join(' / ')
}
const onPage = (html: string) =>
  decideFacts([readPage(html, 'https://flatirons-plumbing.com/')], {
    domain: 'flatirons-plumbing.com',
    names: ['Flatirons Plumbing'],
  }).flatMap(({ kind, value }) => (kind === 'hours' ? value : []))
const WEEK = 'Mo-Fr 09:00-17:00; Sa 10:00-14:00'

describe('hours are read', () => {
  test.each([
    ['with "pm" at the start only', 'Hours: open Saturdays and Sundays from noon to 5:00.', 'Sa-Su 12:00-17:00'],
    ['with a curly apostrophe', 'We’re open Tuesday through Saturday from 10am until 6pm!', 'Tu-Sa 10:00-18:00'],
    ['in front of their days in brackets', 'Hours: 9:00 am – 5:00 pm (Mon – Fri)', 'Mo-Fr 09:00-17:00'],
    ['above their days', 'Hours\n9am - 5pm\nMonday - Friday\n10am - 2pm\nSaturday', WEEK],
    [
      'of meals above their days',
      'We open seven days a week.\nLunch: 11:30 am to 2:30 pm\nMonday-Saturday\nDinner: 5:00 pm to 10:00 pm\nMonday-Sunday',
      'Mo-Sa 11:30-14:30; Mo-Sa 17:00-22:00; Su 17:00-22:00',
    ],
    [
      'of meals in front of their days',
      'Hours\nLunch 11-2 Mon-Fri\nDinner 5-10 Mon-Sat',
      'Mo-Fr 11:00-14:00; Mo-Fr 17:00-22:00; Sa 17:00-22:00',
    ],
    [
      'of two meals together',
      'Hours\nBreakfast & Lunch: Tue-Sun 7am-2pm\nDinner: Fri-Sat 5pm-9pm',
      'Tu-Th 07:00-14:00; Fr-Sa 07:00-14:00; Fr-Sa 17:00-21:00; Su 07:00-14:00',
    ],
    [
      'of a meal on its own day',
      'Hours\nWed-Sat: 5 - 9 PM\nSunday Brunch: 10 AM - 2 PM',
      'We-Sa 17:00-21:00; Su 10:00-14:00',
    ],
    ['in two columns of two rows', 'Hours\nMon - Fri\nSat\n9am - 5pm\n10am - 2pm', WEEK],
    [
      'with a list of days',
      'Hours\nMon-Wed-Fri 9am-6pm\nTue-Thu 10am-7pm',
      'Mo 09:00-18:00; Tu 10:00-19:00; We 09:00-18:00; Th 10:00-19:00; Fr 09:00-18:00',
    ],
    [
      'with letters for days',
      'Hours\nM 9-5 T 9-5 W 9-5 Th 9-5 F 9-2 S 10-1',
      'Mo-Th 09:00-17:00; Fr 09:00-14:00; Sa 10:00-13:00',
    ],
    [
      'with a time zone between times and days',
      'Business hours are 8 a.m. to 5 p.m. Central Time, Monday-Friday. Hold times may be long.',
      'Mo-Fr 08:00-17:00',
    ],
    [
      'with a time zone at the end',
      'Hours: 9am to 5pm Monday - Friday, Eastern Standard Time (EST)',
      'Mo-Fr 09:00-17:00',
    ],
    ['with "between"', 'Office hours: Monday to Friday between 9am and 5pm', 'Mo-Fr 09:00-17:00'],
    ['with "as well as"', "Our hours are Monday through Friday 9am-5pm as well as Saturday's from 10am-2pm", WEEK],
    [
      'with a day that closes later',
      'Hours\nMon - Fri: 9.30 - 17.30\nThu: 9.30 - 18.30',
      'Mo-We 09:30-17:30; Th 09:30-18:30; Fr 09:30-17:30',
    ],
    [
      'after words in their sentence',
      'Our front desk and office hours are from 9am to 5pm, Mon-Fri.',
      'Mo-Fr 09:00-17:00',
    ],
    [
      'below a long paragraph',
      `Thank you for visiting us. ${'Tell us what you need. '.repeat(5)}\nHours: Mon-Fri 9am-5pm`,
      'Mo-Fr 09:00-17:00',
    ],
    ['with short days', 'Hours\nTu-Sa 10am-6pm', 'Tu-Sa 10:00-18:00'],
    ['with a span of letters', 'Hours\nT-Th 10am-6pm', 'Tu-Th 10:00-18:00'],
    ['with days off', 'Hours\nMon - Fri 10:00 AM - 06:00 PM Sat & Sun Off', 'Mo-Fr 10:00-18:00'],
    ['every day but one', 'Open daily except Tuesday 11am-9pm', 'Mo 11:00-21:00; We-Su 11:00-21:00'],
    ['every day without one', 'Hours\nEvery day 9-5 except Sunday', 'Mo-Sa 09:00-17:00'],
    ['every day, and closed on one', 'Hours\nDaily: 9am to 5pm\nClosed Tuesdays', 'Mo 09:00-17:00; We-Su 09:00-17:00'],
    ['between other facts', '123 Main St, Boulder, CO | Mon-Fri 9am-5pm | 303-440-0188', 'Mo-Fr 09:00-17:00'],
    ['behind symbols', '📞 (303) 440-0188 🕘 Mon-Fri 9AM-5PM, Sat 10AM-2PM', WEEK],
    ['for several days in front of them', 'Business hours: 9am-5pm, Monday-Friday; 10am-2pm, Saturday', WEEK],
    ['around the clock', 'Hours: Open 24 hours', 'Mo-Su 00:00-23:59'],
  ])('%s', (_, text, hours) => expect(inText(text)).toBe(hours))

  test.each([
    ['a harmless note', 'Hours\nMon-Fri 7am-6pm (drop off 7am)\nSat 8am-12pm', 'Mo-Fr 07:00-18:00; Sa 08:00-12:00'],
    ['other times', 'Hours\nMon-Fri 9am-5pm or by appointment\nSat 10am-2pm (after hours by appointment)', WEEK],
    ['a note that limits a day', 'Hours\nMon-Fri 9am-5pm\nSaturday (two per month) 9am-1pm', 'Mo-Fr 09:00-17:00'],
    ['months', 'Hours\nMon-Fri 9am-5pm; Sat 10am-2pm (May-Sept)', ''],
    ['some weeks', 'Hours\nMon-Fri 9am-5pm\nEvery other Saturday 10am-2pm', 'Mo-Fr 09:00-17:00'],
    ['a season', 'Hours vary by season.\nMon-Fri 9am-5pm', 'doubtful'],
    ['hours with staff', 'Staffed Hours\nMon-Fri 9am-5pm\nOpen 24/7 to members', ''],
  ])('beside %s', (_, text, hours) => expect(inText(text)).toBe(hours))

  test.each([
    ['"Abierto de … a …"', 'Abierto de lunes a viernes de 9:00 a.m. a 5:00 p.m.', 'Mo-Fr 09:00-17:00'],
    ['"todos los días"', 'Abierto todos los días de 8am a 10pm', 'Mo-Su 08:00-22:00'],
    ['"horas de oficina"', 'Horas de oficina\nLunes a Viernes 9am - 5pm\nSábado 10am - 2pm', WEEK],
    ['"hs"', 'Horarios\nLun a Vie: 9 a 17 hs\nSáb: 10 a 14 hs', WEEK],
    ['"h."', 'Horario\nDe lunes a viernes de 9:00 a 17:00 h.\nSábados de 10:00 a 14:00 h.', WEEK],
    ['"L-V"', 'Horario\nL-V: 9am - 5pm\nS: 10am - 2pm', WEEK],
  ])('in Spanish with %s', (_, text, hours) => expect(inText(text)).toBe(hours))
})

test('a day with quite different hours stays doubtful', () =>
  expect(inText('Hours\nMon - Fri: 9am - 5pm\nThu: 11am - 7pm')).toBe('doubtful'))

test('the hours of a service do not count within a sentence', () =>
  expect(inText('Our delivery and pickup office hours are from 9am to 5pm, Mon-Fri.')).toBe(''))

test.each([
  ['"u"', 'Openingstijden\nMaandag: 9.00u tot 17.00u\nDinsdag t/m vrijdag: 9u00 - 17u00', 'Mo-Fr 09:00-17:00'],
  ['"Op … tot en met …"', 'Openingstijden\nOp maandag tot en met vrijdag van 9:00 tot 17:00 uur', 'Mo-Fr 09:00-17:00'],
  ['"vrij" and no full name', 'Openingstijden: ma t/m vrij: 9:00 - 17:00 uur', 'Mo-Fr 09:00-17:00'],
  ['"iedere dag"', 'Openingstijden\nIedere dag van 9.00 tot 17.00 uur', 'Mo-Su 09:00-17:00'],
])('hours in Dutch are read with %s', (_, text, hours) => expect(inText(text)).toBe(hours))

test('lines of the source are not lines of the page', () => {
  const wrapped = 'Our hours are Monday\n   through Friday, 9am\n   to 5pm, and Saturday\n   10am to 2pm.'
  expect(onPage(`<p>${wrapped}</p>`)).toEqual([WEEK])
  expect(onPage('<h3>Hours</h3><pre>Mon-Fri 9am-5pm\nSat 10am-2pm</pre>')).toEqual([WEEK])
  const typed = 'Hours\nMon-Fri 9am-5pm\nSat 10am-2pm\nCall us today'
  expect(onPage(`<pre><font size="2">${typed}</font></pre>`)).toEqual([WEEK])
})

test('hours within a long paragraph are read from their sentence on', () => {
  const about = 'Flatirons has fixed pipes in Boulder for forty years, and people recommend us to friends. '.repeat(3)
  expect(onPage(`<p>${about}Our hours are Monday - Friday 9am to 5pm and Saturday 10am to 2pm. Come by!</p>`)).toEqual([
    WEEK,
  ])
})

test('small minutes belong to the hour', () =>
  expect(onPage('<h4>Hours</h4><p>Mon-Fri: 9<sup>00</sup>-17<sup>30</sup></p>')).toEqual(['Mo-Fr 09:00-17:30']))

const place = (hours: string) => `{"@type":"Dentist","openingHours":["${hours}","Su Closed"]}`
test('a day that schema.org closes does not hide the other days', () => {
  expect(mergedWeek(['Mo-Fr 08:00-16:00', 'Su Closed'])).toEqual(mergedWeek(['Mo-Fr 08:00-16:00']))
  expect(
    onPage(`<script type="application/ld+json">[${place('Mo-Fr 08:00-16:00')},${place('Mo-Fr 09:00-17:00')}]</script>`),
  ).toEqual([])
})
