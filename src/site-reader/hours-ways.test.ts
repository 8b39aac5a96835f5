import { describe, expect, test } from 'vitest'
import { hoursInAnyLanguage } from './hours-languages.ts'
import { readPage } from './read-page.ts'
import { decideFacts } from './site-facts.rules.ts'
import { writeWeek } from './week.rules.ts'

const inText = (text: string) => {
  const { weeks, areDoubtful } = hoursInAnyLanguage(text)
  return areDoubtful ? 'doubtful' : weeks.map(writeWeek).join(' / ')
}
const owner = { domain: 'flatirons-plumbing.com', names: ['Flatirons Plumbing'] }
const onPages = (...bodies: string[]) =>
  decideFacts(
    bodies.map((body, index) => readPage(body, `https://flatirons-plumbing.com/${index === 0 ? '' : 'contact'}`)),
    owner,
  ).flatMap(({ kind, value }) => (kind === 'hours' ? value : []))

describe('hours are read', () => {
  test.each([
    [
      'with times before days',
      'Our hours are 8 A.M. to 6 P.M, Monday - Friday. We are closed on holidays.',
      'Mo-Fr 08:00-18:00',
    ],
    [
      'with several times before days',
      'Its hours are 9 AM - 7 PM Monday - Friday, and 1 PM - 7 PM on Sunday.',
      'Mo-Fr 09:00-19:00; Su 13:00-19:00',
    ],
    ['with four digits before days', 'Business Hours: 0900 - 1700, Monday to Friday', 'Mo-Fr 09:00-17:00'],
    ['below a number', 'Phone: 303-440-0188\nHours: Mon-Sat: 8am - 6pm', 'Mo-Sa 08:00-18:00'],
    ['after a sentence', 'Come in. Our office hours are Monday through Friday, 8 AM to 6 PM.', 'Mo-Fr 08:00-18:00'],
    [
      'in an answer',
      'What are your hours?\nA: We are open from Monday to Saturday, 11 AM to 10 PM.',
      'Mo-Sa 11:00-22:00',
    ],
    ['in brackets', 'Hours\n(Monday - Friday, 9am - 5pm)', 'Mo-Fr 09:00-17:00'],
    [
      'of mornings and evenings',
      'Hours\nMonday and Wednesday\nMorning: 8 AM - 1 PM\nEvening: 2 PM - 6 PM',
      'Mo 08:00-13:00; Mo 14:00-18:00; We 08:00-13:00; We 14:00-18:00',
    ],
    ['on each of two days', 'Hours\nOpen every Saturday and Sunday, 10am - 5pm', 'Sa-Su 10:00-17:00'],
    ['beside days that are closed', 'Hours\nMonday Closed all day\nTuesday 8.30am - 6.00pm', 'Tu 08:30-18:00'],
    ['below their days', 'Hours\nTue - Sat\nTuesday\n9 - 18\nThursday\n9 - 20', 'Tu 09:00-18:00; Th 09:00-20:00'],
    [
      'with a note between two days',
      'Hours\nFriday\n5pm - 11pm\nGarden if it is warm\nSaturday\n1pm - 11pm',
      'Fr 17:00-23:00; Sa 13:00-23:00',
    ],
    [
      'in columns for the start and the end',
      'Hours\nDay\nOpen\nClose\nMonday\n7 AM\n5 PM\nTuesday\n8 AM\n5 PM',
      'Mo 07:00-17:00; Tu 08:00-17:00',
    ],
    [
      'without the pause that a line states',
      'Office hours\nMon-Thu 8am-5pm (closed 12-1 for lunch)\nFri 8am-12pm',
      'Mo-Th 08:00-12:00; Mo-Th 13:00-17:00; Fr 08:00-12:00',
    ],
    ['with small minutes', 'Hours\nMon-Fri: 9: 00 - 18: 00', 'Mo-Fr 09:00-18:00'],
    [
      'of a buffet and of dinner',
      'Hours\nOpen Monday - Saturday\nLunch buffet 11:30am - 2:30pm\nDinner 5:00pm - 9:30pm',
      'Mo-Sa 11:30-14:30; Mo-Sa 17:00-21:30',
    ],
    ['around the clock', 'Hours\n24/7 - including weekends & holidays', 'Mo-Su 00:00-23:59'],
    ['beside those of holidays', 'Office Hours\nMon-Fri 9am-7pm\nHoliday Hours 9am-12pm', 'Mo-Fr 09:00-19:00'],
  ])('%s', (_, text, hours) => expect(inText(text)).toBe(hours))

  test.each([
    ['"12 - 8" is after noon', 'Hours\nWed-Sun: 12 - 8', 'We-Su 12:00-20:00'],
    ['"11 - 9" is a day', 'Hours\nTue-Thu 11-9\nFri-Sat 11-10', 'Tu-Th 11:00-21:00; Fr-Sa 11:00-22:00'],
    [
      '"9-12" is a morning if an afternoon follows',
      'Hours\nMon/Wed: 9-12 & 3-6\nFri: 9-12',
      'Mo 09:00-12:00; Mo 15:00-18:00; We 09:00-12:00; We 15:00-18:00; Fr 09:00-12:00',
    ],
    ['"8-2" is a day beside "9-6"', 'Hours\nMon-Fri 9-6\nSat 8-2', 'Mo-Fr 09:00-18:00; Sa 08:00-14:00'],
    ['"11-2" may be a night', 'Hours\nMon-Thu 11-10\nFri-Sat 11-2', ''],
    [
      '"08:00am to 16:30"',
      'Hours\nMon-Thu: 08:00am to 16:30\nFri: 08:00 to 14:00',
      'Mo-Th 08:00-16:30; Fr 08:00-14:00',
    ],
    ['"12 noon"', 'Hours\nWed 9am to 12 noon\nThu 12 noon - 8pm', 'We 09:00-12:00; Th 12:00-20:00'],
    ['spans of short days', 'Hours\nM-Th 8-5, F 8-12', 'Mo-Th 08:00-17:00; Fr 08:00-12:00'],
  ])('%s', (_, text, hours) => expect(inText(text)).toBe(hours))

  test.each([
    ['until late', 'Hours\nMon-Thu 11am-9pm\nFri 5pm - late', 'Mo-Th 11:00-21:00'],
    ['every other week', 'Hours\nMon-Fri 9-5\nSaturday 9am-1pm, every other week', 'Mo-Fr 09:00-17:00'],
    ['on some days of a month', 'Hours\nMon-Fri 9-5\n1st & 3rd Saturday 9am-1pm', 'Mo-Fr 09:00-17:00'],
    ['with a note', 'Hours\nMon-Fri 9am-5pm\nSat 9am-1pm (surgery only)', 'Mo-Fr 09:00-17:00'],
  ])('days that are open %s are left out', (_, text, hours) => expect(inText(text)).toBe(hours))

  test.each([
    ['German', 'Unsere Öffnungszeiten:\nMo bis Sa: 9:00 - 19:00 Uhr\nSo: geschlossen', 'Mo-Sa 09:00-19:00'],
    [
      'German, with a list of days',
      'Öffnungszeiten\nMo, Di, Do\n8:00 - 23:00\nMi, Fr\n8:00 - 22:00',
      'Mo-Tu 08:00-23:00; We 08:00-22:00; Th 08:00-23:00; Fr 08:00-22:00',
    ],
    [
      'German, with whole hours',
      'Öffnungszeiten\nMo-Fr: 08-13 & 14-18\nSonntag: geschlossen',
      'Mo-Fr 08:00-13:00; Mo-Fr 14:00-18:00',
    ],
    [
      'German, above a date',
      'Öffnungszeiten\nMontag geschlossen\nDienstag - Freitag 8:30 - 17:00\n24. - 26. Dezember geschlossen',
      'Tu-Fr 08:30-17:00',
    ],
    [
      'Dutch',
      'Openingstijden\nma - vr 9:00 - 17:00\nza 10:00 - 16:00\nzo gesloten',
      'Mo-Fr 09:00-17:00; Sa 10:00-16:00',
    ],
    [
      'Portuguese',
      'Horário de funcionamento\nSeg a Sex: 8h às 18h\nSáb: 8h às 12h',
      'Mo-Fr 08:00-18:00; Sa 08:00-12:00',
    ],
  ])('in %s', (_, text, hours) => expect(inText(text)).toBe(hours))
})

