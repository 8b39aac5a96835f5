import { describe, expect, test } from 'vitest'
import { searchedIn } from '#tests/support/searched-in.ts'
import { confirmedKinds } from './confirmed-kinds.ts'
import { readPage } from './read-page.ts'

const names = ['Adler & Sons']
const ask = (html: string, categories: readonly string[], owner: { names?: string[]; towns?: string[] } = {}) =>
  confirmedKinds([readPage(html, 'https://adler.com/')], {
    domain: 'adler.com',
    names,
    towns: ['Boulder'],
    categories,
    ...owner,
  })
const keysOf = (...asked: Parameters<typeof ask>) => ask(...asked).map(({ value }) => value)
const ofTitle = (title: string, ...categories: string[]) => keysOf(`<title>${title}</title>`, categories)
const ofHeading = (text: string, ...categories: string[]) =>
  keysOf(`<title>Adler & Sons</title><h1>${text}</h1>`, categories)
const ofType = (type: string, ...categories: string[]) =>
  keysOf(
    `<title>Adler & Sons</title><script type="application/ld+json">{"@type":${JSON.stringify(type)}}</script>`,
    categories,
  )

const micro = (type: string, more = '') =>
  keysOf(`<title>Adler</title><div itemscope itemtype="https://schema.org/${type}" ${more}></div>`, ['restaurant'])
const data = (node: object) =>
  keysOf(`<title>A</title><script type="application/ld+json">${JSON.stringify(node)}</script>`, ['restaurant'])

describe('the title of the front page confirms the main category', () => {
  test.each([
    ['Adler & Sons | Plumber in Boulder, CO', 'plumbing'],
    ['Adler & Sons | Divorce Attorney', 'divorce_and_family_law'],
    ['Adler & Sons | Sushi Bar', 'sushi_restaurant'],
    ['Adler & Sons | Dentist', 'dental_clinic'],
  ])('%s: %s', (title, key) => {
    expect(ofTitle(title, key)).toEqual([key])
  })
})

describe('a title does not confirm', () => {
  test.each([
    ['another kind', 'Adler & Sons | Plumber in Boulder', 'electrician'],
    ['a kind that is only a part of the words', 'Adler & Sons | Pet Insurance', 'insurance_agency'],
    ['a narrower kind', 'Adler & Sons | Dentist in Boulder', 'pediatric_dentist'],
    ['what the business sells to that kind', 'Adler & Sons | Software for Dentists', 'dentist'],
    ['what goes with it', 'Adler & Sons | Plumbing Supplies', 'plumbing'],
    ['a list of services', 'Adler & Sons | Plumbing, Roofing, Painting, Flooring', 'plumbing'],
    ['later parts', 'Adler & Sons | Our Work | Gallery | Prices | Painting', 'painting'],
    ['a directory', 'Find a Plumber in Boulder | Adler & Sons', 'plumbing'],
    ['a list of the best', 'Best Plumbers in Boulder | Adler & Sons', 'plumbing'],
    ['a blog', 'How to Call a Plumber - Adler & Sons', 'plumbing'],
    ['jobs', 'Plumber Jobs | Adler & Sons', 'plumbing'],
    ['what is for sale', 'Restaurants for Sale | Adler & Sons', 'restaurant'],
    ['a product', 'Copper Pipe Repair Kit - $18.99', 'plumbing'],
    ['a school for it', 'Adler & Sons | School of Dentistry', 'dentist'],
    ['a category that says nothing', 'Adler & Sons | Services', 'professional_services'],
    ['a word of many trades', 'Adler & Sons | Food', 'grocery_store'],
    ['anything without words', 'Home', 'plumbing'],
  ])('%s: %s', (_, title, key) => {
    expect(ofTitle(title, key)).toEqual([])
  })
})

test('the first main heading confirms the category, and other headings do not', () => {
  expect(ofHeading('Appliance Repair in Boulder, CO', 'appliance_repair_service')).toEqual(['appliance_repair_service'])
  expect(ofHeading('Welcome</h1><h1>Restaurant', 'restaurant')).toEqual([])
  expect(ofHeading('Rooms</h1><h2>Restaurant</h2><h1>Golf', 'restaurant')).toEqual([])
})

