import { describe, expect, test } from 'vitest'
import { readPage } from './read-page.ts'
import { decideFacts } from './site-facts.rules.ts'
import type { SiteOwner } from './site-owner.ts'

const plumber = { domain: 'flatirons.com', names: ['Flatirons Plumbing'] }
const hoursOf = (body: string, owner: SiteOwner = plumber): string =>
  decideFacts([readPage(body, `https://${owner.domain}/`)], owner)
    .flatMap(({ kind, value }) => (kind === 'hours' ? value : []))
    .join(' / ')

const WORK = 'Mo-Fr 09:00-17:00'
const WEEK = 'Mo-Fr 09:00-17:00; Sa 10:00-14:00'
const ALWAYS = 'Mo-Su 00:00-23:59'
const workdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
const rows = (row: (day: string) => string): string => workdays.map(row).join('\n')

describe('hours of a business are read from', () => {
  test.each([
    [
      'a table',
      `<h3>Hours</h3><table>${rows(day => `<tr><td>${day}</td><td>9:00 AM - 5:00 PM</td></tr>`)}<tr><td>Saturday</td><td>10:00 AM - 2:00 PM</td></tr><tr><td>Sunday</td><td>Closed</td></tr></table>`,
      WEEK,
    ],
    [
      'a table with cells for start, dash, and end',
      `<h3>Hours</h3><table>${rows(day => `<tr><td>${day}</td><td>9:00</td><td>-</td><td>5:00</td></tr>`)}</table>`,
      WORK,
    ],
    [
      'a table with heads',
      `<h3>Hours</h3><table><tr><th>Day</th><th>Hours</th></tr>${rows(day => `<tr><td>${day}</td><td>9 a.m. - 5 p.m.</td></tr>`)}</table>`,
      WORK,
    ],
    [
      'a table with a column for each day',
      `<h3>Hours</h3><table><tr>${rows(day => `<th>${day}</th>`)}</tr><tr>${rows(() => '<td>9-5</td>')}</tr></table>`,
      WORK,
    ],
    [
      'a definition list',
      `<h3>Hours</h3><dl>${rows(day => `<dt>${day}</dt><dd>9am–5pm</dd>`)}<dt>Saturday</dt><dd>10am–2pm</dd></dl>`,
      WEEK,
    ],
    [
      'boxes for days and times',
      `<div>Hours</div>${rows(day => `<div><div>${day.slice(0, 3)}</div><div>09:00 am – 05:00 pm</div></div>`)}<div><div>Sat</div><div>By Appointment</div></div>`,
      WORK,
    ],
    [
      'a list with times in their own elements',
      '<h3>Hours</h3><ul><li>Monday–Friday<span>9am to 5pm</span></li><li>Saturday<span>10am to 2pm</span></li><li>Sunday<span>Closed</span></li></ul>',
      WEEK,
    ],
    [
      'lines with breaks',
      '<h4>Hours of Operation</h4><p>Mon - Fri: 9:00 AM – 5:00 PM<br>Sat: 10:00 AM – 2:00 PM<br>Sun: Closed</p>',
      WEEK,
    ],
    [
      'days above their times',
      '<h3>Hours</h3><p>Monday &ndash; Friday<br>9:00 a.m. &ndash; 5:00 p.m.<br>Saturday<br>10:00 a.m. &ndash; 2:00 p.m.</p>',
      WEEK,
    ],
    [
      'times before their days',
      '<h3>Store Hours</h3><p>9:00 am - 5:00 pm Monday-Friday<br>10:00 am - 2:00 pm Saturday<br>Closed Sunday</p>',
      WEEK,
    ],
    ['one line', '<p><strong>Hours:</strong> M-F 9-5, Sat 10-2, Closed Sun.</p>', WEEK],
    ['capital letters', '<p>HOURS M-F: 9AM-5PM SAT: 10AM-2PM</p>', WEEK],
    ['short days with dots', '<h3>Hours</h3><p>Mon. – Fri. 9 a.m. – 5 p.m.</p><p>Sat. 10 a.m. – 2 p.m.</p>', WEEK],
    ['"Thur"', '<h4>Hours</h4><p>Mon - Thur: 9:00 AM – 5:00 PM<br/>Fri: 9:00 AM – 5:00 PM</p>', WORK],
    ['letters for days', '<h3>Hours</h3><p>M, T, W, Th, F 9am-5pm</p>', WORK],
    ['bars between days', '<h3>Hours</h3><p>Mon–Thu: 9–5 | Fri: 9–3</p>', 'Mo-Th 09:00-17:00; Fr 09:00-15:00'],
    [
      '"Weekdays" and "Weekends"',
      '<h3>Hours</h3><p>Weekdays 9am - 5pm</p><p>Weekends 10am - 2pm</p>',
      'Mo-Fr 09:00-17:00; Sa-Su 10:00-14:00',
    ],
    ['"7 days a week"', '<h3>Hours</h3><p>Open 7 Days a Week 8am-8pm</p>', 'Mo-Su 08:00-20:00'],
    ['hours of four digits', '<h3>Opening Times</h3><p>Mon to Fri: 0900 - 1700hrs</p>', WORK],
    [
      'a sentence',
      '<p>We are open Monday through Friday from 9 a.m. until 5 p.m. and Saturday from 10 a.m. until 2 p.m.</p>',
      WEEK,
    ],
    [
      'two ranges with a lunch between them',
      '<h3>Hours</h3><p>Monday through Friday<br>8:00am to 12:00pm &amp; 1:00pm to 5:00pm</p>',
      'Mo-Fr 08:00-12:00; Mo-Fr 13:00-17:00',
    ],
    [
      'hours with a lunch in brackets',
      '<h3>Office Hours</h3><p>Mon-Fri 8am-5pm (closed for lunch 12-1)</p>',
      'Mo-Fr 08:00-12:00; Mo-Fr 13:00-17:00',
    ],
    [
      'days beside one by appointment',
      '<h3>Hours</h3><p>Mon-Fri: 9AM-5PM<br>Sat: By appointment only<br>Sun: Closed</p>',
      WORK,
    ],
    [
      'days beside one with a note below it',
      '<h3>Hours</h3><p>Mon<br>9am - 5pm<br>Tue<br>9am - 5pm (closed in January)<br>Wed<br>9am - 5pm</p>',
      'Mo 09:00-17:00; We 09:00-17:00',
    ],
    [
      'a heading with an address below it',
      '<h3>Location &amp; Hours</h3><p>123 Main St</p><p>Boulder, CO 80302</p><p>Get directions</p><p>Mon-Fri: 9am-5pm</p>',
      WORK,
    ],
    [
      'the regular hours beside those of holidays',
      '<h3>Holiday Hours</h3><p>Dec 24: 9am-12pm</p><h3>Hours</h3><p>Mon-Fri 9am-5pm</p>',
      WORK,
    ],
    ['"between the hours of"', '<p>Office hours: Monday to Friday between the hours of 9am and 5pm</p>', WORK],
    [
      'a line with "Atlantic Standard Time"',
      '<p>Hours: Monday to Friday, 9 am to 5 pm Atlantic Standard Time</p>',
      WORK,
    ],
    [
      'a line below one about walk-ins',
      '<p>No Walk-In Customers</p><p>Telephone: 303-440-0188</p><p>9 am to 5 pm (MST) Monday thru Friday</p>',
      WORK,
    ],
    ['a line below a label with a value', '<p>Live chat: Chat now</p><p>Hours: M-F 9am - 5pm</p>', WORK],
  ])('%s', (_, body, hours) => expect(hoursOf(body)).toBe(hours))

  test.each([
    ['of a season', '<h3>Summer Hours</h3><p>Mon-Fri 9am-5pm</p>'],
    [
      'of two seasons',
      '<h3>Winter Hours (Nov - March)</h3><p>Mon-Fri 9am-5pm</p><h3>Summer Hours (April - Oct)</h3><p>Mon-Sat 8am-6pm</p>',
    ],
    [
      'of two rooms',
      '<h3>Hours</h3><p>Monday - Friday<br>9:00am - 5:00pm</p><h3>Showroom Hours</h3><p>Monday - Friday 10am - 4pm</p>',
    ],
    [
      'of a class far below a heading',
      '<p>Hours</p><p>Contact</p><p>Pottery for beginners</p><p>with Ana</p><p>Sat 10am-12pm</p>',
    ],
    ['of a class in a menu', '<p>Hours</p><p>Menu</p><p>Home</p><p>About</p><p>Yoga</p><p>Mon-Fri 6pm-7pm</p>'],
    ['of Thanksgiving', '<h3>Thanksgiving Hours</h3><p>Mon-Thu 9am-1pm</p>'],
    ['of the weekend of Labor Day', '<h3>Labor Day Weekend Hours</h3><p>Sat-Mon 9am-1pm</p>'],
    ['of a pool', '<h3>Pool Hours</h3><p>Daily 10am-7pm</p>'],
    ['for seniors', '<h3>Senior Hours</h3><p>Mon 7am-8am</p>'],
    ['of a service', '<h3>Service Times</h3><p>Sunday 9am - 11am</p>'],
  ])('but not those %s', (_, body) => expect(hoursOf(body)).toBe(''))
})

