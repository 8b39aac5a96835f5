import { describe, expect, test } from 'vitest'
import { readPage } from './read-page.ts'
import { decideFacts } from './site-facts.ts'

const factsOf = (wanted: string, body: string) =>
  decideFacts([readPage(body, 'https://flatirons-plumbing.com/')], {
    domain: 'flatirons-plumbing.com',
    names: ['Flatirons Plumbing'],
  }).flatMap(({ kind, value }) => (kind === wanted ? value : []))
const phones = (body: string) => factsOf('phone', body)

describe('a phone number is found', () => {
  test.each([
    ['with a label', '<p>Phone: 303-440-0188</p>'],
    ['on its own line', '<p>303.440.0188</p>'],
    ['behind a link', '<a href="tel:+13034400188">Call</a>'],
    ['for calls and faxes', '<p>Tel/Fax: 303-440-0188</p>'],
    [
      'in schema.org data',
      '<script type="application/ld+json">{"@type":"Plumber","telephone":"303-440-0188"}</script>',
    ],
    ['beside the fax', '<p>Phone: 303-440-0188, Fax: 303-440-0198</p>'],
    ['beside the fax, with labels behind', '<p>303-440-0188 voice<br>303-440-0198 fax</p>'],
    [
      'above the fax in a table',
      '<table><tr><td>Phone:</td><td>303-440-0188</td></tr><tr><td>Fax:</td><td>303-440-0198</td></tr></table>',
    ],
    ['beside two faxes', '<p>Call 303-440-0188. Fax: 303-440-0198 or 303-440-0199</p>'],
    ['beside a fax with an icon', '<p>Phone: 303-440-0188</p><p><i class="fa fa-fax"></i> 303-440-0198</p>'],
  ])('%s', (_, body) => expect(phones(body)).toEqual(['13034400188']))
})

test.each([
  ['a placeholder', '<p>Phone: (303) 456-7890</p>'],
  ['a number for films', '<p>Phone: (303) 555-0188</p>'],
  ['a number of another country', '<p>Phone: +63 917 823 1234</p>'],
  ['a license', '<p>License #: 303-440-0188</p>'],
  ['ten digits', '<p>We have 3034400188 pipes</p>'],
  ['a fax', '<p>Fax: 303-440-0188</p>'],
  ['the number of who made the site', '<p>Website by Foo Media 303-440-0188</p>'],
])('%s is not a phone number of the business', (_, body) => expect(phones(body)).toEqual([]))

test('the page of the business on Yelp is a profile, and other pages there are not', () => {
  const links = ['biz/flatirons-plumbing-boulder', 'writeareview/biz/x1', 'search?find_desc=plumber']
  const body = links.map(link => `<a href="https://www.yelp.com/${link}">Yelp</a>`).join('')
  expect(factsOf('social', body)).toEqual(['https://www.yelp.com/biz/flatirons-plumbing-boulder'])
})