describe('a schema.org type', () => {
  test.each([
    ['RoofingContractor', 'roofing'],
    ['Dentist', 'dentist'],
    ['HVACBusiness', 'hvac_services'],
    ['AutoRepair', 'automotive_repair'],
    ['HairSalon', 'hair_salon'],
    ['Attorney', 'lawyer'],
    ['LegalService', 'lawyer'],
    ['LandscapingBusiness', 'landscaping'],
  ])('%s confirms %s', (type, key) => {
    expect(ofType(type, key)).toEqual([key])
  })

  test.each([
    ['LocalBusiness', 'business'],
    ['Store', 'clothing_store'],
    ['ProfessionalService', 'accountant'],
    ['Plumber', 'electrician'],
    ['WPSideBar', 'bar'],
  ])('%s does not confirm %s', (type, key) => {
    expect(ofType(type, key)).toEqual([])
  })

  test('counts in microdata, but not for a part of the business, or for data of another site', () => {
    expect(micro('Restaurant')).toEqual(['restaurant'])
    expect(micro('Restaurant', 'itemprop="containsPlace"')).toEqual([])
    expect(data({ '@graph': [{ '@type': ['LocalBusiness', 'Restaurant'] }] })).toEqual(['restaurant'])
    expect(data({ '@type': 'Hotel', containsPlace: { '@type': 'Restaurant' } })).toEqual([])
    expect(data({ '@type': 'Restaurant', url: 'https://other.com/' })).toEqual([])
  })
})

describe('nothing is confirmed', () => {
  test.each([
    ['by a page that is for sale', '<title>Plumber</title>This domain is for sale'],
    ['by a theme with its examples', '<title>Plumber</title>Lorem ipsum dolor sit amet'],
    ['by the name of a picture', '<svg><title>Plumber</title></svg>'],
  ])('%s', (_, html) => {
    expect(keysOf(html, ['plumbing'])).toEqual([])
  })

  test('if the places have no category', () => {
    expect(ofTitle('Plumber in Boulder')).toEqual([])
  })
})

test('a fact names the category, the page, and how the page says it, but no text of the page', () => {
  expect(ask('<title>Plumber in Boulder | Adler</title>', ['plumbing'])).toEqual([
    { kind: 'kind', value: 'plumbing', how: 'text', pageUrl: 'https://adler.com/', isGeneric: true },
  ])
})

test('only the front page confirms categories', () => {
  const pages = ['Adler & Sons', 'Plumber in Boulder'].map((title, index) =>
    readPage(`<title>${title}</title>`, `https://adler.com/${index === 0 ? '' : 'contact'}`),
  )
  expect(confirmedKinds(pages, { domain: 'adler.com', names, categories: ['plumbing'] })).toEqual([])
})

describe('a hostile page does not take longer:', () => {
  const size = 200_000
  const categories = ['plumbing', 'restaurant', 'hair_salon', 'dentist', 'lawyer']
  test.each([
    ['a long title', (text: string) => `<title>${text}</title>`],
    ['a long description', (text: string) => `<title>A</title><meta name="description" content="${text}">`],
    ['a long heading', (text: string) => `<h1>${text}</h1>`],
  ])('%s', (_, html) => {
    for (const text of ['| ', 'a. ', ' is a', ', & and or ', '- : – ', 'plumber ', 'x'])
      expect(
        searchedIn(() => ask(html(text.repeat(size / text.length)), categories)) -
          searchedIn(() => ask(html(text.repeat(size / text.length)), [])),
      ).toBeLessThan(400_000)
  })

  test('thousands of schema.org types', () => {
    const nodes = JSON.stringify(Array.from({ length: 20_000 }, () => ({ '@type': 'Plumber Of Nowhere' })))
    const page = readPage(`<script type="application/ld+json">${nodes}</script>`, 'https://adler.com/')
    expect(page.schema.types.length).toBeLessThan(200)
  })
})
