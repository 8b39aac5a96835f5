import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type BusinessSites = {
  /** For SITES_PROXY: it answers for every domain itself. */
  proxyUrl: string
  /** How often each domain was asked for its front page. */
  visits: ReadonlyMap<string, number>
  close: () => Promise<void>
}

/** A page as long as the usual one of a small business, with a menu, text, and links. */
const filler = `<ul>${'<li class="menu-item"><a href="/services/drains" title="Drains">Drains and pipes</a></li>'.repeat(40)}</ul>
${'<div class="col-md-4"><p>We have repaired pipes in Boulder since 1998, day and night, <b>at fair prices</b>.</p></div>'.repeat(150)}`

const frontPage = `<!doctype html><html><head><title>Plumbing</title></head><body>${filler}<a href="/contact">Contact</a></body></html>`
const contactPage = (host: string) => `<!doctype html><html><head><title>Contact</title>
<script type="application/ld+json">{"@type":"Plumber","aggregateRating":{"ratingValue":"4.8","reviewCount":"63"}}</script></head>
<body>${filler}<p>Write to <a href="mailto:info@${host}">info@${host}</a></p></body></html>`

function reply(response: ServerResponse, host: string, path: string): void {
  const page = path === '/' ? frontPage : path === '/contact' ? contactPage(host) : null
  response.writeHead(page === null ? 404 : 200, { 'content-type': 'text/html' }).end(page ?? '')
}

/** Answers as the websites of all businesses: with a front page, and a contact page with an email. */
export async function startBusinessSites({ delayMs = 0, port = 0 } = {}): Promise<BusinessSites> {
  const visits = new Map<string, number>()
  const server = createServer((request, response) => {
    const { host, pathname } = URL.parse(request.url ?? '') ?? { host: request.headers.host ?? '', pathname: '/' }
    if (pathname === '/') visits.set(host, (visits.get(host) ?? 0) + 1)
    setTimeout(() => reply(response, host, pathname), delayMs)
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return {
    proxyUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    visits,
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
