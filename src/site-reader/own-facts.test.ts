import { describe, expect, test } from 'vitest'
import { readPage } from './read-page.ts'
import { decideFacts, type SiteFactKind } from './site-facts.ts'

const factsOf = (kind: SiteFactKind, ...bodies: string[]) =>
  decideFacts(
    bodies.map((body, index) => readPage(body, `https://flatirons-plumbing.com/${index === 0 ? '' : 'contact'}`)),
    { domain: 'flatirons-plumbing.com', names: ['Flatirons Plumbing'] },
  ).flatMap(fact => (fact.kind === kind ? fact.value : []))

const ratings = (...counts: number[]) =>
  counts
    .map(
      count =>
        `<script type="application/ld+json">{"@type":"Dentist","aggregateRating":{"ratingValue":4.7,"reviewCount":${count}}}</script>`,
    )
    .join('')

test('the visible number of a call link counts, not its target', () => {
  expect(factsOf('phone', '<a href="tel:303-440-0199">(303) 440-0188</a>')).toEqual(['13034400188'])
  expect(factsOf('phone', '<a href="tel:+13034400188">Call us</a>')).toEqual(['13034400188'])
})

test.each([
  ['called so in its link', '<a href="tel:303-440-0199">Fax (303) 440-0199</a>'],
  ['called so before its link', '<p>Fax: <a href="tel:303-440-0199">303-440-0199</a></p>'],
  [
    'called so in another column',
    '<div>Fax:</div>\n\n   <div>\n    <a href="tel:303-440-0199"> 303-440-0199 </a></div>',
  ],
  ['called so a line before', '<dt>Fax #:</dt><dd><a href="tel:303-440-0199">303-440-0199</a></dd>'],
])('a fax number is not a phone number: %s', (_, body) => {
  expect(factsOf('phone', `${body}<p>Phone: 303-440-0188</p>`)).toEqual(['13034400188'])
})

test('below the headings of a table, the first number is not a fax number', () => {
  expect(factsOf('phone', '<p>Phone Fax</p>\n\n  <p>303-440-0188</p>')).toEqual(['13034400188'])
})

test('profiles of website builders and channels with incomplete ids do not count', () => {
  const links = ['linkedin.com/company/wix-com', 'youtube.com/channel/CmTw91ahndM', 'instagram.com/flatirons']
  expect(factsOf('social', links.map(link => `<a href="https://www.${link}">Follow us</a>`).join(''))).toEqual([
    'https://www.instagram.com/flatirons',
  ])
})

test('a profile counts once, with or without "www", and in its old form', () => {
  const links = [
    'https://www.facebook.com/flatirons',
    'https://facebook.com/flatirons',
    'https://twitter.com/#!/Flatirons',
  ]
  expect(factsOf('social', links.map(link => `<a href="${link}">Follow us</a>`).join(''))).toEqual([
    'https://www.facebook.com/flatirons',
    'https://twitter.com/Flatirons',
  ])
  expect(factsOf('social', '<a href="https://twitter.com/#!/search/pipes">Pipes</a>')).toEqual([])
})

const addressAfter = (before: string, local: string) =>
  factsOf('email', `<span>${before}</span><a>${local}@flatirons-plumbing.com</a>`)

test('the number in the element before an address is not a part of the address', () => {
  expect(addressAfter('303.440.0188', 'office')).toEqual(['office@flatirons-plumbing.com'])
  expect(addressAfter('in', 'fo')).toEqual(['info@flatirons-plumbing.com'])
  expect(addressAfter('team2', 'x')).toEqual(['team2x@flatirons-plumbing.com'])
})

test('a free mailbox that is only linked does not count beside a visible one', () => {
  const linked = '<a href="mailto:jane.maker@gmail.com"><img src="mail.png"></a>'
  expect(factsOf('email', `${linked}<p>flatirons.office@gmail.com</p>`)).toEqual(['flatirons.office@gmail.com'])
  expect(factsOf('email', linked)).toEqual(['jane.maker@gmail.com'])
})

test('a list of addresses on one page does not count beside the address that is on each page', () => {
  const own = '<p>pipes@boulder-council.org</p>'
  const others = ['a-toys.org', 'b-start.org', 'c-homes.org'].map(host => `<a href="mailto:info@${host}">Write</a>`)
  expect(factsOf('email', own, own + others.join(''))).toEqual(['pipes@boulder-council.org'])
  expect(factsOf('email', own, own + others[0])).toHaveLength(2)
  expect(factsOf('email', '<p>Hello</p>', own + others.join(''))).toHaveLength(4)
})

test('of several ratings, the one with the most reviews is that of the business', () => {
  expect(factsOf('rating', ratings(486, 270), ratings(756))).toEqual(['4.7 (756)'])
})

test('a count of reviews may have commas', () => {
  const rating = { ratingValue: '4,8', reviewCount: '1,234' }
  const data = `<script type="application/ld+json">${JSON.stringify({ '@type': 'Dentist', aggregateRating: rating })}</script>`
  const item =
    '<div itemscope itemtype="https://schema.org/Dentist"><div itemprop="aggregateRating"><meta itemprop="ratingValue" content="4.8"><meta itemprop="ratingCount" content="12,345">'
  expect(factsOf('rating', data)).toEqual(['4.8 (1234)'])
  expect(factsOf('rating', item)).toEqual(['4.8 (12345)'])
})

describe('the name of the business is recognized without its accents, and with "and" for "&"', () => {
  const owner = { domain: 'flatirons.com', names: ['Café Müller & Söhne'] }
  const front = readPage('<p>(303) 440-0188</p>', 'https://flatirons.com/')

  test.each([
    ['cafemullersohne', 'Café Müller & Söhne'],
    ['cafemullerandsohne', 'Café Müller & Söhne'],
    ['cafemullersohne', 'Cafe Muller and Sohne'],
    ['cafemullerandsohne', 'Cafe Muller and Sohne'],
  ])('in the mailbox %s of %s', (mailbox, name) => {
    const page = readPage(`<p>${mailbox}@gmail.com</p>`, 'https://flatirons.com/')
    const found = decideFacts([page], { ...owner, names: [name] })
    expect(found).toMatchObject([{ value: `${mailbox}@gmail.com`, isGeneric: true }])
  })

  test.each(['Café Müller und Mehr', 'Cafe Muller and Sohne', 'CAFÉ MÜLLER & SÖHNE'])('in the heading %s', heading => {
    const inner = readPage(`<h1>${heading}</h1><p>(303) 440-0199</p>`, 'https://flatirons.com/visit')
    const phones = decideFacts([front, inner], owner).filter(({ kind }) => kind === 'phone')
    expect(phones).toHaveLength(heading.includes('Mehr') ? 1 : 2)
  })
})
