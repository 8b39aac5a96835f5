import { setTimeout as pause } from 'node:timers/promises'
import type { Headers } from 'undici'
import { registrableDomain } from '#domains/index.ts'
import { createHostAddresses } from '#server/platform/basics/host-addresses.ts'
import { createOutboundFetch, ForbiddenAddress, RedirectRefused } from '#server/platform/basics/outbound-fetch.ts'
import {
  type PageFacts,
  type PageReader,
  PageTooSlow,
  MAX_PAGE_BYTES,
  PageQueue,
  checkSite,
  decideFacts,
  type SiteFact,
  type SiteFlag,
  type SiteOwner,
  confirmedKinds,
} from '#site-reader/index.ts'
import { type DomainNames, isDomainGone } from './domain-names.ts'
import { readRobots } from './robots.rules.ts'
import { type ConnectionError, type DownReason, isCertificateBad, isServerBad } from './site-down.rules.ts'

/** `forbidden`: by robots.txt. `moved`: it redirects to another owner. `closed`: the domain is gone or parked. */
export type VisitState = 'read' | 'forbidden' | 'moved' | 'closed' | 'failed'
export type Visit = {
  state: VisitState
  facts: SiteFact[]
  /** The check of the website. Null if it could not be read. */
  flags: SiteFlag[] | null
  down: DownReason | null
  requests: number
  error: string | null
}
export type VisitTools = {
  reader: Pick<PageReader, 'read'>
  /** The URL of the page that explains our visits. */
  about: string
  proxyUrl?: string | undefined
  pauseMs?: number
  timeoutMs?: number
  /** Only for tests. */
  domainNames?: DomainNames
}
export type VisitWish = SiteOwner & { website: string; year: number }

/** The pause between two requests, unless the site asks for a longer one. */
export const PAUSE_MS = 2000
const MAX_REQUESTS = 6
/** Of a whole visit. They take no request from the pages: many sites redirect each address to `https` and to `www`. */
const MAX_REDIRECTS = 10
const MAX_ROBOTS_BYTES = 500_000
const MAX_ROBOTS_HEADER = 200
/** Comparing an address with a hostile robots.txt takes a moment. */
const MAX_FORBIDDEN = 10
const TIMEOUT_MS = 10_000
const SITE_MS = 60_000
const MAX_CRAWL_DELAY = 10
const AGENT = 'LeadlineBot'

/** Names of websites are looked up apart from those of other calls, so that slow name servers delay nobody else. */
const LOOKUPS_AT_ONCE = 40
const addressesOf = createHostAddresses({ atOnce: LOOKUPS_AT_ONCE })

/** The user agent: the program's name, and the URL where site owners can read about it. */
const agentOf = (about: string): string => `Mozilla/5.0 (compatible; ${AGENT}/1.0; +${about})`

class Enough extends Error {}
class Stop extends Error {
  state: VisitState
  down: DownReason | null
  constructor(state: VisitState, message: string, down: DownReason | null = null) {
    super(message)
    this.state = state
    this.down = down
  }
}

type Answer = { status: number; url: string; headers: Headers; bytes: Uint8Array; answerMs: number }

/** Reads a few pages of a business's site, slowly, and only those that its robots.txt allows. */
export async function visitSite(tools: VisitTools, wish: VisitWish): Promise<Visit> {
  const visitor = new Visitor(tools, wish)
  try {
    const pages = await visitor.pages()
    const facts = [...decideFacts(pages, wish), ...confirmedKinds(pages, wish)]
    const isGone = facts.some(({ kind }) => kind === 'gone')
    return {
      state: isGone ? 'closed' : 'read',
      facts,
      flags: isGone ? null : checkSite(pages, wish),
      down: isGone ? 'parked' : null,
      requests: visitor.requests,
      error: isGone ? 'parked or for sale' : null,
    }
  } catch (error) {
    const { state, message, down } = error instanceof Stop ? error : await stopOf(error, tools, wish)
    const facts: SiteFact[] =
      state === 'closed' ? [{ kind: 'gone', value: message, how: 'link', pageUrl: wish.website, isGeneric: true }] : []
    return { state, facts, flags: null, down, requests: visitor.requests, error: message }
  }
}

async function stopOf(error: unknown, { proxyUrl, domainNames }: VisitTools, { domain }: VisitWish): Promise<Stop> {
  if (error instanceof RedirectRefused) return new Stop('moved', error.message)
  if (error instanceof PageTooSlow) return new Stop('failed', 'its page takes too long to read')
  if (error instanceof ForbiddenAddress) return new Stop('failed', 'its address is not public')
  const cause = (error as { cause?: ConnectionError }).cause ?? (error as ConnectionError)
  const { code = '' } = cause
  // If a proxy is used, the name that was not found is the proxy's.
  if (code === 'ENOTFOUND' && proxyUrl === undefined && (await isDomainGone(domain, domainNames)))
    return new Stop('closed', 'does not resolve', 'domain')
  return new Stop('failed', code === '' ? 'no answer' : code, isCertificateBad(cause, domain) ? 'certificate' : null)
}

class Visitor {
  requests = 0
  #redirects = 0
  #askedAt = 0
  #tools: VisitTools
  #wish: VisitWish
  #fetch
  #until = performance.now() + SITE_MS
  #pauseMs: number
  /** Everything is allowed until robots.txt was read. */
  #isAllowed: (url: string) => boolean = () => true