describe('hours behind a number without a label', () => {
  const foot = '<footer><p>303-440-0188 Mon-Fri 9am-5pm</p></footer>'
  test('count if the site gives no others', () => {
    expect(hoursOf(foot)).toBe(WORK)
    expect(hoursOf('<footer><p>(303) 440-0188 • Mon–Fri: 9am–5pm • info@flatirons.com</p></footer>')).toBe(WORK)
  })
  test('do not change other hours', () =>
    expect(hoursOf(`<h3>Hours</h3><p>Mon-Fri 8am-6pm</p>${foot}`)).toBe('Mo-Fr 08:00-18:00'))
  test.each(['Poison Control', 'County Building Department', 'Our supplier Acme'])('do not count below "%s"', title =>
    expect(hoursOf(`<p>${title}</p><p>303-440-0188 Mon-Fri 9am-5pm</p>`)).toBe(''),
  )
  test('do not count with other words', () =>
    expect(hoursOf('<p>303-440-0199 Poison control Mon-Fri 9am-5pm</p>')).toBe(''))
})

describe('a plumber is always open', () => {
  test.each([
    '<h3>Hours</h3><p>Open 24 Hours</p>',
    '<p>Hours: 24/7</p>',
    '<p>Open 24 hours a day, 7 days a week</p>',
    "<p>Call us! We're available 24 hours a day, 7 days a week.</p>",
    '<p>Flatirons Plumbing available 24/7/365 to you, holidays and weekends!</p>',
  ])('%s', body => expect(hoursOf(body)).toBe(ALWAYS))

  test.each([
    ['of an emergency service', '<p>24/7 Emergency Service</p>', ''],
    ['for emergencies', '<p>We are available 24/7 for emergencies.</p>', ''],
    ['of an emergency service within a sentence', '<p>Our emergency plumbers are available 24/7.</p>', ''],
    ['about machines', '<p>Water heaters work 24/7.</p>', ''],
    ['of a phone line', '<p>Our answering service is available 24 hours a day.</p>', ''],
    ['below a title of an emergency service', '<h3>Emergency Service</h3><p>We are available 24/7 to help.</p>', ''],
    ['of a chat', '<h3>Live Chat</h3><p>We are available 24/7</p>', ''],
    ['that are denied', "<p>We aren't available 24 hours a day.</p>", ''],
    ['that ended', '<p>We are no longer open 24 hours a day.</p>', ''],
    ['of a part of a house', '<p>The pool is open 24 hours a day. Coffee is available 24/7.</p>', ''],
    ['of another business', '<p>A gas station nearby is open 24 hours a day.</p>', ''],
    ['of results', '<p>We are available 24 hours after your call.</p>', ''],
    ['for members', '<p>We are open 24 hours a day for members.</p>', ''],
    ['beside a closing time', '<p>Our office closes at 5pm. We are available 24/7.</p>', ''],
    [
      'beside hours in a sentence',
      '<p>Flatirons Plumbing is open Monday to Friday 8 to 5.</p><p>We are available 24/7.</p>',
      '',
    ],
    ['beside other hours', '<p>We are available 24/7.</p><h3>Hours</h3><p>Mon-Fri 9am-5pm</p>', WORK],
  ])('but not because of words %s', (_, body, hours) => expect(hoursOf(body)).toBe(hours))

  test('and a bakery is not, if only a sentence says so', () => {
    const bakery = { domain: 'flatironsbakery.com', names: ['Flatirons Bakery'] }
    expect(hoursOf("<p>We're available 24 hours a day.</p>", bakery)).toBe('')
    expect(hoursOf('<p>Hours: Open 24 hours</p>', bakery)).toBe(ALWAYS)
  })

  test.each(['Bailey Bakery', 'Towne Bakery', 'Limoncello', 'Flatirons Hospitality', 'Diesel Cafe'])(
    'and %s is not of such a trade because of a part of its name',
    name => {
      const owner = { domain: `${name.replace(' ', '').toLowerCase()}.com`, names: [name] }
      expect(hoursOf("<p>We're available 24 hours a day.</p>", owner)).toBe('')
    },
  )
  test.each([
    'Flatirons Towing',
    'Flatirons Tow Trucks',
    'Flatirons Bail Bonds',
    'Flatirons Limo',
    'Flatirons Hospital',
  ])('and so is %s', name => {
    const owner = { domain: 'flatirons.com', names: [name] }
    expect(hoursOf("<p>We're available 24 hours a day.</p>", owner)).toBe(ALWAYS)
  })
})
