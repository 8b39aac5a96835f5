import { describe, expect, test } from 'vitest'
import { readPage } from './read-page.ts'
import { decideFacts } from './site-facts.rules.ts'

const owner = { domain: 'flatirons-plumbing.com', names: ['Flatirons Plumbing'] }
/** The hours on a page with each line in a paragraph. */
const inLines = (text: string) => {
  const body = text
    .split('\n')
    .map(line => `<p>${line}</p>`)
    .join('\n')
  return decideFacts([readPage(body, 'https://flatirons-plumbing.com/')], owner)
    .flatMap(({ kind, value }) => (kind === 'hours' ? value : []))
    .join(' / ')
}

describe('the hours of a part of the business stand below those of the whole', () => {
  test.each([
    [
      'a rental counter that opens earlier',
      'Store Hours\nMonday-Saturday 7:30 a.m. to 6 p.m.\nSunday 9 a.m. to 3 p.m.\nRental Counter\nMonday-Saturday, opens at 7 a.m.',
      'Mo-Sa 07:30-18:00; Su 09:00-15:00',
    ],
    [
      'food in a pub',
      'Opening times\nMonday to Saturday 12 noon - 11pm\nSunday 12 noon - 10.30pm\nFood served\nMon-Sat 12-2.30pm and 5.30-9pm\nSunday roasts 12-5pm',
      'Mo-Sa 12:00-23:00; Su 12:00-22:30',
    ],
    ['food every day', 'Opening times\nDaily 12 noon - 11pm\nFood served\nDaily 12pm-9pm', 'Mo-Su 12:00-23:00'],
    [
      'a gate',
      'Office Hours\nMon - Fri\n9:30 AM - 6:00 PM\nGate Hours\nDaily\n6:00 AM - 10:00 PM',
      'Mo-Fr 09:30-18:00',
    ],
    ['access', 'Office Hours\nMon-Fri 9am-5pm\nAccess Hours\nDaily 6am-10pm', 'Mo-Fr 09:00-17:00'],
    ['a pharmacy', 'Hours\nMon-Fri 9am-5pm\nPharmacy\nMon-Fri 9am-4pm', 'Mo-Fr 09:00-17:00'],
    ['a counter for parts', 'Hours\nMon-Fri 7am-6pm\nParts counter: Mon-Fri 7am-4pm', 'Mo-Fr 07:00-18:00'],
  ])('%s', (_, text, hours) => expect(inLines(text)).toBe(hours))

  test.each([
    ['food alone', 'Food served\nDaily 12pm-9pm'],
    ['a gate alone', 'Gate access\nDaily 6am-10pm'],
    ['a pool in a sentence', 'Hours\nThe pool is open daily from 7am to 5pm.'],
    ['another town', 'Hours\nMon-Fri 9am-5pm\nLongmont\nMon-Fri 9am-4pm'],
    ['two towns', 'Hours\nBoulder\nMon-Fri 9am-5pm\nLongmont\nMon-Fri 9am-4pm'],
    ['two departments', 'Hours\nSales\nMon-Fri 9am-7pm\nService\nMon-Fri 7am-4pm'],
    ['two rooms', 'Hours\nShowroom\nMon-Fri 9am-5pm\nWarehouse\nMon-Fri 7am-4pm'],
    [
      'a clinic for emergencies',
      'When we are closed, please go to the Pet Clinic\n303-440-0199\nOpen daily 6pm to 4am',
    ],
  ])('unless it is not certain whose they are: %s', (_, text) => expect(inLines(text)).toBe(''))
})

test.each([
  ['a trade', 'Grooming\nMonday - Saturday 8am - 6pm\nCall 303-440-0111', 'Mo-Sa 08:00-18:00'],
  [
    'the last entry of a menu',
    'Sales\nRentals\nRepairs\nMon-Fri 10am-6pm\nSat 10am-5pm\nSun Closed',
    'Mo-Fr 10:00-18:00; Sa 10:00-17:00',
  ],
  ['a pub', 'Our pub is open daily 4pm to 11pm.', 'Mo-Su 16:00-23:00'],
])('hours below the name of %s count if the site gives no others', (_, text, hours) => {
  expect(inLines(text)).toBe(hours)
  expect(inLines(`Hours\nMon-Fri 8am-5pm\n303-440-0111\nBoulder, CO 80302\n${text}`)).toBe('Mo-Fr 08:00-17:00')
})

