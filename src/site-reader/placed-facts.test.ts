import { describe, expect, test } from 'vitest'
import { readPage } from './read-page.ts'
import { decideFacts, type SiteFactKind } from './site-facts.ts'

const owner = { domain: 'flatirons-plumbing.com', names: ['Flatirons Plumbing'] }
const paths = ['', 'contact', 'faq']
const factsOf = (kind: SiteFactKind, ...bodies: string[]) =>
  decideFacts(
    bodies.map((body, index) => readPage(body, `https://flatirons-plumbing.com/${paths[index]}`)),
    owner,
  ).flatMap(fact => (fact.kind === kind ? fact.value : []))
const emails = (...bodies: string[]) => factsOf('email', ...bodies)
const phones = (...bodies: string[]) => factsOf('phone', ...bodies)
const profiles = (...bodies: string[]) => factsOf('social', ...bodies)
const hours = (...bodies: string[]) => factsOf('hours', ...bodies)
const lines = (...texts: string[]) => `<div>${texts.map(text => `<p>${text}</p>`).join('\n      ')}</div>`
const mailboxes = (between: string) =>
  `<p>info@flatirons-plumbing.com${between}ana.b@gmail.com</p><a href="mailto:ana.b@gmail.com">Ana</a>`
const much = (text: string) => text.repeat(500_000 / text.length)

describe('a fax number does not count', () => {
  test('if its label is on a line of its own', () =>
    expect(
      phones(lines('Phone', '(303) 440-0188', 'Email', 'info@flatirons-plumbing.com', 'Fax', '(303) 440-0199')),
    ).toEqual(['13034400188']))
})

test('a country code may be in parentheses', () => {
  expect(phones('<p>Call (63) 949 885 7118</p>')).toEqual([])
  expect(phones('<p>Call (949) 885-7118</p>')).toEqual(['19498857118'])
})

describe('a free mailbox counts', () => {
  test.each([' | ', '<br>', ' or '])('directly beside an address of the business: "%s"', between =>
    expect(emails(mailboxes(between), '<p>Call us</p>')).toEqual(['info@flatirons-plumbing.com', 'ana.b@gmail.com']),
  )

  test('not somewhere else on the front page', () =>
    expect(emails(mailboxes(' and our friend Ana, who painted the sign: '), '<p>Call us</p>')).toEqual([
      'info@flatirons-plumbing.com',
    ]))
})

test.each(['asdfasdf@asdf.com', 'x@qwerty.com', 'mail@mail.com', 'yourmail@gmail.com', 'kontakt@twojadomena.pl'])(
  '%s only fills a gap',
  address => expect(emails(lines(address))).toEqual([]),
)

test('an address may have the name of the business before and after the "@"', () =>
  expect(emails(lines('treemasters@treemasters.com'))).toEqual(['treemasters@treemasters.com']))

describe('a profile that is only a number', () => {
  const own = '<a href="https://www.facebook.com/flatirons">Facebook</a>'
  const of = (text: string) => `${own}<a href="https://www.facebook.com/profile.php?id=100013788032354">${text}</a>`

  test('belongs to the person that its link names', () =>
    expect(profiles(of('Phillip R.J. Hunter'))).toEqual(['https://www.facebook.com/flatirons']))

  test.each(['', 'Facebook', 'Follow Us', 'Flatirons Boulder'])('belongs to the business if its link says "%s"', text =>
    expect(profiles(of(text))).toHaveLength(2),
  )
})

describe('the page of a branch without the header and footer of the site gives its number', () => {
  const front = '<p>Call 303-440-0188</p>'
  const branch = '<title>Denver</title><p>Phone: 720-440-0199</p>'

  test('if its data names the business', () => {
    const data = '<script type="application/ld+json">{"@type":"Plumber","name":"Flatirons Plumbing Denver"}</script>'
    expect(phones(front, branch + data)).toEqual(['13034400188', '17204400199'])
    expect(phones(front, `<meta property="og:site_name" content="Flatirons Plumbing">${branch}`)).toHaveLength(2)
  })

  test('but not if it names no business, or another one', () => {
    const data = '<script type="application/ld+json">{"@type":"Plumber","name":"Acme Pipes"}</script>'
    expect(phones(front, branch)).toEqual(['13034400188'])
    expect(phones(front, branch + data)).toEqual(['13034400188'])
  })
})

describe('a hostile page gives at most a few facts, and does not hang:', () => {
  test.each([
    ['labels without values', much('Fax:\n')],
    ['labels and numbers', much('Phone:\nFax:\n(303) 440-0188\n')],
    ['codes of countries', much('(63) 949 885 7118 ')],
    ['addresses beside each other', much('a@b.com | ')],
    ['a gap between addresses', `a@b.com${much(' ')}c@d.com`],
    ['ends of sentences', much(`${'a. '.repeat(70)}Open mon\n`)],
    ['days with colons', much('Mon : ')],
    ['days above times', much('Mon - Fri\n') + much('9-5\n')],
    ['evenings in addition', much('<p>Hours: Mon-Fri 8am-5pm, Tue 5pm-8pm</p>')],
    ['pauses', much('<p>Mon 9am-5pm</p><p>closed from 1:00 p.m. - </p>')],
    ['short days in German', much('Mo - Do 9.00 bis 18.00 Uhr ')],
    ['names of persons', much(`<a href="https://facebook.com/1234567890">${"A.'".repeat(30)} B</a>`)],
    ['names of sites', much('<meta property="og:site_name" content="Flatirons">')],
    ['names in data', `<script type="application/ld+json">[${much('{"@type":"Plumber","name":"F"},')}{}]</script>`],
  ])('%s', (_, page) => {
    for (const found of [emails(page), phones(page), profiles(page), hours(page)])
      expect(found.length).toBeLessThanOrEqual(8)
  })
})