  constructor(tools: VisitTools, wish: VisitWish) {
    this.#tools = tools
    this.#wish = wish
    this.#pauseMs = tools.pauseMs ?? PAUSE_MS
    const timeoutMs = tools.timeoutMs ?? TIMEOUT_MS
    this.#fetch = createOutboundFetch({
      timeoutMs,
      deadlineMs: timeoutMs,
      addressesOf,
      proxyUrl: tools.proxyUrl,
      mayFollow: next => {
        if (registrableDomain(next.hostname) !== wish.domain) return false
        this.#assertAllowed(next.href)
        if (++this.#redirects > MAX_REDIRECTS) throw new Enough('the site redirects too often')
        this.#askedAt = performance.now()
        return true
      },
    })
  }

  async pages(): Promise<PageFacts[]> {
    const start = new URL('/', this.#wish.website)
    this.#isAllowed = await this.#robots(start)
    this.#assertAllowed(start.href)
    const first = await this.#page(start.href)
    if (first === null) throw new Stop('failed', 'no page')
    const pages = [first]
    if (first.refresh !== null) {
      if (registrableDomain(first.refresh) !== this.#wish.domain)
        throw new Stop('moved', `it sends browsers to ${URL.parse(first.refresh)?.host ?? 'elsewhere'}`)
      if (first.links.length === 0 && this.#isAllowed(first.refresh)) pages.push(...(await this.#more(first.refresh)))
    }
    const queue = new PageQueue(pages.at(-1) ?? first, this.#wish.domain)
    let forbidden = 0
    while (this.requests < MAX_REQUESTS && forbidden < MAX_FORBIDDEN) {
      const url = queue.next()
      if (url === undefined) break
      if (!this.#isAllowed(url)) {
        forbidden++
        continue
      }
      for (const page of await this.#more(url)) {
        pages.push(page)
        queue.add(page)
      }
    }
    return pages
  }

  #assertAllowed(url: string): void {
    if (!this.#isAllowed(url)) throw new Stop('forbidden', 'robots.txt forbids it')
  }

  /** Reads another page. If this fails, the visit still continues. */
  async #more(url: string): Promise<PageFacts[]> {
    try {
      const page = await this.#page(url)
      return page === null ? [] : [page]
    } catch (error) {
      // Its other pages would probably keep the reader from other sites as long.
      if (error instanceof PageTooSlow) this.#until = 0
      return []
    }
  }

  async #page(url: string): Promise<PageFacts | null> {
    const { status, bytes, headers, url: at, answerMs } = await this.#get(url)
    const contentType = headers.get('content-type')
    if (status === 429 || status >= 500)
      throw new Stop('failed', `status ${status}`, isServerBad(status) ? 'server' : null)
    if (status !== 200 || !/html|^$/i.test(contentType ?? '')) return null
    const askedAt = performance.now()
    try {
      const page = await this.#tools.reader.read({ bytes, contentType, url: at })
      if (page !== null) page.signs.robots += ` ${robotsIn(headers)}`
      return page && { ...page, bytes: bytes.length, answerMs }
    } finally {
      // The site is not slow if the reader is busy with the pages of others.
      this.#until += performance.now() - askedAt
    }
  }

  /** RFC 9309: an unreachable robots.txt forbids everything for now, and a missing one allows everything. */
  async #robots(start: URL): Promise<(url: string) => boolean> {
    const { status, bytes } = await this.#get(new URL('/robots.txt', start).href)
    if (status >= 500 || status === 429) throw new Stop('failed', `robots.txt: status ${status}`)
    const text = status === 200 ? new TextDecoder().decode(bytes.subarray(0, MAX_ROBOTS_BYTES)) : ''
    const { delay, isAllowed } = readRobots(text, AGENT)
    if (delay > MAX_CRAWL_DELAY) throw new Stop('forbidden', `robots.txt asks for ${delay} s between requests`)
    this.#pauseMs = Math.max(this.#pauseMs, delay * 1000)
    return isAllowed
  }

  async #get(url: string): Promise<Answer> {
    if (this.requests > 0) await pause(this.#pauseMs)
    if (performance.now() > this.#until) throw new Enough('the site takes too long')
    this.requests++
    this.#askedAt = performance.now()
    const response = await this.#fetch(url, {
      headers: {
        'user-agent': agentOf(this.#tools.about),
        accept: 'text/html,application/xhtml+xml,text/plain;q=0.5',
        'accept-language': 'en-US,en;q=0.8',
      },
    })
    const answerMs = performance.now() - this.#askedAt
    const { status, headers } = response
    const isText = status === 200 && /text|html|^$/i.test(headers.get('content-type') ?? '')
    const bytes = isText ? await firstBytes(response.body) : new Uint8Array()
    if (!isText) await response.body?.cancel()
    return { status, headers, url: response.url || url, bytes, answerMs }
  }
}

/** What the header tells search engines, in the words of the tag of a page. */
const robotsIn = (headers: Headers): string =>
  (headers.get('x-robots-tag') ?? '').slice(0, MAX_ROBOTS_HEADER).replaceAll(/googlebot:/gi, '')

/** The start of a response body. The limit also holds after decompression. */
async function firstBytes(body: AsyncIterable<unknown> | null): Promise<Uint8Array> {
  if (body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the rest of the download.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    chunks.push(chunk.subarray(0, MAX_PAGE_BYTES - size))
    size += chunk.length
    if (size >= MAX_PAGE_BYTES) break
  }
  return Buffer.concat(chunks)
}