test.each([
  'Phone: 303-440-0111\nAfter hours: 303-440-0112\nMonday - Friday 8:00 AM - 5:00 PM',
  'Office Hours\nParking: the nearest garage is on 4th Street.\nMon-Fri 8am-5pm',
  'For after hours service visit our portal\nHours\nMon-Fri 8am-5pm',
  'When we are closed, please contact us by email.\nHours:\nMon-Fri 8am-5pm',
  'When we are closed, please go to the Pet Clinic\nHours\nMon-Fri 8am-5pm',
  'Leave a message when we are closed and we will call you back.\nOffice hours:\nMon-Fri 8am-5pm',
])('a line about the time after hours does not make hours those of others: %s', text => {
  expect(inLines(text)).toBe('Mo-Fr 08:00-17:00')
})

describe('a break closes the business', () => {
  const broken = 'Mo-Fr 08:00-12:00; Mo-Fr 13:00-17:00'
  test.each([
    'Office hours: Monday - Friday, 8:00 a.m. to 5:00 p.m. (closed noon to 1:00 p.m.)',
    'Hours\nMon-Fri 8-5 (closed noon to 1)',
    'Hours\nMon-Fri 8am-5pm (closed from noon until 1pm for lunch)',
    'Hours\nMon-Fri 8am-5pm, closed between 12 and 1',
    'Hours\nMon-Fri 8am-5pm\nClosed daily 12-1',
    'Hours\nMon-Fri 8am-5pm (we close for lunch 12-1)',
    'Hours\nMon-Fri 8am-5pm\nWe close for lunch from 12 to 1',
    'Hours: Monday through Friday, 8am to 5pm, with a break for lunch from 12:00 to 1:00',
  ])('%s', text => expect(inLines(text)).toBe(broken))

  test.each([
    'Office hours\nMon-Fri 8am-5pm\nPhones are off for lunch from 12:00 to 1:00.',
    'Office hours\nMon-Fri 8am-5pm\nOur phones rest between 1 and 2 pm for staff lunch. The doors stay open.',
    'Office hours\nMon-Fri 8am-5pm (phones off 12-1 for lunch)',
    'Office hours\nMon-Fri 8am-5pm\nCalls go to voicemail during lunch, 12-1',
    'Office hours\nMon-Fri 8am-5pm\nThe phone lines are closed for lunch 12-1pm',
  ])('but not if only the phones rest: %s', text => expect(inLines(text)).toBe('Mo-Fr 08:00-17:00'))
})

describe('hours are read in sentences', () => {
  test.each([
    [
      'of a counter',
      'The front counter is open from 8:00 AM to 4:30 PM, Monday through Friday. The presses run until 11 PM.',
      'Mo-Fr 08:00-16:30',
    ],
    [
      'of an office in a street',
      'Our office on Asheville Highway is open Monday through Friday, 8am to 5pm. For emergencies we are on call 24/7.',
      'Mo-Fr 08:00-17:00',
    ],
    [
      'with an aside',
      'The office is open Monday to Friday from 8:00 to 4:30; the crews leave at 7.',
      'Mo-Fr 08:00-16:30',
    ],
    [
      'with the name of the site',
      'Flatirons Plumbing is open Monday through Friday from 7am to 5pm.',
      'Mo-Fr 07:00-17:00',
    ],
    [
      'with a name below a heading',
      'Hours\nCottonwood is open Tuesday through Friday from 7:15 am to 5:30 pm. We follow the school calendar.',
      'Tu-Fr 07:15-17:30',
    ],
    ['of a market', 'Farm market open daily 8 a.m. to 7 p.m.', 'Mo-Su 08:00-19:00'],
    [
      'with the number of days',
      'We are open six days a week, Monday through Saturday, from 10am to 6pm.',
      'Mo-Sa 10:00-18:00',
    ],
    ['that say "here"', 'We are here Monday through Friday, 8 a.m. to 5 p.m.', 'Mo-Fr 08:00-17:00'],
    ['that say when it closes', 'We open Tuesday to Sunday at 7am and close at 3pm.', 'Tu-Su 07:00-15:00'],
    ['that say when it opens first', 'We open at 7am and close at 3pm, Tuesday through Sunday.', 'Tu-Su 07:00-15:00'],
    [
      'with the reason for a closed day',
      'Hours: Tuesday to Sunday 9am-5pm. Closed Mondays for baking.',
      'Tu-Su 09:00-17:00',
    ],
    ['with the times above the days', 'Hours: 8:00am - 5:00pm\nMonday - Friday', 'Mo-Fr 08:00-17:00'],
    ['with lines to fill in', 'Hours\nMonday____9am-5pm\nTuesday____9am-5pm', 'Mo-Tu 09:00-17:00'],
    [
      'with a mark for a note',
      'Hours\nMon-Fri 9am-6pm*\n*closed for lunch 12-1',
      'Mo-Fr 09:00-12:00; Mo-Fr 13:00-18:00',
    ],
    ['year round', 'Open year round, Monday through Saturday 9am-5pm', 'Mo-Sa 09:00-17:00'],
    ['and closed on weekends', 'Open 8am to 5pm, Mon-Fri. Closed weekends and holidays.', 'Mo-Fr 08:00-17:00'],
    [
      'and closed on holidays',
      'Hours\nMonday to Saturday, 8 to 5. Sunday 10 to 4. Closed Thanksgiving and Christmas.',
      'Mo-Sa 08:00-17:00; Su 10:00-16:00',
    ],
    ['until everything is sold', 'Hours\nWed-Sun 8am-2pm or until we sell out', 'We-Su 08:00-14:00'],
  ])('%s', (_, text, hours) => expect(inLines(text)).toBe(hours))

  test.each([
    ['of another name', 'Boulder Library is open Monday through Friday from 7am to 5pm.'],
    ['of an office of others', 'The Register of Deeds is open Monday to Friday 8am to 5pm.'],
    ['with an aside about other hours', 'The office is open Monday to Friday from 8 to 5; in July we close at 3.'],
    ['with an aside about another day', 'The office is open Monday to Friday from 8 to 5; Saturdays by chance at 9.'],
    ['of some months', 'Hours\nMay 1 through October 31\nDaily 9am-6pm'],
    ['of a show', 'Doors open Friday 7pm - 11pm'],
    ['about classes', 'Our classes are for ages five to ten, Monday to Friday'],
  ])('but not %s', (_, text) => expect(inLines(text)).toBe(''))
})

