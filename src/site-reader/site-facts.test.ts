import { describe, expect, test } from 'vitest'
import { pageText } from './page-text.ts'
import { readPage } from './read-page.ts'
import { decideFacts, type SiteFactKind } from './site-facts.ts'

const owner = { domain: 'flatirons-plumbing.com', names: ['Flatirons Plumbing'] }
const page = (body: string, path = '/') =>
  readPage(
    `<html><head><title>Flatirons Plumbing</title></head><body>${body}</body></html>`,
    `https://flatirons-plumbing.com${path}`,
  )
const factsOf = (kind: SiteFactKind, ...bodies: string[]) =>
  decideFacts(
    bodies.map((body, index) => page(body, index === 0 ? '/' : `/contact-${index}`)),
    owner,
  ).flatMap(fact => (fact.kind === kind ? fact.value : []))
const emailsOf = (...bodies: string[]) => factsOf('email', ...bodies)

const demoEmailsOf = (body: string) =>
  decideFacts(
    [readPage(`<title>Pipes - Plumbing HTML Template</title>${body}`, 'https://flatirons-plumbing.com/contact')],
    owner,
  ).flatMap(({ kind, value }) => (kind === 'email' ? value : []))

const dataOf = (url: string) =>
  `<script type="application/ld+json">{"@type":"Organization","url":"${url}","sameAs":["https://www.facebook.com/flatirons"]}</script>`
const rated = (type: string) =>
  `<script type="application/ld+json">{"@graph":[{"@type":"${type}","openingHours":["Mo-Fr 08:00-17:00"],"aggregateRating":{"ratingValue":"9.6","bestRating":10,"reviewCount":63}}]}</script>`

const INFO = 'info@flatirons-plumbing.com'
const cloudflare = (address: string, key = 0x5a) =>
  [key, ...Buffer.from(address).map(byte => byte ^ key)].map(byte => byte.toString(16).padStart(2, '0')).join('')
const base64 = (text: string) => Buffer.from(text).toString('base64')
const backwards = INFO.split('').toReversed().join('')
const codes = [...Buffer.from(INFO)]
/** As a plugin of WordPress hides it: an alphabet, and the place of each letter in it. */
const byPlace = (text: string) => {
  const letters = [...new Set(text)]
  const places = text.split('').map(letter => String.fromCharCode(letters.indexOf(letter) + 48))
  return `(function(){var ml="${letters.join('').replaceAll('"', '\\"')}",mi="${places.join('')}",o="";})()`
}

