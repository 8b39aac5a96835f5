import { describe, expect, test } from 'vitest'
import { readPage } from './read-page.ts'
import { decideFacts } from './site-facts.rules.ts'

const phonesOf = (...pages: string[]) =>
  decideFacts(
    pages.map((html, at) => readPage(html, `https://flatironsplumbing.com/${at === 0 ? '' : at}`)),
    { domain: 'flatironsplumbing.com', names: ['Flatirons Plumbing'] },
  ).flatMap(({ kind, value }) => (kind === 'phone' ? value : []))
const OWN = '13034400188'
const CELL = '13034400199'
const fax = (says: string) =>
  `<script type="application/ld+json">{"@type":"Plumber","name":"Flatirons Plumbing",${says}}</script>`

describe('single letters in a group say what each number is for', () => {
  test.each([
    'P - 303-440-0188<br>F - 303-440-0198<br>C - 303-440-0199',
    'P: 303-440-0188<br>F: 303-440-0198<br>M: 303-440-0199',
    'T. 303-440-0188 | F. 303-440-0198 | M. 303-440-0199',
    'T) 303-440-0188<br>F) 303-440-0198<br>C) 303-440-0199',
    '(O) 303-440-0188, (F) 303-440-0198, (C) 303-440-0199',
    'P | 303-440-0188<br>F | 303-440-0198<br>C | 303-440-0199',
    'P 303-440-0188 F 303-440-0198 C 303-440-0199',
    '<div>O – (303) 440-0188</div><div>C – (303) 440-0199</div><div>F – (303) 440-0198</div>',
  ])('%j', html => expect(phonesOf(`<p>Flatirons Plumbing</p><p>${html}</p>`)).toEqual([OWN, CELL]))

  test.each([
    '<p>Phone: 303-440-0188</p><p>Written by Ana C - 303-440-0199</p>',
    '<p>Phone: 303-440-0188</p><p>Building C 303-440-0199 in the list of lots</p>',
    '<p>Phone: 303-440-0188</p><p>Vitamin C - 303-440-0199 is the number of the article</p>',
  ])('but not elsewhere: %j', html => expect(phonesOf(html)).toEqual([OWN]))
})

describe('a request to call names a number', () => {
  test.each([
    'Call now to book your appointment :: (303) 440-0199',
    'Call today for a free estimate! 303-440-0199',
    'Call us to schedule your service – 303-440-0199',
    'For repairs, call to set up a visit: 303-440-0199',
    'Call or text us for a quote at 303-440-0199',
  ])('%j', text => expect(phonesOf(`<p>Phone: 303-440-0188</p><p>${text} and more words</p>`)).toEqual([OWN, CELL]))

  test.each([
    'Call to book a tour with Acme Rafting 303-440-0199',
    'Call for an appointment at Acme Dental. Its office is 303-440-0199',
    'Call to order from Acme Pizza: 303-440-0199',
  ])('but not of somebody else: %j', text =>
    expect(phonesOf(`<p>Phone: 303-440-0188</p><p>We like them. ${text} and more words</p>`)).toEqual([OWN]),
  )
})

describe('the number of another company', () => {
  const own = '<p>Call us: <a href="tel:3034400188">303-440-0188</a></p>'
  const foot = (text: string) => [`${own}<p>${text}</p>`, `<h1>About</h1><p>${text}</p>`]

  test.each([
    'Ana Diaz offers advice through Gradient Advisors, LLC (Arden Hills, MN 303-440-0199), a registered adviser.',
    'Securities offered through Acme Securities, Inc. (303-440-0199), member FINRA/SIPC.',
    'Loans are provided by Front Range Bank, N.A. (Denver, CO, call 303-440-0199).',
    'Ana is a registered representative of Peak Investment Services (phone: 303-440-0199).',
  ])('behind its name in brackets is left out: %j', text => expect(phonesOf(...foot(text))).toEqual([OWN]))

  test.each([
    'Services are offered through Flatirons Plumbing, LLC (Boulder, CO 303-440-0199).',
    'Book through Ana Diaz (303-440-0199).',
  ])('unless it is the business or a person: %j', text => expect(phonesOf(...foot(text))).toEqual([OWN, CELL]))

  test('behind its copyright is left out, if the business has a number of its own', () => {
    const acme = 'Copyright © 2013 Acme Wellness Tours &amp; Retreats | 12 Main St, Boulder, CO 80301 | (303) 440-0199'
    expect(phonesOf(...foot(acme))).toEqual([OWN])
    expect(phonesOf(`<p>${acme}</p>`, `<p>${acme}</p>`)).toEqual([CELL])
  })

  test.each([
    '© 2024 Flatirons Plumbing | 12 Main St, Boulder, CO 80301 | 303-440-0199',
    '© 2020-2024 Flatirons Holdings, LLC | 12 Main St, Boulder, CO 80301 | 303-440-0199',
    '© 2024 Acme Web Studio. All rights reserved. Phone: 303-440-0199',
  ])('behind the copyright of the business or its owner counts: %j', text =>
    expect(phonesOf(...foot(text))).toEqual([OWN, CELL]),
  )
})

describe('a fax number that programs made a link of is none to call', () => {
  const own = '<p>Phone: <a href="tel:3034400188">303-440-0188</a></p>'
  test.each([
    ['by its text on another page', [own + '<a href="tel:3034400199">303-440-0199</a>', '<p>Fax: 303-440-0199</p>']],
    [
      'by schema.org',
      [fax('"telephone":"3034400188","faxNumber":"3034400199"') + own + '<a href="tel:3034400199">303-440-0199</a>'],
    ],
    [
      'by the words of its link',
      [own + '<a href="tel:3034400199">Fax a Referral</a>', '<a href="tel:3034400199">303-440-0199</a>'],
    ],
    [
      'by schema.org and the text, with a label below it',
      [
        fax('"telephone":"3034400188","faxNumber":"3034400199"') +
          '<div>303-440-0188</div><div>Phone</div><div>303-440-0199</div><div>Fax</div>',
        '<p>Fax 303-440-0199</p>',
      ],
    ],
  ])('%s', (_, pages) => expect(phonesOf(...pages)).toEqual([OWN]))

  test.each([
    [
      'that is called a phone number too',
      [own + '<a href="tel:3034400199">Call the shop</a>', '<p>Fax: 303-440-0199</p>'],
    ],
    [
      'that has both labels',
      [`${own}<p>Tel: <a href="tel:3034400199">303-440-0199</a></p>`, '<p>Fax: 303-440-0199</p>'],
    ],
    [
      'that schema.org has twice',
      [fax('"telephone":"3034400199","faxNumber":"3034400199"') + own, '<p>Fax: 303-440-0199</p>'],
    ],
  ])('but one %s is', (_, pages) => expect(phonesOf(...pages)).toContain(CELL))
})