test.each([
  ['Tuesday through Saturday, ten til five. Closed Sunday and Monday so we can quilt too.', 'Tu-Sa 10:00-17:00'],
  ['Hours\nTuesday to Saturday, ten to five', 'Tu-Sa 10:00-17:00'],
  ['We are open Monday to Friday from nine to five.', 'Mo-Fr 09:00-17:00'],
  ['Hours: Mon-Fri eight-thirty to five', 'Mo-Fr 08:30-17:00'],
  ["Hours: Mon-Fri nine o'clock to five o'clock", 'Mo-Fr 09:00-17:00'],
  ["Hours: Mon-Fri 10 'til 6", 'Mo-Fr 10:00-18:00'],
  ['Hours: Saturday noon to five', 'Sa 12:00-17:00'],
])('times may be words: %s', (text, hours) => expect(inLines(text)).toBe(hours))

test('a week is whole if each day has hours or a note', () => {
  const days = 'Wednesday - Friday\n7 am - 3 pm\nSaturday &amp; Sunday\n8 am - 2 pm'
  expect(inLines(`Bread\n${days}\nMonday &amp; Tuesday\nResting (us and the dough)`)).toBe(
    'We-Fr 07:00-15:00; Sa-Su 08:00-14:00',
  )
  expect(inLines(`Bread\n${days}`)).toBe('')
})

test.each([
  [
    'classes',
    'Monday: rest day\nTuesday 6pm-7pm\nWednesday: rest day\nThursday 6pm-7pm\nFriday 6pm-7pm\nSaturday 9am-10am\nSunday 9am-10am',
  ],
  [
    'a menu',
    'Monday: meatloaf\nTuesday 11am-2pm\nWednesday 11am-2pm\nThursday 11am-2pm\nFriday 11am-2pm\nSaturday 11am-2pm\nSunday: fried chicken',
  ],
  ['a school', 'Preschool\nMonday - Friday 9am - 12pm\nSaturday &amp; Sunday: no school'],
])('a whole week with notes and short times is that of %s', (_, text) => expect(inLines(text)).toBe(''))

test('a note with an asterisk may limit hours', () => {
  const hours = 'Hours\nMon-Fri 9am-5pm\nSat 9am-1pm*'
  expect(inLines(`${hours}\n*by appointment only`)).toBe('')
  expect(inLines(`${hours}\n* First Saturday of the month`)).toBe('')
  expect(inLines('Hours\nMon-Fri 9am-5pm\nEmail*\n*Required only for new clients')).toBe('Mo-Fr 09:00-17:00')
  expect(inLines(`${hours}\n*Free parking behind the store`)).toBe('Mo-Fr 09:00-17:00; Sa 09:00-13:00')
})

test.each([
  ['We never close, 24/7', 'Mo-Su 00:00-23:59'],
  ['We never close!', 'Mo-Su 00:00-23:59'],
  ["We're never closed.", 'Mo-Su 00:00-23:59'],
  ['We never close a ticket without asking you.', ''],
  ['We never close on holidays', ''],
  ['Our online shop never closes', ''],
  ['We never close\nHours\nMon-Fri 9-5', ''],
])('"never" means always only if nothing limits it: %s', (text, hours) => expect(inLines(text)).toBe(hours))
