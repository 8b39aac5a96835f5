import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { PageReader, PageTooSlow } from '#site-reader/index.ts'
import { certificateOfAnother } from '#tests/support/certificate-of-another.ts'
import { PAUSE_MS, visitSite, type VisitTools } from './visit-site.ts'

const reader = new PageReader()
afterAll(() => reader.close())

type Answer = (request: IncomingMessage, response: ServerResponse) => void
const html = { 'content-type': 'text/html; charset=utf-8' }
const page = (body: string) => (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(200, html).end(body)
const status =
  (code: number, headers: Record<string, string> = {}) =>
  (_: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(code, headers).end('')
const contact = page('<a href="mailto:info@flatirons.com">Write</a>')

/** A proxy that answers for every site itself. Keys are paths, or a host and a path. */
async function visit(
  answers: Record<string, Answer>,
  {
    website = 'http://flatirons.com/',
    timeoutMs = 1000,
    reads = reader,
  }: { website?: string; timeoutMs?: number; reads?: VisitTools['reader'] } = {},
) {
  const asked: string[] = []
  let agent: string | undefined
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '') ?? new URL(request.url ?? '/', `http://${request.headers.host}`)
    asked.push(`${url.host}${url.pathname}`)
    agent = request.headers['user-agent']
    const answer = answers[`${url.host}${url.pathname}`] ?? answers[url.pathname] ?? status(404)
    answer(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const proxyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const found = await visitSite(
    { reader: reads, about: 'https://leadline.example/remove-my-business', proxyUrl, pauseMs: 0, timeoutMs },
    { domain: 'flatirons.com', website, names: ['Flatirons'], year: 2026 },
  )
  return { ...found, asked, agent, emails: found.facts.flatMap(({ kind, value }) => (kind === 'email' ? value : [])) }
}

test('a visit measures how long the first bytes of two pages take, without redirects and pauses', async () => {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const after = (seconds: number, answer: Answer) => (request: IncomingMessage, response: ServerResponse) => {
    now += seconds * 1000
    answer(request, response)
  }
  const { flags } = await visit({
    '/': after(3, status(301, { location: 'http://www.flatirons.com/home' })),
    'www.flatirons.com/home': after(2.1, page('<a href="/contact-us">Contact</a>')),
    '/contact-us': after(2.4, contact),
  })
  expect(flags?.find(({ flag }) => flag === 'fastAnswer')).toMatchObject({
    verdict: 'no',
    evidence: 'Slow: 2.1 s and 2.4 s until the first byte. The front page has 1 kB.',
  })
})

test.each([
  ['noindex, nofollow', 'no'],
  ['googlebot: noindex', 'no'],
  ['otherbot: noindex', 'yes'],
  ['max-image-preview: none', 'yes'],
])('a front page with the header "X-Robots-Tag: %s" is open to search engines: %s', async (value, verdict) => {
  const front: Answer = (_, response) =>
    void response.writeHead(200, { ...html, 'x-robots-tag': value }).end('<h1>Hi</h1>')
  const { flags } = await visit({ '/': front })
  expect(flags?.find(({ flag }) => flag === 'indexable')).toMatchObject({ verdict })
})

test('a visit reads the front page and the page about contacts, and says who it is', async () => {
  const { state, emails, asked, agent, requests } = await visit({
    '/': page('<a href="/contact-us">Contact</a>'),
    '/contact-us': contact,
  })
  expect({ state, emails, requests }).toEqual({ state: 'read', emails: ['info@flatirons.com'], requests: 3 })
  expect(asked).toEqual(['flatirons.com/robots.txt', 'flatirons.com/', 'flatirons.com/contact-us'])
  expect(agent).toContain('LeadlineBot/1.0; +https://leadline.example/remove-my-business')
})

test('a visit reads other pages of the menu only as long as no page shows an address', async () => {
  const menu = '<a href="/rates">Rates</a><a href="/guests">Guests</a><a href="/rooms">Rooms</a>'
  const hidden = await visit({ '/': page(menu), '/rates': page('<p>$20</p>'), '/guests': contact, '/rooms': contact })
  expect(hidden.emails).toEqual(['info@flatirons.com'])
  expect(hidden.asked.slice(2)).toEqual(['flatirons.com/contact', 'flatirons.com/rates', 'flatirons.com/guests'])
  const shown = await visit({ '/': page(`${menu}<p>info@flatirons.com</p>`), '/rates': contact })
  expect(shown.asked.slice(2)).toEqual(['flatirons.com/contact'])
})

test('a visit makes at most six requests, with pauses of two seconds', async () => {
  expect(PAUSE_MS).toBe(2000)
  const links = Array.from({ length: 20 }, (_, index) => `<a href="/contact-${index}">Contact</a>`).join('')
  const { requests, asked } = await visit({ '/': page(links) })
  expect(requests).toBe(6)
  expect(asked).toHaveLength(6)
})

test('redirects take no request from the pages', async () => {
  const hops = {
    '/': '/www',
    '/www': '/en',
    '/en': '/home',
    '/about': '/about/',
    '/contact': '/reach',
    '/reach': '/us',
  }
  const found = await visit({
    ...Object.fromEntries(Object.entries(hops).map(([from, location]) => [from, status(302, { location })])),
    '/home': page('<a href="/about">About</a><a href="/contact">Contact</a>'),
    '/us': contact,
  })
  expect(found).toMatchObject({ state: 'read', emails: ['info@flatirons.com'] })
})

/** Refuses the pages with this path. */
const tooSlow = (path: string): VisitTools['reader'] => ({
  read: async wanted => {
    if (new URL(wanted.url).pathname === path) throw new PageTooSlow()
    return reader.read(wanted)
  },
})

describe('a page that takes too long to read', () => {
  const link = '<a href="mailto:info@flatirons.com">Write</a><a href="/contact">Contact</a><a href="/about">About</a>'
  test('ends the visit, which keeps the facts of the pages before', async () => {
    const found = await visit(
      { '/': page(link), '/contact': contact, '/about': contact },
      { reads: tooSlow('/contact') },
    )
    expect(found).toMatchObject({ state: 'read', emails: ['info@flatirons.com'], requests: 3 })
  })
  test('is named as the reason if it is the front page', async () => {
    const found = await visit({ '/': page(link) }, { reads: tooSlow('/') })
    expect(found).toMatchObject({ state: 'failed', error: 'its page takes too long to read', requests: 2 })
  })
})

const robots = (text: string) => (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'text/plain' }).end(text)

describe('robots.txt', () => {
  test('also counts for where an address redirects to', async () => {
    const answers = {
      '/robots.txt': robots('User-agent: *\nDisallow: /private'),
      '/contact': status(302, { location: '/private/contact' }),
      '/private/contact': contact,
    }
    const inner = await visit({ ...answers, '/': page('<a href="/contact">Contact</a>') })
    expect(inner).toMatchObject({ state: 'read', emails: [] })
    expect(inner.asked).toEqual(['flatirons.com/robots.txt', 'flatirons.com/', 'flatirons.com/contact'])
    const front = await visit({
      ...answers,
      '/': status(302, { location: 'https://www.flatirons.com/private/contact' }),
    })
    expect(front).toMatchObject({ state: 'forbidden', asked: ['flatirons.com/robots.txt', 'flatirons.com/'] })
  })

  test.each([
    ['forbids everything', robots('User-agent: *\nDisallow: /'), 'forbidden', 1],
    ['forbids it to this program', robots('User-agent: LeadlineBot\nDisallow: /'), 'forbidden', 1],
    ['forbids it to another program', robots('User-agent: Other\nDisallow: /'), 'read', 3],
    ['asks for pauses of eleven seconds', robots('User-agent: *\nCrawl-delay: 11'), 'forbidden', 1],
    ['is missing', status(404), 'read', 3],
    ['fails', status(503), 'failed', 1],
    ['is endless', endless, 'read', 3],
  ])('%s', async (_, answer, state, requests) => {
    const found = await visit({ '/robots.txt': answer, '/': page('<p>Hello</p>') })
    expect(found).toMatchObject({ state, requests })
  })
  test('forbids one page', async () => {
    const { asked } = await visit({
      '/robots.txt': robots('User-agent: *\nDisallow: /contact'),
      '/': page('<a href="/contact">Contact</a><a href="/about">About</a>'),
    })
    expect(asked).not.toContain('flatirons.com/contact')
    expect(asked).toContain('flatirons.com/about')
  })
})

test('a site that forbids ten of its pages is asked for no others', async () => {
  const links = Array.from({ length: 12 }, (_, at) => `<a href="/contact-${at}">Contact</a>`).join('')
  const allowed = 'User-agent: *\nDisallow: /contact\nAllow: /contact-11'
  const { asked } = await visit({ '/robots.txt': robots(allowed), '/': page(`${links}<a href="/about">About</a>`) })
  expect(asked).toEqual(['flatirons.com/robots.txt', 'flatirons.com/'])
})

/** Sends without end, and stops when nobody reads. */
function endless(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, html)
  const chunk = Buffer.alloc(65_536, 'a@b ')
  const send = (): void => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', send)
  send()
}
const bomb = gzipSync(Buffer.alloc(50_000_000, '<p>info@'))

