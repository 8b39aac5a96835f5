import { describe, expect, test } from 'vitest'
import { hoursInAnyLanguage } from './hours-languages.ts'
import { writeWeek } from './week.rules.ts'

const inText = (text: string) => {
  const { weeks, areDoubtful } = hoursInAnyLanguage(text)
  return areDoubtful ? 'doubtful' : weeks.map(writeWeek).join(' / ')
}

describe('hours beside a number to call are read', () => {
  test.each([
    ['behind it', 'Call us at (303) 440-0188 Mon-Fri 9am-5pm'],
    ['behind it, in brackets', 'Tel: 303-440-0188 (Mon - Fri 9am - 5pm)'],
    ['behind it, after a comma', 'Phone: 303-440-0188, Monday - Friday, 9:00 am - 5:00 pm'],
    ['behind it, in front of their days', 'Call toll free 1-800-440-0188 from 9am to 5pm Monday through Friday'],
    ['behind it, with a time zone', 'Call (800) 440-0188, 9 AM to 5 PM, Pacific Time, Monday through Friday.'],
    ['between its label and it', 'Phone (Mon-Fri, 9am-5pm): (303) 440-0188'],
    ['in front of it', 'Mon-Fri 9am-5pm 303-440-0188'],
    ['in the request to call it', 'Call us Monday through Friday, 9 a.m. to 5 p.m. ET at 303-440-0188.'],
    ['in a request with more words', 'You can reach us by phone weekdays from 9am to 5pm EST at 1-800-440-0188.'],
  ])('%s', (_, text) => expect(inText(text)).toBe('Mo-Fr 09:00-17:00'))

  test('as a whole, not only the part behind a bar', () =>
    expect(inText('Call 1-877-440-0188 M–F 7am-7pm | Sat. 10am-2pm MT')).toBe('Mo-Fr 07:00-19:00; Sa 10:00-14:00'))

  test.each([
    'Emergency line: 303-440-0199 Mon-Fri 5pm-8am',
    'Technical support: 303-440-0199 (Mon-Fri 7am-9pm)',
    'Fax: 303-440-0199, Mon-Fri 9am-5pm',
    'For city permits call 303-440-0199 Mon-Fri 8am-4pm',
    'For city permits call Mon-Fri 8am-4pm at 303-440-0199',
    'Poison control 303-440-0199 Mon-Fri 9am-5pm',
    'Poison control (Mon-Fri 9am-5pm): 303-440-0199',
    'Poison control Mon-Fri 9am-5pm 303-440-0199',
  ])('but not those of something else: "%s"', text => expect(inText(text)).toBe(''))

  test('of each number, so different ones are none of the whole business', () =>
    expect(inText('Sales: 303-440-0188 Mon-Fri 9am-6pm\nParts: 303-440-0177 Mon-Fri 7am-6pm')).toBe(
      'Mo-Fr 09:00-18:00 / Mo-Fr 07:00-18:00',
    ))
})

describe('hours are read', () => {
  test.each([
    ['of a warehouse', 'Warehouse hours: Monday - Friday 9:00 AM - 5:00 PM'],
    ['of a leasing office', 'Leasing Office Hours: Monday-Friday 9-5'],
    ['behind "opening times are"', 'Our opening times are Mon - Fri 9am - 5pm'],
    ['in a Dutch sentence', 'Ons bedrijf is geopend van maandag tot en met vrijdag van 9.00 tot 17.00 uur.'],
    ['with "tussen" in Dutch', 'Openingstijden: maandag t/m vrijdag tussen 9.00 en 17.00 uur'],
    ['with "zwischen" in German', 'Öffnungszeiten: Montag bis Freitag zwischen 9 und 17 Uhr'],
    ['with holidays in Dutch', 'Openingstijden: Maandag t/m Vrijdag 9u00 tot 17u00, Zondag en Feestdagen gesloten.'],
  ])('%s', (_, text) => expect(inText(text)).toBe('Mo-Fr 09:00-17:00'))
})