describe('beside the hours stands', () => {
  test.each([
    [
      'when the kitchen closes',
      'Hours\nTue-Sat: 8AM-5PM, kitchen closes at 4PM\nSunday: 9AM-3PM',
      'Tu-Sa 08:00-17:00; Su 09:00-15:00',
    ],
    [
      'a line about the kitchen',
      'Hours\nTue-Sat: 8AM-5PM\nKitchen closes at 4PM\nSunday: 9AM-3PM',
      'Tu-Sa 08:00-17:00; Su 09:00-15:00',
    ],
    [
      'a line about the pause',
      'Hours\nMon-Thu\n8 AM - 5 PM\n(closed 12-1 for lunch)\nFriday\n8 AM - 12 PM',
      'Mo-Th 08:00-12:00; Mo-Th 13:00-17:00; Fr 08:00-12:00',
    ],
    [
      'what happens on holidays',
      'Hours\nMon–Fri: 7:30–17:30 · Sat: 8:00–13:00 · Public holidays: Closed',
      'Mo-Fr 07:30-17:30; Sa 08:00-13:00',
    ],
    ['"and holidays"', 'Hours\nMon-Sat 9am-5pm, closed Sunday and on holidays', 'Mo-Sa 09:00-17:00'],
    ['an emergency service', 'Hours\nMon-Fri 8AM-5PM | Sun Closed | Emergency service 24/7', 'Mo-Fr 08:00-17:00'],
    ['several closed days', 'Hours\nTue-Sat 9am-5pm\nClosed Sunday & Monday', 'Tu-Sa 09:00-17:00'],
    ['closed days in front', 'Hours\nClosed Sun & Mon, Tue-Sat 9-5', 'Tu-Sa 09:00-17:00'],
    [
      'a place that is named like a season',
      'Winter Park, FL 32792\nHours\nMonday — Thursday\n8:00am — 3:00pm',
      'Mo-Th 08:00-15:00',
    ],
    ['an office', 'Hours\nOffice: Mon-Fri 8AM-5PM\nEmergency: 24/7', 'Mo-Fr 08:00-17:00'],
    ['"available 24/7"', 'Hours of Operation\nAvailable 24/7', 'Mo-Su 00:00-23:59'],
    [
      'letters for days',
      'Hours\nM/W/F 9-5 T/Th 10-7',
      'Mo 09:00-17:00; Tu 10:00-19:00; We 09:00-17:00; Th 10:00-19:00; Fr 09:00-17:00',
    ],
    [
      'meals without "am" and "pm"',
      'Hours\nLunch Tues-Fri 11:30-2:00\nDinner Tues-Fri 5:00-9:30',
      'Tu-Fr 11:30-14:00; Tu-Fr 17:00-21:30',
    ],
    [
      '"y de" in Spanish',
      'Horario\nLunes a viernes de 9:00 a 14:00 y de 17:00 a 20:00',
      'Mo-Fr 09:00-14:00; Mo-Fr 17:00-20:00',
    ],
  ])('%s', (_, text, expected) => {
    expect(inText(text)).toBe(expected)
  })
})

