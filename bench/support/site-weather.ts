import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSecureContext } from 'node:tls'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { DomainNames } from '#server/catalog/sites/domain-names.ts'
import { certificateOfAnother } from '#tests/support/certificate-of-another.ts'

type Call = { request: IncomingMessage; response: ServerResponse; url: URL; day: number; page: string }
type Weather = (call: Call) => void
/** `names`: its name is looked up here, instead of by the proxy. */
export type Site = {
  name: string
  domain: string
  scheme: 'http' | 'https'
  page: string
  weather: Weather
  names?: DomainNames
}

const html = { 'content-type': 'text/html; charset=utf-8' }
const send = (
  { response, page }: Call,
  status = 200,
  headers: Record<string, string> = {},
  body: string | Buffer = page,
) => void response.writeHead(status, { ...html, ...headers }).end(body)
const isFront = ({ url }: Call): boolean => url.pathname === '/'
const fine: Weather = call => (isFront(call) ? send(call) : send(call, 404))
/** A status of the front page, on the first day only or on both. */
const status =
  (code: number, days = 2, body = 'Error'): Weather =>
  call =>
    isFront(call) && call.day <= days ? send(call, code, {}, body) : fine(call)
const onFront =
  (weather: Weather): Weather =>
  call =>
    isFront(call) ? weather(call) : fine(call)
const robots =
  (weather: Weather): Weather =>
  call =>
    call.url.pathname === '/robots.txt' ? weather(call) : fine(call)

const weathers: Record<string, Weather> = {
  'as usual': fine,
  slow: onFront(call => void setTimeout(() => send(call), 250)),
  'slower than a visit waits': onFront(call => void setTimeout(() => send(call), 800)),
  gzip: onFront(call => send(call, 200, { 'content-encoding': 'gzip' }, gzipSync(call.page))),
  brotli: onFront(call => send(call, 200, { 'content-encoding': 'br' }, brotliCompressSync(call.page))),
  'three hops': call => {
    const next = { '/': '/a', '/a': '/b', '/b': '/home' }[call.url.pathname]
    if (next !== undefined) return send(call, 302, { location: next }, '')
    return send(call, call.url.pathname === '/home' ? 200 : 404)
  },
  'redirect to www': onFront(call =>
    call.url.host.startsWith('www.') ? send(call) : send(call, 301, { location: `http://www.${call.url.host}/` }, ''),
  ),
  'cut in the middle of the page': onFront(({ response, page }) => {
    response.writeHead(200, { ...html, 'content-length': String(page.length) })
    response.write(page.slice(0, 100), () => response.destroy())
  }),
  'connection reset': ({ response }) => void response.destroy(),
  'no answer on the first day': call => (call.day === 1 ? undefined : fine(call)),
  'an empty answer': onFront(call => send(call, 200, {}, '')),
  'status 500 on the first day': status(500, 1),
  'status 503 on the first day': status(503, 1),
  'status 503, for maintenance': status(503, 2, '<h1>Down for maintenance</h1>'),
  'status 502': status(502),
  'status 504': status(504),
  'status 508, too many visitors': status(508),
  'status 520, at Cloudflare': status(520),
  'status 429': status(429),
  'status 403, a challenge': status(
    403,
    2,
    '<title>Just a moment...</title><script src="/cdn-cgi/challenge.js"></script>',
  ),
  'status 200, a challenge': status(
    200,
    2,
    '<title>Just a moment...</title><script src="/cdn-cgi/challenge.js"></script>',
  ),
  'status 404 of the front page': status(404),
  'robots.txt forbids visits': robots(call =>
    send(call, 200, { 'content-type': 'text/plain' }, 'User-agent: *\nDisallow: /'),
  ),
  'robots.txt answers 500': robots(call => send(call, 500)),
  'cookies required': onFront(call => send(call, 302, { location: '/', 'set-cookie': 'seen=1' }, '')),
  'headers of 500 kB': onFront(call => send(call, 200, { 'x-filler': 'a'.repeat(500_000) })),
  'a redirect to another owner': onFront(call => send(call, 301, { location: 'http://new-owner.com/' }, '')),
  'a redirect to a private address': onFront(call => send(call, 302, { location: 'http://192.168.1.1/' }, '')),
}

