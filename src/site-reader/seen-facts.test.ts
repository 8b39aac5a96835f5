import { describe, expect, test } from 'vitest'
import { pageText } from './page-text.ts'
import { readPage } from './read-page.ts'
import { decideFacts, type SiteFactKind } from './site-facts.rules.ts'

const owner = { domain: 'flatirons-plumbing.com', names: ['Flatirons Plumbing'] }
const factsOf = (kind: SiteFactKind, body: string, by = owner) =>
  decideFacts([readPage(body, `https://${by.domain}/`)], by).flatMap(fact => (fact.kind === kind ? fact.value : []))
const emails = (body: string) => factsOf('email', body)
const phones = (body: string) => factsOf('phone', body)
const hours = (body: string) => factsOf('hours', body)
const linksTo = (...links: string[]) => links.map(link => `<a href="https://www.${link}">.</a>`).join('')
const profiles = (body: string, by = owner) => factsOf('social', body, by).map(url => url.replace('https://www.', ''))

/** "info@theme-maker.com" */
const shielded = (shown: string) =>
  `<p><span class="__cf_email__" data-cfemail="${protect('info@theme-maker.com')}">${shown}</span></p>`
const protect = (address: string) =>
  ['2a', ...Array.from(address, letter => (letter.charCodeAt(0) ^ 0x2a).toString(16).padStart(2, '0'))].join('')

const person = (name: string) =>
  `<script type="application/ld+json">{"@type":"Person","name":"${name}","url":"https://ana-lopez.art/","sameAs":["https://www.instagram.com/a.lopez.pictures"]}</script>`
const column = (...lines: string[]) => `<div>${lines.map(line => `<p>${line}</p>`).join('')}</div>`

describe('an address under the protection of Cloudflare', () => {
  test('counts behind its usual words, and where a copy of the page shows it', () => {
    expect(emails(shielded('[email&#160;protected]'))).toEqual(['info@theme-maker.com'])
    expect(emails(shielded('Info@Theme-Maker.com'))).toEqual(['info@theme-maker.com'])
  })

  test('does not count if people see another one', () => {
    expect(emails(shielded('flatirons@gmail.com'))).toEqual(['flatirons@gmail.com'])
    expect(emails(shielded('info@xyz.com'))).toEqual([])
  })
})

test('an address is found behind a megabyte of styles', () => {
  const page = `<style>${'.a{color:red}'.repeat(90_000)}</style><p>flatirons@gmail.com</p>`
  expect(emails(pageText(Buffer.from(page), null))).toEqual(['flatirons@gmail.com'])
})

describe('a number behind a link', () => {
  test.each(['+92 370 1037429', 'Call 0412 345 678', '(02) 7227 7373'])(
    'does not count where people see the number %s of another country',
    shown => expect(phones(`<a href="tel:+13034400188">${shown}</a>`)).toEqual([]),
  )

  test.each(['Call us 24/7', 'Since 01.02.2024', '0 303 440 0188', '4500 Broadway, 80302'])(
    'counts where people see "%s"',
    shown => expect(phones(`<a href="tel:+13034400188">${shown}</a>`)).toEqual(['13034400188']),
  )
})

test('the number of the call center of others does not count, and that of our own office does', () => {
  const own = '<p>Phone: 303-440-0188</p>'
  const others =
    '<p>They take cars through their call center at\n      877-440-0199.</p><p>Ask Cars for Boulder at\n 877-440-0199 for more.</p>'
  expect(phones(own + others)).toEqual(['13034400188'])
  expect(phones(`${own}<p>Call our office at 303-440-0199.</p><p>Ask us at 303-440-0199 for more</p>`)).toHaveLength(2)
})

