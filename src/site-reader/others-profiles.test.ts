import { describe, expect, test } from 'vitest'
import { readPage } from './read-page.ts'
import { decideFacts, type SiteFactKind } from './site-facts.ts'

const on = (kind: SiteFactKind, body: string): string[] =>
  decideFacts([readPage(body, 'https://flatirons.com/')], {
    domain: 'flatirons.com',
    names: ['Flatirons Plumbing'],
  }).flatMap(fact => (fact.kind === kind ? fact.value : []))
const profilesOf = (...links: string[]) => on('social', links.map(link => `<a href="https://${link}">.</a>`).join(''))
const FACEBOOK = 'https://www.facebook.com/flatironsplumbing'

describe('a profile that is not the business’s own is not reported', () => {
  test('a group on Facebook', () =>
    expect(profilesOf('www.facebook.com/groups/flatironsplumbing', 'www.facebook.com/groups/12345/')).toEqual([]))
  test.each([
    ['an association that the site links to', 'amshq.org', 'twitter.com/amshq'],
    ['the maker of the theme', 'kriesi.at', 'twitter.com/kriesi'],
  ])('%s, beside an own one', (_, site, profile) =>
    expect(profilesOf('www.facebook.com/flatironsplumbing', site, profile)).toEqual([FACEBOOK]),
  )
  test('but a profile of its shop is, even with another name', () =>
    expect(profilesOf('www.facebook.com/flatironsplumbing', 'pipegoods.com', 'instagram.com/pipegoods')).toContain(
      'https://instagram.com/pipegoods',
    ))
  test('but a profile with the name of another domain is, if no profile names the business', () =>
    expect(profilesOf('boulder-pipes.com', 'twitter.com/boulderpipes')).toEqual(['https://twitter.com/boulderpipes']))
})

describe('a profile is reported if a link leads to it through a redirect', () => {
  test.each([
    'www.google.com/url?q=https%3A%2F%2Fwww.facebook.com%2Fflatironsplumbing&sa=D',
    'l.facebook.com/l.php?u=https%3A%2F%2Fwww.facebook.com%2Fflatironsplumbing&h=AT0',
    'nam12.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.facebook.com%2Fflatironsplumbing&data=05',
  ])('%s', link => expect(profilesOf(link)).toEqual([FACEBOOK]))
  test('but not through a page of another site', () =>
    expect(profilesOf('acme.com/to?u=https%3A%2F%2Fwww.facebook.com%2Facme')).toEqual([]))
})

const rated = (type: string, value: string) =>
  on(
    'rating',
    `<div itemscope itemtype="https://schema.org/${type}"><div itemprop="aggregateRating" itemscope itemtype="https://schema.org/AggregateRating">Rated ${value} by <span itemprop="reviewCount">1,268</span> people</div></div>`,
  )
const item = (type: string, text: string, part = '') =>
  `<div ${part} itemscope itemtype="https://schema.org/${type}">${text}</div>`
const stars = (stated: string) =>
  item(
    'AggregateRating',
    `<meta itemprop="ratingValue" content="${stated}"><meta itemprop="reviewCount" content="88">`,
    'itemprop="aggregateRating"',
  )
describe('a rating in the text of microdata', () => {
  const value = '<span itemprop="ratingValue">4.4</span>'
  test('of the business is reported', () => expect(rated('BowlingAlley', value)).toEqual(['4.4 (1268)']))
  test.each(['BookStore', 'MovieTheater', 'ProfessionalService', 'EventVenue'])('of a %s is reported', type =>
    expect(rated(type, value)).toEqual(['4.4 (1268)']),
  )
  test.each([
    ['behind a service in it', item('Plumber', item('Service', 'Drains') + stars('4.8'))],
    [
      'behind the rating of a product',
      item('Store', item('Product', stars('3.1'), 'itemprop="makesOffer"') + stars('4.8')),
    ],
    ['as the topic of a page', item('WebPage', item('Dentist', stars('4.8'), 'itemprop="mainEntity"'))],
    ['behind an article', item('BlogPosting', 'Pipes') + stars('4.8')],
  ])('of the business is reported %s', (_, body) => expect(on('rating', body)).toEqual(['4.8 (88)']))
  test.each([
    ['in words', '<span itemprop="ratingValue">1</span>'],
    ['in an attribute', '<meta itemprop="ratingValue" content="1">'],
  ])('of one review is not reported, %s', (_, given) => {
    const review = item('Review', given, 'itemprop="review"')
    expect(on('rating', item('Plumber', stars('4.8') + review))).toEqual(['4.8 (88)'])
    expect(
      on('rating', item('Plumber', stars('').replace('<meta itemprop="ratingValue" content="">', '') + review)),
    ).toEqual([])
  })
  test.each(['Product', 'Recipe', 'WebPage'])('of a %s is not reported', type => expect(rated(type, value)).toEqual([]))
})