const contact = '<a href="tel:+13034407777">(303) 440-7777</a>'
const pages = [
  `<title>Flatirons Plumbing</title><h1>Plumbers in Boulder</h1><p>We repair pipes.</p>${contact}`,
  '<title>Flatirons Plumbing</title><p>Write to info@flatirons.com</p>',
  `<title>Flatirons</title><h1>Flatirons Plumbing</h1><section><h2>Blog</h2><p>This section is under construction.</p></section>${contact}`,
  '<title>Flatirons Plumbing</title><div id="root"></div><script src="/app.js"></script>',
  `<title>Flatirons Plumbing</title>${'<p>We repair pipes, drains, and heaters in all of Boulder.</p>'.repeat(200)}`,
].map(body => `<!doctype html><html>${body}</html>`)

/** Real pages with words that parked ones use. */
const looksParked = [
  '<h1>Flatirons Plumbing</h1><p>This website is available to everyone, also with screen readers.</p><p>Boulder, Colorado</p>',
  '<h1>Flatirons Brokers</h1><p>Each business may be sold with its name: this website is for sale with the restaurant.</p>',
  '<h1>Flatirons Campground</h1><p>Site 12: this site is no longer available for tents.</p><a href="/a">A</a><a href="/b">B</a>',
  '<h1>Flatirons Web Design</h1><p>We set up your domain. Buy this domain and that one? We help.</p><a href="/a">A</a><a href="/b">B</a><a href="/c">C</a>',
  '<h1>Flatirons Law</h1><p>Your account has been suspended? We help sellers.</p><a href="/a">A</a><a href="/b">B</a><a href="/c">C</a>',
  '<h1>Flatirons Plumbing</h1><p>Welcome! We moved: our old address on the web is gone, because that domain has expired. Call us.</p><a href="/a">A</a><a href="/b">B</a><a href="/c">C</a>',
  '<h1>Flatirons Plumbing</h1><p>Coming soon: our new website. Call (303) 440-7777.</p>',
  '<h1>Site under construction</h1><p>Flatirons Plumbing, (303) 440-7777</p>',
  '<h1>Sedona Parking</h1><p>Sedo parking lots, hourly.</p><a href="/a">A</a><a href="/b">B</a><a href="/c">C</a>',
  '<h1>Flatirons Realty</h1><p>This site is not published in Spanish yet.</p><a href="/a">A</a><a href="/b">B</a><a href="/c">C</a>',
].map(body => `<!doctype html><title>Flatirons</title>${body}`)

const slug = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')
const siteOf = (name: string, n: number, site: Partial<Site> & { page: string }): Site => ({
  name,
  domain: `${slug(name)}-${n}.com`,
  scheme: 'http',
  weather: fine,
  ...site,
})

const knownEnding: DomainNames['resolveNs'] = async name => {
  if (name === 'com') return Promise.resolve(['ns.example'])
  throw Object.assign(new Error(name), { code: 'ENOTFOUND' })
}
const unknown: DomainNames['resolveNs'] = () => Promise.reject(Object.assign(new Error('none'), { code: 'ESERVFAIL' }))

const some = (count: number): string[] => Array.from({ length: count }, (_, n) => pages[n % pages.length] ?? '')
const withoutName = 'its name is not found, nor is anything else'
const incomplete = 'certificate without its chain'
const onlyWww = 'certificate of www only'
export const working: Site[] = [
  ...Object.entries(weathers).flatMap(([name, weather]) => pages.map((page, n) => siteOf(name, n, { page, weather }))),
  ...looksParked.map((page, n) => siteOf('words of a parked page', n, { page })),
  ...looksParked.map((page, n) =>
    siteOf('words of a parked page, script', n, { page: `${page}<script src="/a.js"></script>` }),
  ),
  ...some(10).map((page, n) => siteOf(incomplete, n, { page, scheme: 'https' })),
  ...some(10).map((page, n) => siteOf(onlyWww, n, { page, scheme: 'https' })),
  ...some(10).map((page, n) => siteOf('a valid certificate', n, { page, scheme: 'https' })),
  ...some(10).map((page, n) => siteOf(withoutName, n, { page, names: { resolveNs: unknown } })),
]