describe('an address is found', () => {
  test.each([
    ['in a mailto link', `<a href="mailto:${INFO}?subject=Hi">Write to us</a>`],
    ['in a mailto link with an encoded "@"', '<a href="MAILTO:info%40flatirons-plumbing.com">Write</a>'],
    ['in text', `<p>Questions? ${INFO}.</p>`],
    ['in capitals', '<p>INFO@FLATIRONS-PLUMBING.COM</p>'],
    ['written as entities', `<p>${codes.map(code => `&#${code};`).join('')}</p>`],
    ['in split markup', '<p><span>info</span>@<b>flatirons-plumbing</b>.com</p>'],
    [
      'around a comment and a hidden decoy',
      '<p>info<!-- no -->@<span style="display:none">nospam.</span>flatirons-plumbing.com</p>',
    ],
    ['with invisible characters', '<p>in\u200bfo@flat\u00adirons-plumbing.com</p>'],
    ['in full-width characters', '<p>ｉｎｆｏ＠flatirons-plumbing．com</p>'],
    [
      'directly after a label and before a word',
      '<p><b>Email</b><span>info@flatirons-plumbing.com</span><b>Phone</b></p>',
    ],
    ['before a word without a space', '<p>info@flatirons-plumbing.comPhone: 303</p>'],
    ['under "data-cfemail"', `<a class="__cf_email__" data-cfemail="${cloudflare(INFO)}">[email&#160;protected]</a>`],
    ['in a "#" link of Cloudflare', `<a href="/cdn-cgi/l/email-protection#${cloudflare(INFO, 0xf3)}">Write</a>`],
    [
      "in Joomla's cloak",
      `<script>var addy7 = 'inf&#111;' + '&#64;'; addy7 = addy7 + 'flatirons-plumbing' + '&#46;' + 'com'; document.write(addy7)</script>`,
    ],
    [
      "in Joomla's element",
      `<joomla-hidden-mail first="${base64('info')}" last="${base64('flatirons-plumbing.com')}"></joomla-hidden-mail>`,
    ],
    ['in data-user and data-domain', '<a data-user="info" data-domain="flatirons-plumbing.com">Write</a>'],
    ['in reversed data attributes', '<a data-user="ofni" data-website="moc.gnibmulp-snoritalf">Write</a>'],
    ['in base64', `<a data-mail="${base64(`mailto:${INFO}`)}">Write</a>`],
    ['in base64 in a script', `<script>link.href = atob("${base64(INFO)}")</script>`],
    ['reversed by a style', `<span style="unicode-bidi:bidi-override; direction: rtl">${backwards}</span>`],
    ['reversed by a script', `<script>el.href = "${backwards}".split("").reverse().join("")</script>`],
    ['as character codes', `<script>document.write(String.fromCharCode(${codes.join(', ')}))</script>`],
    [
      'put together by a script',
      `<script>document.write('<a href="mailto:' + 'info' + '@' + 'flatirons-plumbing.com' + '">')</script>`,
    ],
    ['escaped in a script', `<script>document.write(unescape('%69%6e%66%6f%40flatirons-plumbing%2ecom'))</script>`],
    ['by places in an alphabet', `<script>${byPlace(`<a href="mailto:${INFO}">${INFO}</a>`)}</script>`],
    ['spelled out', '<p>info AT flatirons-plumbing DOT com</p>'],
    ['spelled out in brackets', '<p>info [at] flatirons-plumbing [dot] com, info(at)flatirons-plumbing.com</p>'],
    [
      'in JSON-LD',
      `<script type="application/ld+json">{"@type":"Plumber","contactPoint":{"email":"mailto:${INFO}"}}</script>`,
    ],
    ['in microdata', `<meta itemprop="email" content="${INFO}">`],
    ['as the target of a form', `<form action="https://formsubmit.co/${INFO}"></form>`],
  ])('%s', (_, body) => expect(emailsOf(body)).toEqual([INFO]))
})

describe('no address is read from', () => {
  test.each([
    ['a picture for sharp screens', '<p>logo@2x.png image@3x.jpg</p>'],
    ['a version of a file', '<p>guide@latest.md, setup@v2.1.sh</p>'],
    ['a version of a package', '<script>import "swiper@8.4.5/swiper.min.js"</script><p>jquery@3.6.0</p>'],
    [
      'an error key',
      '<script>"https://0123456789abcdef0123@sentry.io/1", "a1b2c3d4e5f60718@sentry.wixpress.com"</script>',
    ],
    [
      'a placeholder',
      '<input placeholder="john@example.com"><p>you@yoursite.com, name@domain.com, john.doe@gmail.com</p>',
    ],
    ['the demo of a theme', '<p>info@yourwebsite.com hello@example.org care@yourclinic.co</p>'],
    ['an example of a form', '<p>Such as john@boulder-trades.com, or email@gmail.com</p>'],
    ['a loose "at"', '<p>Meet us at flatirons-plumbing.com. We are at home dot to dot.</p>'],
    ['look-alike letters', '<p>\u0456nfo@flatirons-plumbing.com, inf\u043e@flatirons-plumbing.com</p>'],
    ['an unknown ending', '<p>info@flatirons-plumbing.local, a@b.notatld</p>'],
    ['a mention', '<p>Follow us @flatirons.plumbing or @ flatirons-plumbing.com</p>'],
    ['a mailbox that nobody reads', '<a href="mailto:noreply@flatirons-plumbing.com">x</a>'],
    [
      'hidden text',
      '<p style="display: none">trap@flatirons-plumbing.com</p><template>a@flatirons-plumbing.com</template>',
    ],
    ['comments and styles', '<!-- old@flatirons-plumbing.com --><style>/* x@flatirons-plumbing.com */</style>'],
    ['a script of somebody else', '<script>var support = "help@widgets-company.com"</script>'],
  ])('%s', (_, body) => expect(emailsOf(body)).toEqual([]))
})

describe('an address belongs to the business', () => {
  test('not if it follows "website by"', () =>
    expect(
      emailsOf(
        '<a href="mailto:annflat@gmail.com">Ann</a><footer>Website by: <a href="mailto:joe@pixels.net">joe@pixels.net</a></footer>',
      ),
    ).toEqual(['annflat@gmail.com']))
  test('but not if it belongs to another company, and the site has its own', () =>
    expect(emailsOf(`<p>${INFO}</p><p>Our supplier: sales@pipes-company.com</p>`)).toEqual([INFO]))
  test('if it is the only one, and linked on a contact page', () =>
    expect(emailsOf('<p>Welcome</p>', '<a href="mailto:office@boulder-trades.com">Write</a>')).toEqual([
      'office@boulder-trades.com',
    ]))
  test.each(['biuro@zlota-raczka.pl', 'office@summit-skin.md', 'hello@ridge-trades.ai'])(
    'also under an ending that files have: %s',
    address => expect(emailsOf('<p>Welcome</p>', `<p>${address}</p>`)).toEqual([address]),
  )
  test('if its domain has the name of the site', () =>
    expect(emailsOf('<p>info@flatironsplumbing.net</p>')).toEqual(['info@flatironsplumbing.net']))
  test('if visitors see it, whatever the link of a theme says', () =>
    expect(emailsOf(`<a href="mailto:hello@theme-makers.com">${INFO}</a>`)).toEqual([INFO]))
  test('if its name is a usual example, but its domain is that of the site', () =>
    expect(emailsOf('<p>john@flatirons-plumbing.com</p>')).toEqual(['john@flatirons-plumbing.com']))
  test.each(['Website by', 'Designed by'])('not if it follows "%s"', credit =>
    expect(emailsOf(`<footer><a href="mailto:joe.pixel@gmail.com">${credit} Joe Pixel</a></footer>`)).toEqual([]),
  )
  test('not if it is a credit on one page and plain text on another', () => {
    const mail = '<a href="mailto:joe.pixel@gmail.com">joe.pixel@gmail.com</a>'
    expect(emailsOf(`<footer>Website by ${mail}</footer>`, `<p>${mail}</p>`)).toEqual([])
    expect(emailsOf('<p>Welcome</p>', `<p>${mail}</p>`)).toEqual(['joe.pixel@gmail.com'])
  })
  test('not if only a link leads to a free mailbox, and the site shows its own', () =>
    expect(emailsOf(`<a href="mailto:themes77@gmail.com">Mail</a><p>${INFO}</p>`)).toEqual([INFO]))
  test('not if only a form sends mail there, and the site shows another', () => {
    const form = '<form action="mailto:joe.pixel@gmail.com"></form>'
    expect(emailsOf(`${form}<p>annflat@gmail.com</p>`)).toEqual(['annflat@gmail.com'])
    expect(emailsOf(form)).toEqual(['joe.pixel@gmail.com'])
  })
  test('not if the page is the example of a theme, unless people can read it', () => {
    expect(demoEmailsOf('<a href="mailto:themes77@gmail.com">Mail</a><p>hello@pipes-theme.com</p>')).toEqual([])
    expect(demoEmailsOf(`<p>annflat@gmail.com</p>`)).toEqual(['annflat@gmail.com'])
    expect(emailsOf('<p>Lorem ipsum dolor sit amet</p><a href="mailto:hello@canvas-page.com">Mail</a>')).toEqual([])
  })
  test('and a role address comes before that of a person', () =>
    expect(emailsOf(`<p>ann.miller@flatirons-plumbing.com</p><p>${INFO}</p>`)).toEqual([
      INFO,
      'ann.miller@flatirons-plumbing.com',
    ]))
})

describe('a website gives', () => {
  test('profiles, without share buttons, front pages, and the pages of its builder', () =>
    expect(
      factsOf(
        'social',
        `<a href="https://www.facebook.com/flatironsplumbing/?ref=1">f</a><a href="https://www.facebook.com/sharer/sharer.php?u=x">s</a>
         <a href="https://twitter.com/intent/tweet?url=x">t</a><a href="https://instagram.com">i</a><a href="https://www.facebook.com/wix">w</a>
         <a href="https://www.facebook.com/profile.php?id=100012345678901&sk=about">p</a><a href="https://x.com/ann/status/12345">post</a>`,
      ),
    ).toEqual([
      'https://www.facebook.com/flatironsplumbing',
      'https://www.facebook.com/profile.php?id=100012345678901',
    ]))

  test.each([
    ['a person', 'https://www.linkedin.com/in/ann-miller-1'],
    ['the rules of a network', 'https://www.facebook.com/policy.php'],
    ['a network about itself', 'https://about.pinterest.com/en/privacy-policy'],
    ['an address within an address', 'https://twitter.com/https://twitter.com/flatirons'],
    ['the maker of the theme', 'https://www.facebook.com/websitex5/'],
    ['an example', 'https://www.instagram.com/YOURPAGE'],
    ['a single post', 'https://twitter.com/flatirons/statuses/501504215081287681'],
  ])('no profile that is %s', (_, url) => expect(factsOf('social', `<a href="${url}">x</a>`)).toEqual([]))

  test.each([
    ['https://www.linkedin.com/company/flatirons/about/', 'https://www.linkedin.com/company/flatirons'],
    ['https://www.facebook.com/p/Flatirons-61556517250891/', 'https://www.facebook.com/p/Flatirons-61556517250891'],
  ])('its profile, linked as %s', (url, profile) =>
    expect(factsOf('social', `<a href="${url}">x</a>`)).toEqual([profile]),
  )

  test('a profile once, even if several of its addresses are linked', () =>
    expect(
      factsOf(
        'social',
        '<a href="https://www.facebook.com/profile.php?id=61556517250891">a</a><a href="https://www.facebook.com/p/Flatirons-61556517250891/">b</a>',
      ),
    ).toEqual(['https://www.facebook.com/profile.php?id=61556517250891']))

  test('the profiles that schema.org gives for the site, but not for the one that a theme was made for', () => {
    expect(factsOf('social', dataOf('https://www.flatirons-plumbing.com/'))).toEqual([
      'https://www.facebook.com/flatirons',
    ])
    expect(factsOf('social', dataOf('https://seaside-hotel.com/'))).toEqual([])
  })

  test('its phone number, but not its fax number', () =>
    expect(
      factsOf('phone', '<a href="tel:+13034400000">Call</a> <p>Fax: (303) 440-0001</p><p>(303) 440-0000</p>'),
    ).toEqual(['13034400000']))

  test('the rating and hours in schema.org data, but not those of a product', () => {
    expect(factsOf('rating', rated('Plumber'))).toEqual(['4.8 (63)'])
    expect(factsOf('hours', rated('Plumber'))).toEqual(['Mo-Fr 08:00-17:00'])
    expect(factsOf('rating', rated('Product'))).toEqual([])
  })

  test('its website builder, its booking page, and its contact page', () => {
    const body =
      '<script src="https://static.parastorage.com/a.js"></script><a href="https://calendly.com/flatirons/visit">Book</a><a href="/contact-us">Contact</a>'
    expect([factsOf('platform', body), factsOf('booking', body), factsOf('contact_page', body)]).toEqual([
      ['Wix'],
      ['https://calendly.com/flatirons/visit'],
      ['https://flatirons-plumbing.com/contact-us'],
    ])
  })

  test('its contact page, from the page that links to it', () => {
    const home = 'https://flatirons-plumbing.com/'
    const pages = [
      readPage('<p>We repair pipes.</p>', home),
      readPage('<a href="/contact">Contact</a>', `${home}about`),
    ]
    const contactPages = (all: typeof pages) => decideFacts(all, owner).filter(({ kind }) => kind === 'contact_page')
    expect(contactPages(pages)).toMatchObject([{ value: `${home}contact`, pageUrl: `${home}about` }])
    pages.push(readPage('<p>Write to us.</p>', `${home}contact`))
    expect(contactPages(pages)).toMatchObject([{ value: `${home}contact`, pageUrl: `${home}contact` }])
  })

  test('that its domain is for sale', () => {
    expect(factsOf('gone', '<h1>This domain is for sale</h1>')).toEqual(['parked'])
    expect(factsOf('gone', `<p>We sell houses. Is this domain for sale? ${INFO}</p>`)).toEqual([])
  })

  test.each([
    '<p>This website is available to everyone, also with screen readers.</p>',
    '<p>Site 12: this site is no longer available for tents.</p>',
    '<p>Your account has been suspended? We help sellers.</p>',
    '<p>This domain is for sale</p><a href="/a">Work</a><a href="/b">Prices</a><a href="/c">About</a>',
  ])('but not if the words of parked pages are those of a business: %s', body => {
    expect(factsOf('gone', body)).toEqual([])
  })
})

test('a page is decoded with its own character set', () => {
  const latin = Buffer.from('<meta charset="iso-8859-1"><p>Caf\u00e9</p>', 'latin1')
  expect(pageText(latin, 'text/html')).toContain('Café')
  expect(pageText(Buffer.from('\ufeff<p>Café</p>', 'utf16le'), null)).toContain('Café')
  expect(pageText(latin, 'text/html; charset=nonsense')).toContain('Caf')
})