describe('a profile of whoever made the site', () => {
  const maker = linksTo('facebook.com/foomediafacebook', 'instagram.com/foo_media_ig')

  test.each([
    'This sample site was built by Darren at Foo Media.',
    'Website by Foo Media',
    'Site designed & developed by: Foo Media | All rights reserved',
    'Powered by Foo Media',
  ])('does not count: %s', credit => expect(profiles(`${maker}<footer>${credit}</footer>`)).toEqual([]))

  test.each([
    'Rings designed by Foo Media',
    'This site is owned and run by Foo Media',
    'Houses built by Foo Media since 1990',
  ])('may be of the business: %s', text => expect(profiles(`${maker}<footer>${text}</footer>`)).toHaveLength(2))

  test('counts if it names the business', () =>
    expect(profiles(`${linksTo('facebook.com/flatironsplumbing')}Website by Flatirons Plumbing`)).toHaveLength(1))

  test('does not count if it names an agency beside one that names the business', () => {
    const all = linksTo('facebook.com/flatironsplumbing', 'linkedin.com/company/digital-marcia')
    expect(profiles(all)).toEqual(['facebook.com/flatironsplumbing'])
    expect(profiles(linksTo('facebook.com/boulderpipes', 'instagram.com/digitalboulder'))).toHaveLength(2)
    const agency = { domain: 'foo-digital.com', names: ['Foo Digital'] }
    expect(profiles(linksTo('facebook.com/foodigital', 'instagram.com/digitalboulder'), agency)).toHaveLength(2)
    expect(profiles(linksTo('facebook.com/flatironsplumbing', 'instagram.com/museoboulder'))).toHaveLength(2)
  })
})

describe('profiles of a person in the data of a page', () => {
  test('count if the business has the name of the person', () => {
    const photographer = { domain: 'lopez-photos.com', names: ['Ana Lopez'] }
    expect(profiles(person('Ana Lopez'), photographer)).toEqual(['instagram.com/a.lopez.pictures'])
    expect(profiles(person('Ana Lopezo'), photographer)).toEqual([])
    expect(profiles(person('Ana Lopez'))).toEqual([])
  })
})

describe('hours', () => {
  const week = ['Monday:', 'Tuesday:', 'Wednesday:', 'Thursday:']

  test.each([
    ['with times before days', '<p>Office Hours: 8:30 - 5:00 M-F</p>', 'Mo-Fr 08:30-17:00'],
    [
      'with times before days, on several lines',
      '<h3>Hours</h3><p>9am-5pm Monday to Thursday, 9am-4pm Friday</p><p>10 am - noon on Saturdays</p>',
      'Mo-Th 09:00-17:00; Fr 09:00-16:00; Sa 10:00-12:00',
    ],
    ['below a number of another country', '<p>+919324704045</p><p>Mon - Sat: 9 AM - 6 PM</p>', 'Mo-Sa 09:00-18:00'],
    ['with a colon too many', '<h3>Hours</h3><p>Mon-Fri 7:AM - 5PM</p>', 'Mo-Fr 07:00-17:00'],
    [
      'below a sentence that asks to call',
      '<p>Please call us with any questions.</p><p>Office hours: Mon-Fri 9am-5pm</p>',
      'Mo-Fr 09:00-17:00',
    ],
    [
      'in a column of days and a column of times',
      `<h2>Hours</h2>${column(...week)}${column('Repairs only', '10:00 - 17:00', '10:00 - 16:00', 'closed')}<p>Or by appointment</p>`,
      'Tu 10:00-17:00; We 10:00-16:00',
    ],
    [
      'in columns, in German',
      `<h2>Öffnungszeiten</h2>${column('Montag', 'Dienstag', 'Mittwoch')}${column('geschlossen', '10:00 - 17:00', '10:00 - 16:00 Uhr')}`,
      'Tu 10:00-17:00; We 10:00-16:00',
    ],
    [
      'in a long list',
      `<h2>Hours</h2>${['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map(day => column(day, '9am - noon', '1pm - 5pm')).join('')}`,
      'Mo-Sa 09:00-12:00; Mo-Sa 13:00-17:00',
    ],
  ])('are read %s', (_, body, expected) => expect(hours(body)).toEqual([expected]))

  test.each([
    ['a cell is empty', `<h2>Hours</h2>${column(...week)}${column('9am-5pm', '9am-4pm', '9am-3pm')}<p>Our team</p>`],
    [
      'there is a row too many',
      `<h2>Hours</h2>${column(...week)}${column('closed', '9am-5pm', '9am-4pm', '9am-3pm', '9am-2pm')}`,
    ],
    ['the number above is an example', '<p>0800-123456</p><p>Mon - Sat 8.00 - 18.00</p>'],
    ['a date is above', '<p>01.02.2024 - 11</p><p>Mon - Sat 8.00 - 18.00</p>'],
    ['they are of an event', '<p>Open Mic</p><p>Happy hour</p><p>4pm - 6pm Friday</p>'],
  ])('are not read if %s', (_, body) => expect(hours(body)).toEqual([]))
})