/** Pages of those who sell domains, and of hosts whose customer does not pay. */
const parked = [
  '<title>flatirons.com is for sale | HugeDomains</title><h1>flatirons.com</h1><p>This domain is for sale: $2,495</p><p>Call us: 1-303-893-0552</p><p>Powered by HugeDomains.com</p>',
  '<title>flatirons.com</title><h1>flatirons.com</h1><p>The domain flatirons.com is for sale!</p><a href="https://sedo.com/">Inquire</a>',
  '<title>flatirons.com</title><p>This domain is parked free, courtesy of GoDaddy.com</p>',
  '<title>flatirons.com</title><h2>Buy this domain</h2><p>The owner offers it for $899.</p>',
  '<title>Domain for sale</title><h1>Get this name</h1><p>Secure checkout</p>',
  '<title>Account Suspended</title><h1>This account has been suspended</h1><p>Contact your hosting provider.</p>',
  '<title>Expired</title><p>This domain has expired. If you own it, renew it at your registrar.</p>',
  '<title>flatirons.com</title><p>flatirons.com may be for sale. This domain may be for sale by its owner.</p><a href="/?q=plumbers">Plumbers</a><a href="/?q=pipes">Pipes</a><a href="/?q=drains">Drains</a>',
  '<title>Flatirons Plumbing</title><h1>Site not published</h1><p>If you are the owner, sign in to publish it.</p>',
  '<title>flatirons.com</title><h1>This website is for sale</h1><a href="https://dan.com/">Buy now</a>',
]

export const gone: Site[] = [
  ...some(10).map((page, n) => siteOf('status 500 of the front page', n, { page, weather: status(500) })),
  ...some(10).map((page, n) => siteOf('a certificate of another name', n, { page, scheme: 'https' })),
  ...parked.map((page, n) => siteOf('for sale, expired, or suspended', n, { page })),
  ...some(10).map((page, n) => siteOf('a domain that does not exist', n, { page, names: { resolveNs: knownEnding } })),
]

/** Tunnels of a proxy to encrypted websites, and the authority that signed their certificates. */
export async function openTunnels(
  proxy: Server,
  sites: readonly Site[],
): Promise<{ authority: string; close: () => void }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'weather-'))
  const of = (name: string) => sites.filter(site => site.name === name).map(({ domain }) => domain)
  try {
    const root = signed(folder, 'root')
    signed(folder, 'middle', { by: 'root' })
    const contexts = new Map([
      [incomplete, createSecureContext(signed(folder, 'incomplete', { by: 'middle', hosts: of(incomplete) }))],
      [
        onlyWww,
        createSecureContext(signed(folder, 'www', { by: 'root', hosts: of(onlyWww).map(host => `www.${host}`) })),
      ],
      [
        'a valid certificate',
        createSecureContext(signed(folder, 'valid', { by: 'root', hosts: of('a valid certificate') })),
      ],
    ])
    const nameOf = new Map(sites.map(site => [site.domain, site.name]))
    const secure = createSecureServer(
      {
        ...certificateOfAnother,
        SNICallback: (host, found) => found(null, contexts.get(nameOf.get(host.replace(/^www\./, '')) ?? '')),
      },
      (request, response) => void proxy.emit('request', request, response),
    )
    await new Promise<void>(resolve => secure.listen(0, '127.0.0.1', resolve))
    proxy.on('connect', (_, socket) => {
      const tunnel = connect((secure.address() as AddressInfo).port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
        tunnel.pipe(socket).pipe(tunnel)
      })
      for (const end of [tunnel, socket]) end.on('error', () => tunnel.destroy())
    })
    return { authority: root.cert, close: () => void secure.close() }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Makes a key and a certificate: an authority without hosts. */
function signed(folder: string, name: string, { by, hosts = [] }: { by?: string; hosts?: string[] } = {}) {
  const at = (file: string) => path.join(folder, file)
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const extension =
    hosts.length === 0
      ? 'basicConstraints=critical,CA:TRUE'
      : `subjectAltName=${hosts.map(host => `DNS:${host}`).join(',')}`
  writeFileSync(at('extension'), extension)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', `${name}.key`]
  if (by === undefined)
    openssl('req', '-x509', ...key, '-out', `${name}.crt`, '-subj', `/CN=${name}`, '-days', '30', '-addext', extension)
  else {
    openssl('req', '-new', ...key, '-out', `${name}.csr`, '-subj', `/CN=${name}`)
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      `${by}.crt`,
      '-CAkey',
      `${by}.key`,
      '-CAcreateserial',
      '-out',
      `${name}.crt`,
      '-days',
      '30',
      '-extfile',
      'extension',
    )
  }
  return { key: readFileSync(at(`${name}.key`), 'utf8'), cert: readFileSync(at(`${name}.crt`), 'utf8') }
}
