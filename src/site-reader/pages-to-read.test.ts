import { describe, expect, test } from 'vitest'
import { PageQueue } from './pages-to-read.ts'
import { readPage } from './read-page.ts'

const ADDRESS = '<p>info@flatirons.com</p>'
const at = (path: string, html: string) => readPage(html, `https://flatirons.com${path}`)

/** The pages that a visit asks for. Those that are not given do not exist. */
function asked(front: string, others: Record<string, string> = {}): string[] {
  const queue = new PageQueue(at('/', front), 'flatirons.com')
  const paths: string[] = []
  for (let url = queue.next(); url !== undefined; url = queue.next()) {
    const path = url.replace('https://flatirons.com', '')
    paths.push(path)
    const html = others[path]
    if (html !== undefined) queue.add(at(path, html))
  }
  return paths
}
const likely = (html: string) => asked(`${html}${ADDRESS}`)
const further = (html: string) => asked(html).filter(path => path !== '/contact')

describe('after the front page, a visit first reads', () => {
  test('pages about contacts, then others about the business', () => {
    const links =
      '<a href="/about">About</a><a href="/enquiries.html">Enquiries</a><a href="/reach">Contact us</a><a href="https://other.com/contact">x</a><a href="/contact.pdf">x</a>'
    expect(likely(links).filter(path => path !== '/contact')).toEqual(['/reach', '/about', '/enquiries.html'])
    expect(asked('<a href="/contact">Contact</a><a href="/contact/">Contact us</a>')).toEqual(['/contact'])
  })
  test('the address "/contact", if the front page links to no page about contacts', () => {
    expect(likely('<p>Hello</p>')).toEqual(['/contact'])
  })
  test('pages of a menu that a script builds, after those with visible links', () => {
    expect(likely('<script>menu = ["/our-contact"]</script>')).toEqual(['/our-contact'])
    const both =
      '<script>a = ["requiredContactFields", "src-pages-contact-js", "/contact"]</script><a href="/pages/contact-information">x</a>'
    expect(likely(both)).toEqual(['/pages/contact-information', '/contact'])
  })
  test('pages that a click on a button opens', () => {
    expect(likely(`<button onclick="window.location.href='/pages/contacts.html'">Contact</button>`)).toEqual([
      '/pages/contacts.html',
    ])
  })
})

describe('if these show no address, it also reads', () => {
  test('pages about contacts that another page links to', () => {
    const about = '<a href="/reach-us">Reach us</a>'
    expect(asked('<a href="/about">About</a><a href="/rates">Rates</a>', { '/about': about })).toEqual([
      '/about',
      '/contact',
      '/reach-us',
      '/rates',
    ])
  })
  test('the pages after a page that only says "Enter"', () => {
    const home = '<a href="/contact.html">Contact</a>'
    expect(asked('<a href="/home.html">Enter</a>', { '/home.html': home, '/contact.html': ADDRESS })).toEqual([
      '/contact',
      '/home.html',
      '/contact.html',
    ])
  })
  test('other pages of the menu', () => {
    expect(further('<a href="/rates.html">Rates</a><a href="/guests.html#top">Guests</a><a href="/">Home</a>')).toEqual(
      ['/rates.html', '/guests.html'],
    )
  })
  test.each([
    ['a policy', '<a href="/privacy-policy">Privacy</a>'],
    ['a shop or a blog', '<a href="/shop/">Shop</a><a href="/blog/">Blog</a><a href="/products/lamp">Lamp</a>'],
    ['a page that is far down', '<a href="/work/2019/kitchens">Kitchens</a>'],
    [
      'a link without words, or with a sentence',
      '<a href="/a"></a><a href="/b">Read how we saved a house from a flood</a>',
    ],
    ['another website', '<a href="https://boulder.com/rates">Rates</a>'],
  ])('but not %s', (_, html) => expect(further(html)).toEqual([]))
})
