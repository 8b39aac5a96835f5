import { describe, expect, test } from 'vitest'
import { marks } from './marks.ts'
import { readPage } from './read-page.ts'
import { checkSite, type SiteFlagName } from './site-check.ts'

const front = 'https://flatirons.com/'
const said = '<p>We repair pipes, drains, and heaters in all of Boulder.</p>'.repeat(8)
const askingForNames = '<input type="email" name="EMAIL"><input name="FNAME"><input name="LNAME"><input name="bot">'
const check = (html: string, { url = front, website = front, others = [] as string[] } = {}) =>
  checkSite([readPage(html, url), ...others.map(other => readPage(other, `${front}contact`))], { website, year: 2026 })
const flagOf = (flag: SiteFlagName, ...site: Parameters<typeof check>) => check(...site).find(one => one.flag === flag)
const verdictOf = (flag: SiteFlagName, ...site: Parameters<typeof check>) => flagOf(flag, ...site)?.verdict

describe('what the front page shows', () => {
  test.each<[SiteFlagName, 'yes' | 'no' | 'unknown', string]>([
    ['viewport', 'yes', '<meta name="viewport" content="width=device-width, initial-scale=1">'],
    ['viewport', 'no', '<meta name="viewport" content="width=1024">'],
    ['viewport', 'no', said],
    [
      'viewport',
      'unknown',
      '<link rel="alternate" media="only screen and (max-width: 640px)" href="//m.flatirons.com">',
    ],
    ['safeForms', 'no', '<form action="http://flatirons.com/send"><textarea></textarea></form>'],
    ['safeForms', 'yes', '<form action="/send"><textarea></textarea></form>'],
    ['safeForms', 'unknown', said],
    ['title', 'yes', '<title>Home | Flatirons Plumbing</title>'],
    ['title', 'no', '<title>Home</title>'],
    ['title', 'no', '<title>My WordPress Site</title>'],
    ['title', 'no', said],
    ['description', 'no', '<meta name="description" content="Just another WordPress site">'],
    ['description', 'yes', '<meta name="description" content="Plumbers in Boulder">'],
    ['description', 'unknown', `<meta property="og:description" content="Plumbers in Boulder">${said}`],
    ['oneHeading', 'yes', '<h1>Plumbers</h1>'],
    ['oneHeading', 'no', '<h1>Plumbers</h1><h1>Boulder</h1>'],
    ['businessData', 'yes', '<script type="application/ld+json">{"@type":"Plumber","name":"Flatirons"}</script>'],
    ['businessData', 'yes', '<div itemscope itemtype="https://schema.org/LocalBusiness"></div>'],
    ['businessData', 'no', '<script type="application/ld+json">{"@type":"WebSite","name":"Flatirons"}</script>'],
    ['businessData', 'unknown', '<script type="application/ld+json">{"@type":"TowingCompany"}</script>'],
    ['businessData', 'unknown', '<script type="application/ld+json">{"@type":"AutoRepairShop"}</script>'],
    ['businessData', 'unknown', '<div itemscope itemtype="http://schema.org/AutoRepairCompany"></div>'],
    ['businessData', 'no', '<div itemscope itemtype="https://schema.org/WebPage"></div>'],
    ...['google.com/maps?cid=1234', 'g.page/flatirons', 'www.yelp.com/biz/flatirons'].map(
      (profile): [SiteFlagName, 'yes', string] => [
        'businessData',
        'yes',
        `<script type="application/ld+json">{"@type":"Plumber","@id":"https://${profile}"}</script>`,
      ],
    ),
    ['indexable', 'no', '<meta name="robots" content="noindex, follow">'],
    ['indexable', 'yes', '<meta name="robots" content="max-image-preview:large">'],
    ['indexable', 'yes', '<meta name="robots" content="index, max-image-preview: none, max-snippet:-1">'],
    ['indexable', 'no', '<meta name="robots" content="NONE">'],
    ['indexable', 'no', '<meta name="robots" content="index"><meta name="googlebot" content="noindex">'],
    ['freshYear', 'yes', '<footer>© 2011-2026 Flatirons</footer>'],
    ['freshYear', 'yes', '<footer>© 2025 Flatirons</footer>'],
    ['freshYear', 'no', '<footer>© 2024 Flatirons</footer>'],
    ['freshYear', 'no', '<footer>Copyright 2019 Flatirons</footer>'],
    ['freshYear', 'unknown', '<p>Since 1987</p>'],
    ...['2008 to 2026', '2008, 2026', '2008 & 2026', '2008-26', '2008 – ’26', '2008/2026', '2008-2019, 2026'].map(
      (years): [SiteFlagName, 'yes', string] => ['freshYear', 'yes', `<footer>© ${years} Flatirons</footer>`],
    ),
    ['freshYear', 'no', '<footer>© 2008 to 2019 Flatirons, 2400 Pearl Street, 80302</footer>'],
    ['freshYear', 'unknown', '<footer>© 2008 - Present Flatirons</footer>'],
    ['freshYear', 'unknown', '<footer>Copyright 2008 to today</footer>'],
    ['freshYear', 'unknown', '<footer>© 2019</footer><script>y.textContent = new Date().getFullYear()</script>'],
    ['noEndedSoftware', 'no', '<script src="/js/jquery-1.11.3.min.js"></script>'],
    [
      'noEndedSoftware',
      'yes',
      `<script src="/js/jquery-3.7.1.min.js"></script><script src="jquery-ui-1.13.js"></script>${said}`,
    ],
    ['noEndedSoftware', 'no', '<frameset><frame src="/menu.html"></frameset>'],
    ['contactForm', 'yes', '<form><input name="name"><textarea name="message"></textarea></form>'],
    ['contactForm', 'no', `<form><input type="search" name="q"></form>${said}`],
    ['contactForm', 'unknown', `<a href="/contact-us">Contact</a>${said}`],
    ['contactForm', 'unknown', `<iframe data-tally-src="https://tally.so/embed/x"></iframe>${said}`],
    ['contactForm', 'no', `<iframe src="https://www.google.com/maps/embed?pb=1"></iframe>${said}`],
    ['contactForm', 'yes', '<div><textarea></textarea></div>'],
    ['newsletter', 'yes', '<form><input type="email" name="email"><button>Sign up</button></form>'],
    ['newsletter', 'no', '<form><input type="email"><input type="password"></form>'],
    ['newsletter', 'yes', '<h3>Newsletter</h3><form><input name="first"><input name="last"><input name="mail"></form>'],
    ['newsletter', 'no', `<form><input type="email"><select></select><select></select></form>${said}`],
    ['newsletter', 'no', `<form action="/account/recover"><input type="email"></form>${said}`],
    ['newsletter', 'yes', `<a href="https://other.com/flatirons">Subscribe to our newsletter</a>${said}`],
    ['callLink', 'yes', '<a href="tel:+13034407777">Call us</a>'],
    ['callLink', 'yes', `<map><area href="tel:+13034407777" shape="rect"></map>${said}`],
    ['booking', 'yes', `<map><area href="https://calendly.com/flatirons" shape="rect"></map>${said}`],
    ['contactForm', 'unknown', `<a href="/quote">Get a quote</a>${said}`],
    ['contactForm', 'unknown', `<script src="https://forms.example.com/form.js"></script>${said}`],
    [
      'contactForm',
      'no',
      `<form action="https://a.us1.list-manage.com/subscribe/post">${askingForNames}</form>${said}`,
    ],
    [
      'newsletter',
      'yes',
      `<form action="https://a.us1.list-manage.com/subscribe/post">${askingForNames}</form>${said}`,
    ],
    ['newsletter', 'no', `<form action="/forgotPassword"><input type="email"></form>${said}`],
    ['newsletter', 'unknown', `<h2>Subscribe to our newsletter</h2>${said}`],
    ['reviews', 'unknown', `<p>4.9 on Google Reviews</p>${said}`],
    ['chat', 'unknown', `<script src="https://static.parastorage.com/x.js"></script>${said}`],
    ['chat', 'unknown', `<script src="https://widgets.example.com/x.js"></script>${said}`],
    [
      'chat',
      'no',
      `<script src="https://cdn.jsdelivr.net/x.js"></script><script src="//flatirons.com/x.js"></script>${said}`,
    ],
    ['payment', 'yes', `<script src="https://cdn.shopify.com/x.js"></script>${said}`],
    ['payment', 'unknown', `<a href="/cart/">Cart</a>${said}`],
    ['payment', 'yes', `<a href="https://bills.example.com/flatirons">Pay your bill</a>${said}`],
    ['payment', 'yes', `<form action="https://x.cardpointe.com/pay"><button>Pay Now</button></form>${said}`],
    ['payment', 'yes', `<a href="https://pay.example.com/flatirons">Here</a>${said}`],
    ['payment', 'unknown', `<form action="https://foo.com:99999/pay"><button>Pay now</button></form>${said}`],
    ['payment', 'no', `<p>You can pay with a check.</p>${said}`],
    ['booking', 'unknown', '<a href="/book">Book now</a>'],
    ['booking', 'yes', `<a href="https://other.com/RequestAppointment.aspx"><img src="a.png"></a>${said}`],
    ['booking', 'yes', `<a href="https://other.com/flatirons">Book Online</a>${said}`],
    ['booking', 'yes', `<a href="https://other.com/flatirons">Make a Reservation</a>${said}`],
    ['booking', 'yes', `<a href="https://reserve.other.com/flatirons">Click here</a>${said}`],
    ['booking', 'yes', `<form action="https://flatirons.square.site/"><button>BOOK NOW!</button></form>${said}`],
    ['booking', 'yes', `<style data-href="https://static.parastorage.com/services/bookings-x/a.css"></style>${said}`],
    ...[
      '<a href="https://wa.me/13034407777">Book now</a>',
      '<a href="https://www.facebook.com/flatirons">Book now</a>',
      '<a href="https://other.com/contact">Book now</a>',
      '<a href="https://other.com/menu.pdf">Book now</a>',
      '<a href="https://form.jotform.com/123">Request an appointment</a>',
      '<a href="tel:+13034407777">Book an appointment</a><p>Book online</p>',
      '<a href="https://books.example.com/ann">My new book here</a><p>Book now</p>',
    ].map((html): ['booking', 'unknown', string] => ['booking', 'unknown', html + said]),
    ['booking', 'no', `<a href="https://www.facebook.com/flatirons?ref=bookmarks"></a>${said}`],
    ['booking', 'unknown', `<a href="https://flatirons.square.site/">More</a>${said}`],
    ['booking', 'unknown', `<p>Book online!</p>${said}`],
    ['booking', 'unknown', `<a href="/">Book an appointment</a>${said}`],
    ['booking', 'unknown', `<button>Book a table</button>${said}`],
    ['booking', 'no', `<p>© 2026 All rights reserved. <a href="https://foo.com">All rights reserved</a></p>${said}`],
    ['booking', 'yes', `<title>Book online</title><form><input type="date" name="day"></form>${said}`],
    ['booking', 'yes', `<h2>Book online</h2><form><input name="name"><input type="date" name="day"></form>${said}`],
    ['booking', 'yes', `<form><input name="date"><select name="time"></select><button>Reserve</button></form>${said}`],
    ['booking', 'unknown', `<form><input type="date" name="moving"><button>Get a quote</button></form>${said}`],
    ['booking', 'unknown', `<h2>Appointments</h2><form><input type="date"><textarea></textarea></form>${said}`],
    ['booking', 'no', `<form><input name="name"><input name="email"><button>Schedule</button></form>${said}`],
    [
      'booking',
      'yes',
      `<title>Book online</title><table><tr><td>Su<td>Mo<td>Tu<td>We<td>Th<td>Fr<td>Sa</table>${said}`,
    ],
    ['booking', 'unknown', `<title>Schedule</title><p>Sun Mon Tue Wed Thu Fri Sat</p><p>Book now</p>${said}`],
    ['booking', 'yes', `<title>Book online</title><iframe src="https://x.example.com/flatirons"></iframe>${said}`],
    ['booking', 'unknown', `<title>Book online</title><iframe src="https://form.jotform.com/1"></iframe>${said}`],
    ['ordering', 'yes', `<a href="/menu">Menu</a><a href="https://other.com/flatirons">Order Online</a>${said}`],
    ['ordering', 'unknown', `<a href="https://other.com/flatirons">Order Online</a>${said}`],
    ['booking', 'no', `<form><input name="name"><input type="date" name="birthday"></form>${said}`],
    ['shop', 'yes', `<button>Add to cart</button>${said}`],
    ['shop', 'unknown', `<button>Add to cart</button><a href="/menu">Menu</a><a href="/order">Order</a>${said}`],
    ['shop', 'yes', `<a href="/cart">0</a>${said}`],
    ['shop', 'yes', `<a href="https://shop.flatirons.com/">Store</a>${said}`],
    ['shop', 'yes', `<a href="https://other.com/flatirons">Shop now</a>${said}`],
    ['shop', 'yes', `<a href="/store?olsPage=cart"></a>${said}`],
    ['shop', 'unknown', `<a href="https://other.com/">Shop for insurance</a>${said}`],
    ['reviews', 'unknown', `<script src="https://static.elfsight.com/platform/platform.js"></script>${said}`],
    ['reviews', 'no', `<link rel="preconnect" href="https://cdn.judge.me/">${said}`],
    ['shop', 'no', `<link rel="preload" as="font" href="https://cdn.shopify.com/s/files/a.woff2">${said}`],
    ['reviews', 'no', `<script src="https://cdn.userway.org/widget.js"></script>${said}`],
    ['chat', 'yes', `<script src="../../embed.tawk.to/1/default.js"></script>${said}`],
    ['analytics', 'yes', String.raw`<script>pixels('{\"id\":\"G-ABC123XYZ9\"}')</script>`],
    ['booking', 'no', `<script src="https://widgets.example.com/x.js"></script>${said}`],
    ['analytics', 'unknown', `<script>ga('create', 'UA-12345-1')</script>${said}`],
    ['analytics', 'unknown', `<script src="https://static.parastorage.com/x.js"></script>${said}`],
    ['analytics', 'no', said],
    ['pixels', 'unknown', `<script>load('GTM-ABC123')</script>${said}`],
    ['privacyPage', 'yes', '<a href="/legal/privacy-policy">Legal</a>'],
    ['privacyPage', 'yes', '<a href="/legal">Privacy Notice</a>'],
    ['privacyPage', 'yes', '<a href="/de/datenschutz-richtlinie">Datenschutz</a>'],
    ['privacyPage', 'unknown', `<a href="#">Privacy Policy</a>${said}`],
    ['privacyPage', 'unknown', `<a href="https://policies.google.com/privacy">Privacy Policy</a>${said}`],
    ['privacyPage', 'no', `<a href="/privacy-fences">Privacy Fencing</a><p>We respect your privacy.</p>${said}`],
    ['privacyPage', 'unknown', '<div id="root"></div><script src="/app.js"></script>'],
    ['lang', 'yes', '<html lang="en">'],
    ['lang', 'no', '<html>'],
    ['imageTexts', 'yes', '<img src="a.jpg" alt="A van"><img src="b.jpg" alt="">'],
    ['imageTexts', 'no', '<img src="a.jpg"><img src="b.jpg">'],
    ['credit', 'yes', '<p>Website by Foo Media</p>'],
    ['platform', 'yes', '<meta name="generator" content="WordPress 6.9">'],
    ['platform', 'yes', '<script src="/wp-includes/js/jquery.js"></script>'],
    ['platform', 'yes', `<script>window.Shopify = window.Shopify || {}; Shopify.shop = "flatirons"</script>`],
    [
      'platform',
      'unknown',
      '<a href="https://other.com/wp-content/a.pdf"><img src="https://other.com/wp-content/a.png"></a>',
    ],
    ['platform', 'unknown', '<script src="https://img1.wsimg.com/traffic-assets/js/tccl.min.js"></script>'],
    ['oneHeading', 'unknown', `${said}<!--${'x'.repeat(2_000_000)}--><h1>Plumbers</h1>`.slice(0, 2_000_000)],
  ])('%s: %s, for %s', (flag, verdict, html) => {
    expect(verdictOf(flag, html)).toBe(verdict)
  })

  test.each([
    [[400, 900], 'yes', 'Fast: 0.4 s and 0.9 s'],
    [[1900, 1200], 'yes', 'Fair: 1.9 s and 1.2 s'],
    // The first request also waits for the name and the certificate.
    [[4000, 300], 'yes', 'Fast: 4.0 s and 0.3 s'],
    [[2400, 2000], 'no', 'Slow: 2.4 s and 2.0 s'],
    [[2400], 'unknown', ''],
  ])('first bytes after %j ms: %s', (times, verdict, shown) => {
    const pages = times.map(answerMs => ({ ...readPage(said, front), answerMs, bytes: 84_000 }))
    const found = checkSite(pages, { website: front, year: 2026 }).find(({ flag }) => flag === 'fastAnswer')
    const evidence = shown === '' ? '' : `${shown} until the first byte. The front page has 84 kB.`
    expect(found).toMatchObject({ verdict, evidence })
  })

  test('the maker of a website is named, not its website builder', () => {
    const builder = '<meta name="generator" content="Squarespace"><p>Website by Squarespace</p>'
    expect(flagOf('credit', `${builder}<p>Website by Foo Media</p>`)?.evidence).toBe('Foo Media')
    expect(verdictOf('credit', builder + said)).toBe('no')
  })

  test('an answer quotes its evidence without contacts, and names the page', () => {
    const contact = '<a href="tel:+13034407777">Call us</a>'
    expect(flagOf('callLink', said, { others: [contact] })).toMatchObject({
      evidence: 'tel:…',
      pageUrl: 'https://flatirons.com/contact',
    })
    const form = '<form action="https://formsubmit.co/joe@flatirons.com"><textarea></textarea></form>'
    expect(flagOf('contactForm', form)?.evidence).toBe('<form action="https://formsubmit.co/…">')
    expect(flagOf('freshYear', '<p>©  2019\n Flatirons</p>')).toMatchObject({ evidence: '© 2019', pageUrl: front })
  })
})