describe('hours of two rooms of a business are no hours of the whole', () => {
  test('below one heading', () => expect(inText('Hours\nMon-Fri 5pm-11pm\nThe café\nMon-Fri 9am-5pm')).toBe('doubtful'))
  test('unless one of them is a kitchen', () =>
    expect(inText('Hours\nMon-Fri 5pm-11pm\nKitchen\nMon-Fri 5pm-9pm')).toBe('Mo-Fr 17:00-23:00'))
})

test('"24/7" of an emergency service is not of the business', () => {
  expect(inText('Open 24/7\nfor emergency service')).toBe('')
  expect(inText('24/7 emergency line')).toBe('')
})

const data = (hours: string) =>
  `<script type="application/ld+json">{"@type":"Plumber","openingHours":"${hours}"}</script>`

describe('hours that people read count more than those of schema.org', () => {
  const shown = '<h4>Hours</h4><p>Mon-Wed 10am-6pm</p><p>Thu-Fri 11am-7pm</p>'

  test('that a website builder filled in', () =>
    expect(onPages(data('Mo-Fr 09:00-17:00'), shown)).toEqual(['Mo-We 10:00-18:00; Th-Fr 11:00-19:00']))
  test('that differ from page to page', () =>
    expect(onPages(data('Mo-Fr 08:00-18:00'), data('Mo-Sa 07:00-18:00') + shown)).toEqual([
      'Mo-We 10:00-18:00; Th-Fr 11:00-19:00',
    ]))
  test('but not if they leave out working days', () =>
    expect(onPages(data('Mo-Fr 09:00-17:00'), '<h4>Hours</h4><p>Mon-Wed 10am-6pm</p>')).toEqual(['Mo-Fr 09:00-17:00']))
})
