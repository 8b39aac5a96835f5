import { describe, expect, test } from 'vitest'
import { pageText } from './page-text.ts'
import { readPage } from './read-page.ts'
import { decideFacts, type SiteFactKind } from './site-facts.ts'

const owner = { domain: 'flatirons-plumbing.com', names: ['Flatirons Plumbing'] }
const factsOf = (kind: SiteFactKind, body: string, by = owner) =>
  decideFacts([readPage(body, `https://${by.domain}/`)], by).flatMap(fact => (fact.kind === kind ? fact.value : []))
const emails = (body: string) => factsOf('email', body)
const phones = (body: string) => factsOf('phone', body)
const linksTo = (...links: string[]) => links.map(link => `<a href="https://www.${link}">.</a>`).join('')
const profiles = (body: string, by = owner) => factsOf('social', body, by).map(url => url.replace('https://www.', ''))

/** "info@theme-maker.com" */
const shielded = (shown: string) =>
  `<p><span class="__cf_email__" data-cfemail="${protect('info@theme-maker.com')}">${shown}</span></p>`
const protect = (address: string) =>
  ['2a', ...Array.from(address, letter => (letter.charCodeAt(0) ^ 0x2a).toString(16).padStart(2, '0'))].join('')

const person = (name: string) =>
  `<script type="application/ld+json">{"@type":"Person","name":"${name}","url":"https://ana-lopez.art/","sameAs":["https://www.instagram.com/a.lopez.pictures"]}</script>`

describe('an address under the protection of Cloudflare', () => {
  test('counts if Cloudflare’s words stand for it, or if a copy of the page shows it', () => {
    expect(emails(shielded('[email&#160;protected]'))).toEqual(['info@theme-maker.com'])
    expect(emails(shielded('Info@Theme-Maker.com'))).toEqual(['info@theme-maker.com'])
  })

  test('does not count if visitors see another one', () => {
    expect(emails(shielded('flatirons@gmail.com'))).toEqual(['flatirons@gmail.com'])
    expect(emails(shielded('info@xyz.com'))).toEqual([])
  })
})

test('an address is found after a megabyte of styles', () => {
  const page = `<style>${'.a{color:red}'.repeat(90_000)}</style><p>flatirons@gmail.com</p>`
  expect(emails(pageText(Buffer.from(page), null))).toEqual(['flatirons@gmail.com'])
})

describe('a number in a link', () => {
  test.each(['+92 370 1037429', 'Call 0412 345 678', '(02) 7227 7373'])(
    'does not count where people see the number %s of another country',
    shown => expect(phones(`<a href="tel:+13034400188">${shown}</a>`)).toEqual([]),
  )
})

describe('a profile of whoever made the site', () => {
  const maker = linksTo('facebook.com/foomediafacebook', 'instagram.com/foo_media_ig')

  test.each([
    'This sample site was built by Darren at Foo Media.',
    'Website by Foo Media',
    'Site designed & developed by: Foo Media | All rights reserved',
    'Powered by Foo Media',
  ])('does not count: %s', credit => expect(profiles(`${maker}<footer>${credit}</footer>`)).toEqual([]))

  test.each([
    'Rings designed by Foo Media',
    'This site is owned and run by Foo Media',
    'Houses built by Foo Media since 1990',
  ])('may belong to the business: %s', text => expect(profiles(`${maker}<footer>${text}</footer>`)).toHaveLength(2))

  test('counts if it names the business', () =>
    expect(profiles(`${linksTo('facebook.com/flatironsplumbing')}Website by Flatirons Plumbing`)).toHaveLength(1))

  test('does not count if it names an agency and another one names the business', () => {
    const all = linksTo('facebook.com/flatironsplumbing', 'linkedin.com/company/digital-marcia')
    expect(profiles(all)).toEqual(['facebook.com/flatironsplumbing'])
    expect(profiles(linksTo('facebook.com/boulderpipes', 'instagram.com/digitalboulder'))).toHaveLength(2)
    const agency = { domain: 'foo-digital.com', names: ['Foo Digital'] }
    expect(profiles(linksTo('facebook.com/foodigital', 'instagram.com/digitalboulder'), agency)).toHaveLength(2)
    expect(profiles(linksTo('facebook.com/flatironsplumbing', 'instagram.com/museoboulder'))).toHaveLength(2)
  })
})

describe('profiles of a person in the data of a page', () => {
  test('count if the business has the name of the person', () => {
    const photographer = { domain: 'lopez-photos.com', names: ['Ana Lopez'] }
    expect(profiles(person('Ana Lopez'), photographer)).toEqual(['instagram.com/a.lopez.pictures'])
    expect(profiles(person('Ana Lopezo'), photographer)).toEqual([])
    expect(profiles(person('Ana Lopez'))).toEqual([])
  })
})
