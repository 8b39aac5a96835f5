import { describe, expect, test } from 'vitest'
import { searchedIn } from '#tests/support/searched-in.ts'
import { readPage } from './read-page.ts'
import { decideFacts } from './site-facts.ts'

const emailsOf = (body: string) =>
  decideFacts([readPage(body, 'https://flatirons-plumbing.com/')], {
    domain: 'flatirons-plumbing.com',
    names: ['Flatirons Plumbing'],
  }).filter(({ kind }) => kind === 'email')

describe('hostile pages are searched only a few times:', () => {
  const size = 500_000
  test.each([
    ['one long word', 'a'.repeat(size)],
    ['many "@"', 'a@'.repeat(size / 2)],
    ['an endless host', `a@${'b.'.repeat(size / 2)}`],
    ['many "at"', ' at a dot'.repeat(size / 9)],
    ['digits', '303'.repeat(size / 3)],
    ['spaces', `website by${' '.repeat(size)}`],
    ['deep elements', '<div>'.repeat(size / 5)],
    ['open quotes in a script', `<script>addy = ${'"a" + '.repeat(size / 6)}</script>`],
    ['an alphabet in a script', `<script>${'ml="a",mi="'.repeat(size / 11)}</script>`],
    ['numbers in a script', `<script>fromCharCode(${'1,'.repeat(size / 2)}</script>`],
    ['deep JSON', `<script type="application/ld+json">${'{"a":['.repeat(size / 7)}</script>`],
    ['many attributes', `<a ${'data-x="a@b" '.repeat(size / 13)}>`],
    ['many links', '<a href="mailto:a@b">x</a>'.repeat(size / 26)],
  ])('%s', (_, body) => {
    const searched = searchedIn(() => expect(emailsOf(body)).toEqual([]))
    expect(searched).toBeLessThan(12 * size)
  })

  test('numbers after many empty lines', () => {
    const numbers = Array.from({ length: 600 }, (_, index) => `${2_705_031_100 + index}     <br>`)
    const body = '<br>'.repeat(3500) + numbers.join('')
    const few = '<br>'.repeat(3500) + numbers.slice(0, 300).join('')
    const searched = searchedIn(() => expect(emailsOf(body)).toEqual([]))
    expect(searched).toBeLessThan(2.2 * searchedIn(() => expect(emailsOf(few)).toEqual([])))
    expect(searched).toBeLessThan(60 * body.length)
  })
})

const data = (of: (at: number) => object) =>
  `<script type="application/ld+json">${JSON.stringify(Array.from({ length: 2000 }, (_, at) => of(at)))}</script>`
const many = (of: (at: number) => string) => Array.from({ length: 20 }, (_, at) => of(at))

describe('a hostile page has few facts, because they are compared with each other outside of the thread:', () => {
  test.each([
    ['addresses', Array.from({ length: 5000 }, (_, at) => `<p data-email="a${at}@flatirons-plumbing.co">`).join('')],
    ['addresses in its data', data(at => ({ email: many(each => `a${at}.${each}@flatirons-plumbing.co`) }))],
    ['numbers in its data', data(at => ({ telephone: many(each => `303${4_400_000 + at * 20 + each}`) }))],
    ['profiles in its data', data(at => ({ sameAs: many(each => `https://facebook.com/a${at}.${each}`) }))],
    ['types in its data', '<script type="application/ld+json">{"@type":"Plumber"}</script>'.repeat(5000)],
    ['hours', '<p>Open 24/7</p>'.repeat(5000)],
    [
      'hours in scripts',
      '<script>{"structuredHours":[{"hour":{"day":"Monday","openTime":"08:00","closeTime":"17:00"}}]}</script>'.repeat(
        2000,
      ),
    ],
  ])('%s', (_, body) => {
    const { addresses, phones, hours, schema } = readPage(body, 'https://flatirons-plumbing.com/')
    const lists = [addresses, phones, hours.weeks, ...Object.values(schema).filter(Array.isArray)]
    expect(Math.max(...lists.map(({ length }) => length))).toBeLessThanOrEqual(600)
  })
})