test.each([
  ['http://flatirons.com/', 'https://flatirons.com/', 'yes', 'yes'],
  ['http://flatirons.com/', 'http://flatirons.com/', 'no', 'no'],
  ['https://flatirons.com/', 'https://flatirons.com/', 'yes', 'unknown'],
])('a visit that starts at %s and ends at %s: encrypted %s, leads there %s', (website, url, https, leads) => {
  expect([verdictOf('https', said, { website, url }), verdictOf('httpLeadsToHttps', said, { website, url })]).toEqual([
    https,
    leads,
  ])
})

test('something that may appear only with scripts is unknown, not missing', () => {
  const shell = '<html lang="en"><title>Flatirons Plumbing</title><div id="root"></div><script src="/app.js"></script>'
  const flags = check(shell)
  expect(flags.filter(({ verdict }) => verdict === 'no')).toEqual([])
  expect(flags.filter(({ verdict }) => verdict === 'yes').map(({ flag }) => flag)).toEqual([
    'works',
    'https',
    'title',
    'indexable',
    'lang',
  ])
  const template = shell.replace('Flatirons Plumbing', 'React App')
  const description = '<meta name="description" content="Web site created using create-react-app">'
  expect(verdictOf('title', template)).toBe('unknown')
  expect(verdictOf('description', template + description)).toBe('unknown')
  expect(verdictOf('imageTexts', `${shell}<img src="loading.gif">`)).toBe('unknown')
})

