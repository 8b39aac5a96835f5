import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Lead } from '#contract/leads/leads.ts'
import type { LeadSite } from '#contract/leads/site-facts.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { readSite } from '#server/catalog/sites/sites.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, signUp } from './app.ts'
import { searchCalls } from './search-calls.ts'
import { seedPlumbers } from './seed-boulder.ts'

export const plumbers = { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 5, confirmed: true }

/** Options of a visit: every domain takes mail, and there are no pauses. */
export const pace = {
  pauseMs: 0,
  names: {
    resolveMx: () => Promise.resolve([{ exchange: 'mx.example', priority: 1 }]),
    resolve4: () => Promise.reject(new Error('not asked')),
    resolve6: () => Promise.reject(new Error('not asked')),
  },
}

export type SitesLab = Awaited<ReturnType<typeof createSitesLab>>

/** A user with twenty leads whose websites, site-0.com to site-19.com, are read through a proxy that answers for all. */
export async function createSitesLab(db: Db) {
  /** Websites whose servers fail, or are too busy, whose domains are for sale, and that programs may not read. */
  const broken = new Set<string>()
  const busy = new Set<string>()
  const parked = new Set<string>()
  const forbidden = new Set<string>()
  const websites = createServer((request, response) => {
    const isPage = URL.parse(request.url ?? '')?.pathname === '/'
    const host = request.headers.host ?? ''
    if (forbidden.has(host)) return response.end('User-agent: *\nDisallow: /')
    const status = busy.has(host) ? 503 : broken.has(host) ? 500 : 200
    response.writeHead(isPage ? status : 404, { 'content-type': 'text/html' })
    const title = host === 'site-4.com' ? '<title>Plumber in Boulder | Site 4</title>' : ''
    const words = `${title}<p>Write to info@${host} or call (303) 440-7777</p>`
    return response.end(parked.has(host) ? '<h1>This domain is for sale</h1>' : isPage ? words : '')
  })
  await seedPlumbers(db, 20, { website: null })
  await db.query(`
    UPDATE place SET domain = replace(source_id, 'place', 'site') || '.com',
      website = 'http://' || replace(source_id, 'place', 'site') || '.com/'`)
  await new Promise<void>(resolve => websites.listen(0, '127.0.0.1', resolve))
  const SITES_PROXY = `http://127.0.0.1:${(websites.address() as AddressInfo).port}`
  const product = await createTestApp({ db, settings: { SITES_PROXY } })
  const user = await signUp(product.app)
  const search = async () => (await searchCalls(() => ({ app: product.app, user })).post(plumbers)).json<SearchResult>()
  const { leads } = await search()
  const send = (method: 'GET' | 'POST', url: string, payload?: object) =>
    product.app.inject({ method, url, headers: { cookie: user.cookie }, ...(payload && { payload }) })
  return {
    product,
    user,
    leads: leads as readonly Lead[],
    broken,
    busy,
    parked,
    forbidden,
    search,
    send,
    /** Asks for checks of the websites of these leads. */
    check: (...at: number[]) => send('POST', '/api/leads/site-facts', { leadIds: at.map(index => leads[index]?.id) }),
    siteOf: async (at: number) => (await send('GET', `/api/leads/${leads[at]?.id}/site-facts`)).json<LeadSite>(),
    visit: (at: number) => readSite(product.deps, `site-${at}.com`, pace),
    close: () => void websites.close(),
  }
}