describe('a hostile site ends only its own visit:', () => {
  test.each<[string, Record<string, Answer>, Record<string, unknown>]>([
    [
      'a redirect to another owner',
      { '/': status(301, { location: 'http://new-owner.com/' }) },
      { state: 'moved', requests: 2 },
    ],
    [
      'a redirect to the metadata of a cloud',
      { '/': status(302, { location: 'http://169.254.169.254/latest/' }) },
      { state: 'moved' },
    ],
    [
      'a redirect to a private address in another notation',
      { '/': status(302, { location: 'http://0x7f.1/' }) },
      { state: 'moved' },
    ],
    ['a redirect to another protocol', { '/': status(302, { location: 'file:///etc/passwd' }) }, { state: 'moved' }],
    ['redirects without end', { '/': status(302, { location: '/' }) }, { state: 'failed', requests: 2 }],
    [
      'a page that sends browsers to another owner',
      { '/': page('<meta http-equiv="refresh" content="0; url=https://new-owner.com/">') },
      { state: 'moved' },
    ],
    [
      'a page that sends browsers without scripts elsewhere',
      {
        '/': page(
          '<noscript><meta http-equiv="refresh" content="0; url=https://enable-javascript.com/"></noscript><p>info@flatirons.com</p>',
        ),
      },
      { state: 'read', emails: ['info@flatirons.com'] },
    ],
    ['an endless page', { '/': endless }, { state: 'read', emails: [] }],
    [
      'a compressed bomb',
      { '/': (_, response) => void response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(bomb) },
      { state: 'read', emails: [] },
    ],
    [
      'a broken compression',
      { '/': (_, response) => void response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end('no gzip') },
      { state: 'failed' },
    ],
    ['no answer', { '/': () => {} }, { state: 'failed' }],
    [
      'a byte now and then',
      {
        '/': (_, response) => {
          response.writeHead(200, html)
          const timer = setInterval(() => response.write('a'), 100)
          response.on('close', () => clearInterval(timer))
        },
      },
      { state: 'failed' },
    ],
    [
      'a picture',
      { '/': (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('x@y.com') },
      { state: 'failed' },
    ],
    ['a server error', { '/': status(500) }, { state: 'failed' }],
    ['a lost connection', { '/': (_, response) => void response.destroy() }, { state: 'failed' }],
    ['a domain for sale', { '/': page('<title>flatirons.com</title>This domain is for sale') }, { state: 'closed' }],
  ])('%s', async (_, answers, expected) => {
    const found = await visit(answers)
    expect(found).toMatchObject(expected)
    expect(found.asked.every(address => address.startsWith('flatirons.com/'))).toBe(true)
  })
})

test.each(['http://127.0.0.1/', 'http://[::1]/', 'http://2130706433/', 'http://169.254.169.254/'])(
  '%s is never called',
  async website => {
    expect(await visit({ '/': contact }, { website })).toMatchObject({ state: 'failed', asked: [] })
  },
)

test('without a proxy, a name that leads to a private address is never called', async () => {
  let calls = 0
  const server = createServer((_, response) => void response.end(String(calls++)))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const website = `http://localhost:${(server.address() as AddressInfo).port}/`
  const found = await visitSite(
    { reader, about: 'https://leadline.example/remove-my-business', pauseMs: 0 },
    { domain: 'localhost', website, names: [], year: 2026 },
  )
  expect(found).toMatchObject({ state: 'failed', facts: [] })
  expect(calls).toBe(0)
})

test('a proxy whose name is not found does not make a website gone', async () => {
  const found = await visitSite(
    { reader, about: 'https://leadline.example/remove-my-business', proxyUrl: 'http://proxy.invalid:3128' },
    { domain: 'flatirons.com', website: 'http://flatirons.com/', names: [], year: 2026 },
  )
  expect(found).toMatchObject({ state: 'failed', facts: [] })
})

test.each<[string, Record<string, Answer>, Record<string, unknown>]>([
  ['an error of the server', { '/': status(500) }, { down: 'server', flags: null }],
  ['a server that asks to come back later', { '/': status(503) }, { down: null, flags: null }],
  ['a gateway that waits', { '/': status(504) }, { down: null, flags: null }],
  ['too many visitors', { '/': status(508) }, { down: null, flags: null }],
  ['an error between Cloudflare and the server', { '/': status(520) }, { down: null, flags: null }],
  ['no answer', { '/': () => {} }, { down: null, flags: null }],
  [
    'headers of 500 kB',
    { '/': status(200, { 'x-filler': 'a'.repeat(500_000) }) },
    { state: 'failed', down: null, flags: null },
  ],
  [
    'a redirect to a private address',
    { '/': status(302, { location: 'http://192.168.1.1/' }) },
    { state: 'moved', down: null, flags: null, asked: ['flatirons.com/robots.txt', 'flatirons.com/'] },
  ],
  [
    'a domain for sale that is named like the business',
    { '/': page('<title>flatirons.com</title><h1>Flatirons.com is for sale</h1><p>Buy this domain today.</p>') },
    { state: 'closed', down: 'parked', flags: null },
  ],
  [
    'a page in a script only',
    { '/': page('<title>Flatirons</title><div id="root"></div><script src="/app.js"></script>') },
    {
      state: 'read',
      down: null,
    },
  ],
  ['a parked page', { '/': page('<p>This domain is for sale</p>') }, { down: 'parked', flags: null }],
])('%s: whether the website may not work', async (_, answers, expected) => {
  expect(await visit(answers, { timeoutMs: 300 })).toMatchObject(expected)
})

test('a certificate for another name: the website may not work', async () => {
  const secure = createSecureServer(certificateOfAnother, (_, response) => void response.end(''))
  await new Promise<void>(resolve => secure.listen(0, '127.0.0.1', resolve))
  const proxy = createServer().on('connect', (_, socket) => {
    const tunnel = connect((secure.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      tunnel.pipe(socket).pipe(tunnel)
    })
    for (const end of [tunnel, socket]) end.on('error', () => tunnel.destroy())
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    secure.close()
    proxy.close()
  })
  const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const found = await visitSite(
    { reader, about: 'https://leadline.example/remove-my-business', proxyUrl, pauseMs: 0, timeoutMs: 3000 },
    { domain: 'flatirons.com', website: 'https://flatirons.com/', names: [], year: 2026 },
  )
  expect(found).toMatchObject({ state: 'failed', down: 'certificate', flags: null })
})
