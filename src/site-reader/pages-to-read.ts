import { registrableDomain } from '#domains/index.ts'
import type { PageFacts } from './page-facts.ts'
import { contactWords, isPolicyUrl } from './page-kind.ts'

const pageWords: readonly RegExp[] = [
  contactWords,
  /about|who-?we-?are|our-?story/i,
  /team|staff|people|attorneys|doctors|providers/i,
  /location|directions|visit|hours|find-?us|(?:o|%C3%B6|ö)e?ffnungszeit|openingstijd|horaire|horario|orari\b/i,
  /enquir|inquir|quote|estimate|book(?:ing|-?now|-?us|-?online)|appointment|schedule|reserv/i,
]
const file = /\.(?:pdf|jpe?g|png|gif|webp|svg|zip|docx?|xlsx?|mp[34]|ics|vcf|css|js|xml|json)$/i
const list = /blog|news|article|post|product|shop|store|cart|checkout|account|login|sign-?in|search|tag|category|wp-/i
/** Pages of a menu have short names, and are not far down. */
const MAX_NAME = 30
const MAX_PARTS = 2

/** Which pages of a site a visit reads after the front page, one after another. */
export class PageQueue {
  #domain: string
  #asked = new Set<string>()
  #front: PagesToRead
  #linked: string[] = []
  #hasAddress: boolean

  constructor(front: PageFacts, domain: string) {
    this.#domain = domain
    this.#front = pagesToRead(front, domain)
    this.#hasAddress = front.addresses.length > 0
    this.#asked.add(plain(front.url))
  }

  add(page: PageFacts): void {
    this.#hasAddress ||= page.addresses.length > 0
    this.#linked.push(...pagesToRead(page, this.#domain).likely)
  }

  /**
   * First, the pages that probably have contact details. As long as no page shows an address, also those that other
   * pages link to, and other pages of the menu.
   */
  next(): string | undefined {
    const { likely, further } = this.#front
    const offers = this.#hasAddress ? likely : [...likely, ...this.#linked, ...further]
    const url = offers.find(offered => !this.#asked.has(plain(offered)))
    if (url !== undefined) this.#asked.add(plain(url))
    return url
  }
}

/** The address without a slash at the end: pages often have an address with it and one without it. */
const plain = (url: string): string => url.replace(/\/$/, '')

type PagesToRead = {
  /** They probably have contact details, the most likely first. */
  likely: string[]
  /** Other pages of the menu. */
  further: string[]
}

function pagesToRead(page: PageFacts, domain: string): PagesToRead {
  const ranked = new Map<string, number>()
  const others = new Set<string>()
  // Most links have the same host.
  const hosts = new Map<string, boolean>()
  const isOwn = (host: string): boolean => hosts.getOrInsertComputed(host, () => registrableDomain(host) === domain)
  const offer = (address: string, words: string, later = 0) => {
    const url = URL.parse(address, page.url)
    if (url === null || !isOwn(url.hostname) || file.test(url.pathname)) return
    url.hash = ''
    if (url.href === page.url || url.pathname === '/' || url.pathname.length > 120 || url.search.length > 200) return
    const rank = pageWords.findIndex(pattern => pattern.test(`${url.pathname} ${words}`))
    if (rank === -1) {
      if (later === 0 && isOfMenu(url, words)) others.add(url.href)
      return
    }
    const place = rank + later + (contactWords.test(url.pathname) ? 0 : 0.5)
    ranked.set(url.href, Math.min(ranked.get(url.href) ?? Infinity, place))
  }
  for (const { url, text } of page.links) offer(url, text)
  // A link that people see is more reliable than a path in a script.
  for (const path of page.scriptPaths) offer(path, '', 0.75)
  const sorted = [...ranked].toSorted(([a, x], [b, y]) => x - y || a.length - b.length).map(([url]) => url)
  // This page may not exist, so it is requested last, and only if no link is about contacts.
  const isGuessed = [...ranked.values()].every(place => Math.floor(place) > 0)
  const likely = isGuessed ? [...sorted, new URL('/contact', page.url).href] : sorted
  return { likely, further: [...others].filter(url => !likely.includes(url)) }
}

function isOfMenu({ href, pathname, search }: URL, words: string): boolean {
  return (
    search === '' &&
    words.length > 0 &&
    words.length <= MAX_NAME &&
    pathname.split('/').filter(Boolean).length <= MAX_PARTS &&
    !list.test(pathname) &&
    !isPolicyUrl(href)
  )
}