test.each([
  ['links', Array.from({ length: 700 }, (_, at) => `<a href="/pipes/${at}">Pipe</a>`).join('')],
  ['repeated links', '<a href="/pipes">Pipes</a>'.repeat(1600)],
  ['words', `<p>${'pipes '.repeat(80_000)}</p>`],
  ['elements', '<div>'.repeat(1200)],
])('what is not found on a page with too many %s to read is unknown, not missing', (_, body) => {
  const footer = '<form><textarea></textarea></form><a href="/privacy">Privacy</a><p>Chat with us</p>'
  for (const flag of ['privacyPage', 'contactForm', 'chat'] as const)
    expect(verdictOf(flag, `${said}${body}${footer}`)).not.toBe('no')
})

/** A text that the expression of a mark finds. */
const samples: Record<string, string> = {
  'Microsoft FrontPage': 'Microsoft FrontPage 6.0',
  'Adobe Muse': '2018.1.1.386',
  'An old Joomla': 'Joomla! 1.5 - Open Source Content Management',
  'An old Drupal': 'Drupal 7 (http://drupal.org)',
  'An old WordPress': 'WordPress 3.9',
  'file Google Analytics 4': 'https://www.googletagmanager.com/gtag/js?id=G-ABC123XYZ9',
  Shopify: '//flatirons.com/cdn/shop/t/7/assets/global.js',
  'Google Analytics 4': `gtag('config', 'G-ABC123XYZ9')`,
  Matomo: `_paq.push(['trackPageView'])`,
  'Pinterest Tag': `pintrk('load', '123')`,
  'file Universal Analytics': 'https://www.google-analytics.com/analytics.js',
  'Google Tag Manager': `(window,document,'script','dataLayer','GTM-ABC1234')`,
  'Meta Pixel': `fbq('init', '1234567890')`,
  'TikTok Pixel': `ttq.load('C123')`,
  'Google Ads': `gtag('config', 'AW-123456789')`,
  'jQuery 1 or 2': '/wp-includes/js/jquery/jquery.min.js?ver=1.12.4',
  Flash: '/intro.swf',
  'Universal Analytics': `s.src = 'https://www.google-analytics.com/analytics.js'`,
}
const pageWith = ({ name, where, pattern }: (typeof marks)[number]): string => {
  if (where === 'code') return `<script>${samples[name]}</script>`
  if (where === 'generator') return `<meta name="generator" content="${samples[name]}">`
  if (where === 'link') return `<a href="/products?${pattern}1"></a>`
  const src = where === 'file' ? (samples[`file ${name}`] ?? samples[name]) : `https://${pattern}/x`
  return `<script src="${src}"></script>`
}

const marksOn = (html: string) => readPage(html, front).signs.marks.map(({ name, group }) => `${group} ${name}`)

describe('each mark', () => {
  test.each(marks)('$name by $pattern is found only on a page that has it', mark => {
    expect(marksOn(pageWith(mark))).toContain(`${mark.group} ${mark.name}`)
    expect(marksOn(`<script src="/app.js"></script>${said}`)).toEqual([])
  })
  test('names a page of its vendor, and there are few enough to check by hand', () => {
    expect(marks.length).toBeLessThanOrEqual(200)
    expect(marks.every(({ source }) => URL.canParse(source))).toBe(true)
  })
  test('in a script counts only if scripts load such services', () => {
    expect(marksOn(`<script>s.src = 'https://embed.tawk.to/123/default'</script>`)).toEqual(['chat tawk.to'])
    expect(marksOn(`<script>links = ['https://calendly.com/flatirons']</script>`)).toEqual([])
  })
})
