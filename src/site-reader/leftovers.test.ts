import { describe, expect, test } from 'vitest'
import { readPage } from './read-page.ts'
import { decideFacts, type SiteFactKind } from './site-facts.ts'
import type { SiteOwner } from './site-owner.ts'

const owner = { domain: 'flatirons-plumbing.com', names: ['Flatirons Plumbing'] }
const factsOf = (kind: SiteFactKind, bodies: readonly string[], by: SiteOwner = owner) =>
  decideFacts(
    bodies.map((body, index) => readPage(body, `https://${by.domain}/${index === 0 ? '' : `contact-${index}`}`)),
    by,
  ).flatMap(fact => (fact.kind === kind ? fact.value : []))
const emails = (...bodies: string[]) => factsOf('email', bodies)
const phones = (...bodies: string[]) => factsOf('phone', bodies)
const profiles = (...bodies: string[]) => factsOf('social', bodies)
const linkTo = (...hrefs: string[]) => hrefs.map(href => `<a href="${href}">Follow</a> `).join('')

describe('an inner page', () => {
  const front = `<p>303-440-0188, flatirons@gmail.com</p>${linkTo('https://facebook.com/pipes.boulder', 'https://x.com/pipes_boulder')}`
  const left = `<title>Contact us</title><p>Phone: 720-440-0199, hi@other-company.com</p>${linkTo('https://instagram.com/other.company')}`

  test('is left over from a theme if it shows no number and no address of the front page', () => {
    expect(phones(front, left)).toEqual(['13034400188'])
    expect(emails(front, left)).toEqual(['flatirons@gmail.com'])
    expect(emails(front, left.replace('hi@other-company.com', 'ana@gmail.com'))).toHaveLength(2)
    expect(profiles(front, left)).toEqual(['https://facebook.com/pipes.boulder', 'https://x.com/pipes_boulder'])
  })

  test('counts if it shows one of them, names the business, or has facts that the front page lacks', () => {
    expect(phones(front, `${left}<p>303-440-0188</p>`)).toEqual(['13034400188', '17204400199'])
    expect(phones(front, left.replace('Contact us', 'Contact Flatirons'))).toContain('17204400199')
    expect(phones(front, `${left}<h2>About <b>Flatirons Plumbing</b></h2>`)).toContain('17204400199')
    expect(phones(front, `${left}<h2>Our plumbing</h2>`)).not.toContain('17204400199')
    expect(phones('<p>We love pipes</p>', left)).toEqual(['17204400199'])
    expect(profiles(front, `${left}${linkTo('https://facebook.com/pipes.boulder')}`)).toHaveLength(3)
  })
})

describe('a page beside a front page without facts of the business', () => {
  const contact = '<title>Contact us</title><p>720-440-0199, office@pipes-boulder.com</p>'

  test.each(['555-555-5555', '123-456-7890', '020 7946 0958'])('keeps its numbers beside %s', shown =>
    expect(phones(`<p>Phone: ${shown}</p>`, contact)).toEqual(['17204400199']),
  )

  test.each(['support@wix.com', 'Website by ana@foo-pages.com', 'name@example.com'])(
    'keeps its addresses beside "%s"',
    shown => expect(emails(`<p>${shown}</p>`, contact)).toEqual(['office@pipes-boulder.com']),
  )
})

describe('an address at another domain', () => {
  const reps = '<p>ana@gmail.com</p><p>ben@gmail.com</p>'
  const office = '<footer>sales@pipe-reps.com</footer>'

  test('counts beside free mailboxes if each page shows it', () => {
    expect(emails(office, reps + office)).toContain('sales@pipe-reps.com')
    expect(emails('<p>Pipes</p>', reps + office)).not.toContain('sales@pipe-reps.com')
  })

  test('counts on the contact page beside one of its own if the name of the business begins with that domain', () => {
    const by = { domain: 'precise-ears.com', names: ['Audiva Hearing Instruments'] }
    const front = '<p>info@precise-ears.com</p>'
    expect(factsOf('email', [front, `${front}<p>info@audiva.net</p>`], by)).toContain('info@audiva.net')
    expect(factsOf('email', [front, `${front}<p>info@audivision.net</p>`], by)).toEqual(['info@precise-ears.com'])
    expect(factsOf('email', [`${front}<p>info@audiva.net</p>`], by)).toEqual(['info@precise-ears.com'])
  })

  test('counts beside one of its own if the part before the "@" is the name of the business', () => {
    const front = '<p>info@flatirons-plumbing.com</p>'
    expect(emails(`${front}<p>flatironsplumbing@legalmail.it</p>`)).toContain('flatironsplumbing@legalmail.it')
    expect(emails(`${front}<p>pipes@legalmail.it</p>`)).toEqual(['info@flatirons-plumbing.com'])
  })

  test.each(['plumbing@bouldercounty.org', 'plumbing@unionlocal.org'])(
    'does not count beside one of its own if the name in front of its "@" is only a trade: %s',
    other =>
      expect(emails(`<p>info@flatirons-plumbing.com</p><p>${other}</p>`)).toEqual(['info@flatirons-plumbing.com']),
  )

  test('does not count if it belongs to the maker of a theme', () =>
    expect(emails('<p>contact@mdbootstrap.com</p>')).toEqual([]))
})

