import { describe, expect, test } from 'vitest'
import { readPage } from './read-page.ts'
import { decideFacts, type SiteFactKind } from './site-facts.ts'

const paths = ['', 'contact', 'about', 'privacy-policy']
const factsOf = (kind: SiteFactKind, domain: string, ...bodies: string[]) =>
  decideFacts(
    bodies.map((body, index) => readPage(body, `https://${domain}/${paths[index]}`)),
    { domain, names: ['Flatirons Plumbing'] },
  ).flatMap(fact => (fact.kind === kind ? fact.value : []))
const HOME = 'flatirons-plumbing.com'
const emails = (...bodies: string[]) => factsOf('email', HOME, ...bodies)
const phones = (...bodies: string[]) => factsOf('phone', HOME, ...bodies)
const profiles = (...bodies: string[]) =>
  factsOf('social', HOME, ...bodies.map(body => body.replaceAll(/\S+/g, link => `<a href="https://www.${link}">.</a>`)))

describe('an address of others does not count', () => {
  test.each([
    ['of software to book with', '<p>Write to support@vagaro.com</p>'],
    ['of the support of another company', '<p>Trouble with the portal? support@portal-maker.com</p>'],
    ['of an authority', '<p>Complaints: <a href="mailto:info@plumbers.gov">info@plumbers.gov</a></p>'],
    ['of a company that its link names', '<p>© Flatirons <a href="mailto:hi@pixelcraft.io">PixelCraft</a></p>'],
    ['of a site that is not published yet', '<a href="mailto:info@abc.myftpupload.com">Write</a>'],
    ['of an example in another language', '<p>max@beispiel.de, tu@ejemplo.com</p>'],
  ])('%s', (_, body) => expect(emails(body)).toEqual([]))

  test('if only a privacy policy names it', () => {
    const policy = '<p>This policy is of Acme LLC. Contact office@acme-holding.com</p>'
    expect(emails('<p>Hello</p>', '<p>Call us</p>', '<p>About us</p>', policy)).toEqual([])
    expect(emails('<p>Hello</p>', policy)).toEqual(['office@acme-holding.com'])
  })
})

const listed = (count: number) =>
  Array.from({ length: count }, (_, index) => `<p>Park ${index}<br>Phone: 720-440-018${index}</p>`).join('')

describe('a number of others does not count', () => {
  test('in a list of attractions or partners on an inner page, unless there are only a few', () => {
    const home = '<p>Call 303-440-0188</p>'
    expect(phones(home, home + listed(6))).toEqual(['13034400188'])
    expect(phones(home, home + listed(5))).toHaveLength(6)
    expect(phones(listed(6))).toHaveLength(6)
    expect(phones('<p>Hello</p>', listed(6))).toHaveLength(6)
  })

  test('if another part of the site calls it a fax, unless it is also a phone number', () => {
    const table = '<p>Ana Lopez</p><p>303-440-0188</p><p>303-440-0199</p>'
    expect(phones(`${table}<p>Fax: 303-440-0199</p>`)).toEqual(['13034400188'])
    expect(phones('<p>303-440-0188</p>', '<p>Tel/Fax: 303-440-0188</p>')).toEqual(['13034400188'])
    expect(phones('<p>Phone: 303-440-0188</p>', '<p>Fax: 303-440-0188</p>')).toEqual(['13034400188'])
  })

  test('in a country whose numbers look the same', () => {
    const body = '<a href="tel:7025678901">Call</a>'
    expect(factsOf('phone', 'flatirons-plumbing.in', body)).toEqual([])
    expect(factsOf('phone', 'flatirons-plumbing.us', body)).toEqual(['17025678901'])
    expect(phones(`${body}<a href="tel:+919535349494">Call</a>`)).toEqual([])
  })
})

describe('a number counts', () => {
  test('without separators, if the text calls it a phone number', () =>
    expect(phones('<p>Phone: 3034400188</p>')).toEqual(['13034400188']))

  test('on a line of its own, with or without the name of a place, but not below the word "Fax"', () => {
    const places = '<p>Boulder: 303-440-0188</p><p>Denver: 303-440-0199</p><p>303-440-0177</p>'
    expect(phones(places)).toEqual(['13034400188', '13034400199', '13034400177'])
    expect(phones('<p>303-440-0188</p><b>Fax</b><p>303-440-0199</p>')).toEqual(['13034400188'])
    expect(phones('<p>303-440-0188</p><p>License: 303-440-0199</p>')).toEqual(['13034400188'])
  })
})

describe('profiles', () => {
  test('of another company do not count if one has the name of the business', () => {
    expect(profiles('facebook.com/flatironsplumbing facebook.com/foowebdesign')).toEqual([
      'https://www.facebook.com/flatironsplumbing',
    ])
    expect(profiles('facebook.com/boulderpipes facebook.com/denverpipes')).toHaveLength(2)
    expect(profiles('facebook.com/flatironsplumbing facebook.com/profile.php?id=100087144721928')).toHaveLength(2)
  })

  test('shared from Facebook’s app count only if there is no other link to Facebook', () => {
    expect(profiles('facebook.com/share/19aeHLmXLk/ facebook.com/share/p/19aeHLmXLk/')).toEqual([
      'https://www.facebook.com/share/19aeHLmXLk',
    ])
    expect(profiles('facebook.com/share/19aeHLmXLk/ facebook.com/flatirons')).toEqual([
      'https://www.facebook.com/flatirons',
    ])
  })

  test('count without the section that a link opens', () => {
    const links =
      'facebook.com/pg/Flatirons/reviews/ linkedin.com/company/flatirons/posts youtube.com/@flatirons/videos'
    expect(profiles(links)).toEqual([
      'https://www.facebook.com/Flatirons',
      'https://www.linkedin.com/company/flatirons',
      'https://www.youtube.com/@flatirons',
    ])
  })

  test('do not include lists, pictures, and videos', () =>
    expect(profiles('youtube.com/playlist?list=PL1 pinterest.com/pin/123 instagram.com/reel/abc')).toEqual([]))
})
