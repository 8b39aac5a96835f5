import { describe, expect, test } from 'vitest'
import { readPage } from './read-page.ts'
import { decideFacts, type SiteFactKind } from './site-facts.rules.ts'

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
  ])('but %s is none', (_, html) => expect(factsOf('email', html)).toEqual([]))
})

test.each(['303·440·0188', '303•440•0188', '( 303 ) 440 - 0188', 'Call/Text: 3034400188'])('"%s" is a number', text =>
  expect(factsOf('phone', `<p>${text}</p>`)).toEqual(['13034400188']),
)

test('a number before "fax" is not a phone number, unless another number follows', () => {
  expect(factsOf('phone', '<p>(303) 440-0188 fax</p>')).toEqual([])
  expect(factsOf('phone', '<p>(303) 440-0188 fax: (303) 440-0199</p>')).toEqual(['13034400188'])
})