const at = (country: string) =>
  `<script type="application/ld+json">{"@type":"Plumber","address":{"addressCountry":"${country}"}}</script>`

describe('a number', () => {
  test.each(['1-800-MEDICARE', '1-800-GAMBLER', '1-800-QUIT-NOW', '1-800-273-TALK', '1-800-FDA-1088'])(
    'of a hotline, %s, does not count',
    hotline => expect(phones(`<p>Contact ${hotline}, or 303-440-0188</p>`)).toEqual(['13034400188']),
  )

  test.each(['Fax: 1-800-FLATIRON', 'Website by Foo Media, 1-800-FLATIRON'])(
    'in "%s" is not that of the office',
    text => expect(phones(`<p>${text}</p>`)).toEqual([]),
  )

  test.each(['800 MEMBERS', 'Model 800-flatiron', '800-FLATIRONSPLUMBING', '850-FLATIRON'])('is not "%s"', text =>
    expect(phones(`<p>${text}</p>`)).toEqual([]),
  )

  test('does not count if "Fax" is on the line above', () =>
    expect(phones('<p>Call us at:</p><p>303-440-0188</p><p>Or fax at:</p><p>303-440-0199</p>')).toEqual([
      '13034400188',
    ]))

  test('needs its country code if the business is in a country with another one', () => {
    expect(phones(`${at('CO')}<p>Call (321) 834-2962</p>`)).toEqual([])
    expect(phones(`${at('CO')}<p>Call +1 (321) 834-2962</p>`)).toEqual(['13218342962'])
    expect(phones(`${at('PR')}<p>Call (321) 834-2962</p>`)).toEqual(['13218342962'])
  })
})

describe('a profile', () => {
  const FACEBOOK = 'https://www.facebook.com/flatirons'

  test.each([
    ['that the business asks to share', linkTo(`https://www.facebook.com/sharer/sharer.php?u=${FACEBOOK}`)],
    ['in a plugin', `<div class="fb-page" data-href="${FACEBOOK}"></div>`],
    [
      'in a frame',
      `<iframe src="https://www.facebook.com/plugins/page.php?href=${encodeURIComponent(FACEBOOK)}&tabs=timeline"></iframe>`,
    ],
    ['behind a link without its start', linkTo('www.facebook.com/flatirons')],
  ])('%s counts', (_, body) => expect(profiles(body)).toEqual([FACEBOOK]))

  test('does not count after a credit on the same line, unless it is also elsewhere', () => {
    const made = '<p>Designed by <a href="https://instagram.com/cool.web.guy">Cool Web Guy</a></p>'
    expect(profiles(made)).toEqual([])
    expect(profiles(made.replace('Designed by', 'Design:'))).toEqual([])
    expect(profiles(made.replace('>Cool Web Guy', '>cool.web.guy'))).toEqual([])
    expect(profiles(`<p>Designed by Cool Web Guy</p>${linkTo(FACEBOOK)}`)).toEqual([FACEBOOK])
  })

  const FOOTER = '© Flatirons. Website by <a href="https://foo-media.com">Foo Media</a>'
  test.each([
    ['after the link of a credit', `<footer>${FOOTER} ${linkTo(FACEBOOK)}</footer>`],
    ['after a credit, with the name of the business', `<footer>Website by Foo Media ${linkTo(FACEBOOK)}</footer>`],
    ['behind a menu', `<p>Web Design and Plumbing. Follow us: ${linkTo('https://www.facebook.com/pipes')}</p>`],
    ['behind "made by hand"', `<p>Pipes made by hand in Boulder: ${linkTo('https://www.facebook.com/pipes')}</p>`],
    ['behind another design', `<p>Bath Design: ${linkTo('https://www.facebook.com/pipes')}</p>`],
    ['behind "photos"', `<p>See photos from our jobs: ${linkTo('https://www.facebook.com/pipes')}</p>`],
    [
      'of a credit that is also elsewhere',
      `<p>Website by Foo Media ${linkTo('https://www.facebook.com/pipes')}</p><p>${linkTo('https://www.facebook.com/pipes')}</p>`,
    ],
  ])('%s counts', (_, body) => expect(profiles(body)).toHaveLength(1))

  test('on twitter.com and x.com is one profile', () => {
    const front = linkTo('https://facebook.com/pipes', 'https://twitter.com/pipes_boulder')
    expect(profiles(front, linkTo('https://x.com/pipes_boulder', 'https://instagram.com/boulder.p'))).toEqual([
      'https://facebook.com/pipes',
      'https://twitter.com/pipes_boulder',
      'https://instagram.com/boulder.p',
    ])
  })

  test('that is only a number does not name another business', () =>
    expect(profiles(linkTo(FACEBOOK, 'https://m.facebook.com/100573505300943/'))).toHaveLength(2))

  test('of a person counts only if it has the name of the website', () => {
    const links = linkTo('https://linkedin.com/in/flatirons-plumbing-0845a31', 'https://linkedin.com/in/ana-flatirons')
    expect(profiles(links)).toEqual(['https://linkedin.com/in/flatirons-plumbing-0845a31'])
  })
})

test('an address in a link without "mailto:" counts', () =>
  expect(emails(linkTo('flatirons@gmail.com'))).toEqual(['flatirons@gmail.com']))
