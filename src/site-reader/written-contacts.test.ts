import { describe, expect, test } from 'vitest'
import { readPage } from './read-page.ts'
import { decideFacts, type SiteFactKind } from './site-facts.ts'

const factsOf = (kind: SiteFactKind, html: string) =>
  decideFacts([readPage(html, 'https://flatironsplumbing.com/')], {
    domain: 'flatironsplumbing.com',
    names: ['Flatirons Plumbing'],
  }).flatMap(fact => (fact.kind === kind ? fact.value : []))

describe('an address is read', () => {
  test.each([
    ['with a dot in brackets', '<p>info@flatironsplumbing[dot]com</p>'],
    ['with a sign in brackets', '<p>info@flatironsplumbing(.)com</p>'],
    ['with a picture of the "@"', '<p>info<img src="at.png" alt="@">flatironsplumbing.com</p>'],
    ['behind "malto:"', '<a href="malto:info@flatironsplumbing.com">Write</a>'],
    ['behind "email:"', '<a href="email:info@flatironsplumbing.com">Write</a>'],
    ['behind "http://"', '<a href="http://info@flatironsplumbing.com">Write</a>'],
    ['behind a click', `<div onclick="window.open('mailto:info@flatironsplumbing.com')">Write</div>`],
    ['behind a number', '<p>303.440.0188info@flatironsplumbing.com</p>'],
    ['with "at" behind its label', '<p>Email: info at flatironsplumbing.com</p>'],
  ])('%s', (_, html) => expect(factsOf('email', html)).toEqual(['info@flatironsplumbing.com']))

  test.each([
    ['"at" in a sentence', '<p>Find prices at flatironsplumbing.com</p>'],
    ['a link with a name and a password', '<a href="https://info:secret@flatironsplumbing.com/admin">Admin</a>'],
    ['a picture of something else', '<p>info<img src="x.png" alt="atelier">flatironsplumbing.com</p>'],
  ])('but not from %s', (_, html) => expect(factsOf('email', html)).toEqual([]))
})

test.each(['303·440·0188', '303•440•0188', '( 303 ) 440 - 0188', 'Call/Text: 3034400188'])(
  '"%s" is a phone number',
  text => expect(factsOf('phone', `<p>${text}</p>`)).toEqual(['13034400188']),
)

test('a number before "fax" is not a phone number, unless another number follows', () => {
  expect(factsOf('phone', '<p>(303) 440-0188 fax</p>')).toEqual([])
  expect(factsOf('phone', '<p>(303) 440-0188 fax: (303) 440-0199</p>')).toEqual(['13034400188'])
})

test.each([
  [
    'behind a click',
    `<b onclick="javascript:window.open('https://x.com/flatirons','_blank')">X</b>`,
    'https://x.com/flatirons',
  ],
  [
    'behind a click that leaves the page',
    `<b onclick="location.href = 'https://x.com/flatirons'">X</b>`,
    'https://x.com/flatirons',
  ],
  [
    'behind a page of the network',
    '<a href="https://www.facebook.com/home.php#!/pages/Flatirons/290902575878">F</a>',
    'https://www.facebook.com/pages/Flatirons/290902575878',
  ],
  [
    'behind a link of the site that leads on',
    '<a href="/go.php?event=1&to=https%3A%2F%2Fx.com%2Fa&goto=https%3A%2F%2Fwww.facebook.com%2Fflatirons">F</a>',
    'https://www.facebook.com/flatirons',
  ],
  [
    'behind a button to follow',
    '<a href="https://twitter.com/intent/user?screen_name=flatirons">T</a>',
    'https://twitter.com/flatirons',
  ],
  [
    'in an old plugin',
    '<fb:like-box href="https://www.facebook.com/flatirons" width="226"></fb:like-box>',
    'https://www.facebook.com/flatirons',
  ],
  [
    'in a button to like it',
    '<div class="fb-like" data-href="https://www.facebook.com/flatirons"></div>',
    'https://www.facebook.com/flatirons',
  ],
  [
    'at one of its sections',
    '<a href="http://www.linkedin.com/company/flatirons/products">L</a>',
    'https://www.linkedin.com/company/flatirons',
  ],
  ['with an old address', '<a href="http://twitter.com/#%21/flatirons">T</a>', 'https://twitter.com/flatirons'],
  [
    'with its section',
    '<a href="https://www.facebook.com/flatirons/likes">F</a>',
    'https://www.facebook.com/flatirons',
  ],
  [
    'of LinkedIn with an old path',
    '<a href="https://www.linkedin.com/companies/flatirons">L</a>',
    'https://www.linkedin.com/companies/flatirons',
  ],
])('a profile is read %s', (_, html, profile) => expect(factsOf('social', html)).toEqual([profile]))

test('a link to subscribe is not a profile', () =>
  expect(
    factsOf('social', '<a href="https://www.youtube.com/subscription_center?add_user=flatirons">Subscribe</a>'),
  ).toEqual([]))

test('a site with twelve addresses of its own gives all of them', () => {
  const staff = Array.from({ length: 12 }, (_, index) => `staff${index}@flatironsplumbing.com`)
  expect(factsOf('email', `<p>${staff.join(' | ')}</p>`)).toHaveLength(12)
})
