import { describe, expect, test } from 'vitest'
import { readPage } from './read-page.ts'
import { decideFacts, type SiteFactKind } from './site-facts.ts'

const owner = { domain: 'flatirons.com', names: ['Flatirons Plumbing'] }
const on = (kind: SiteFactKind, body: string): string[] =>
  decideFacts([readPage(body, 'https://flatirons.com/')], owner).flatMap(one => (one.kind === kind ? one.value : []))

const office = (address: string) =>
  `<p>Call 303-440-0188</p><div style="display:none"><h3>Denver Office</h3><p>Email: ${address}<br>Mobile: 720-440-0177<br>Fax: 720-440-0199</p></div>`

describe('contacts that appear after a click', () => {
  test('are reported if they have an address at the domain of the site', () => {
    expect(on('email', office('ana@flatirons.com'))).toEqual(['ana@flatirons.com'])
    expect(on('phone', office('ana@flatirons.com')).toSorted()).toEqual(['13034400188', '17204400177'])
  })
  test('are ignored if the address is at another domain, because themes leave such contacts', () => {
    expect(on('email', office('ana@gmail.com'))).toEqual([])
    expect(on('phone', office('ana@gmail.com'))).toEqual(['13034400188'])
  })
  test.each(['<textarea>', '<noscript>', '<template>'])('are not in %s', tag =>
    expect(on('email', `${tag}ana@flatirons.com${tag.replace('<', '</')}`)).toEqual([]),
  )
  test('do not include an address that only programs are meant to find', () =>
    expect(on('email', '<div hidden>spamtrap@flatirons.com</div>')).toEqual([]))
  test.each(['catchall', 'dont-mail', 'leave-blank', 'no-bots'])('do not include %s@', name =>
    expect(on('email', `<div hidden>${name}@flatirons.com</div>`)).toEqual([]),
  )
  test.each([
    ['of a partner with its own address', '<p>Acme Tile: Tel: 720-440-0177, ana@acme.com</p><p>info@flatirons.com</p>'],
    [
      'far from the address',
      `<p>Acme Tile: Tel: 720-440-0177</p><p>${'We like good work. '.repeat(20)}</p><p>info@flatirons.com</p>`,
    ],
    ['of an authority', '<p>Attorney General: Phone: 720-440-0177</p><p>privacy@flatirons.com</p>'],
  ])('do not include a number %s', (_, block) =>
    expect(on('phone', `<p>Call 303-440-0188</p><div hidden>${block}</div>`)).toEqual(['13034400188']),
  )
  test('end with their element', () =>
    expect(on('phone', '<div hidden><p>ana@flatirons.com</p></div><div hidden>Phone: 720-440-0177</div>')).toEqual([]))
})

describe('addresses', () => {
  test('in pictures are read from their alternative texts', () =>
    expect(on('email', '<img src="mail.gif" alt="info@flatirons.com">')).toEqual(['info@flatirons.com']))

  test('with a typo in the domain are not reported', () => {
    expect(on('email', '<p>info@flatirons.om</p><p>info@flatirons.com</p>')).toEqual(['info@flatirons.com'])
    expect(on('email', '<p>info@flatrions.com</p><p>info@flatirons.com</p>')).toEqual(['info@flatirons.com'])
  })
  test('at domains that differ by more than a typo are both reported', () =>
    expect(on('email', '<p>info@flatirons.net</p><p>info@flatirons.com</p>').toSorted()).toEqual([
      'info@flatirons.com',
      'info@flatirons.net',
    ]))
})

describe('a second phone number is reported', () => {
  test.each(['Buy part 303-440-PIPE today', 'Model (303) 440-PIPE'])('but not a product number: "%s"', text =>
    expect(on('phone', `<p>${text}</p>`)).toEqual([]),
  )

  test('but not beside an address of someone else', () =>
    expect(on('phone', '<p>800-440-0177</p><p>Denver 303-440-0188 | bob@partner.com</p>')).toEqual(['18004400177']))
})

test('a profile is read from a link that was pasted twice', () =>
  expect(
    on(
      'social',
      '<a href="https://www.facebook.com/home.php#!/pages/Flatirons/173029069403 <https://www.facebook.com/home.php#%21/x>">us</a>',
    ),
  ).toEqual(['https://www.facebook.com/pages/Flatirons/173029069403']))
