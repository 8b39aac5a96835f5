import { PageQueue, readPage, decideFacts, type PageFacts, type SiteFactKind } from '#site-reader/index.ts'
import type { SavedPage, SitePages } from './site-pages.ts'

export const kinds = ['email', 'phone', 'social', 'hours', 'rating'] as const
/** How found values compare with labeled ones. */
export type Compared = { right: number; wrong: string[]; missed: string[] }
export type Verdict = Partial<Record<(typeof kinds)[number], Compared>>

export function compare(
  found: readonly string[],
  labeled: readonly string[],
  ignored: readonly string[] = [],
): Compared {
  const judged = [...new Set(found)].filter(value => labeled.includes(value) || !ignored.includes(value))
  return {
    right: judged.filter(value => labeled.includes(value)).length,
    wrong: judged.filter(value => !labeled.includes(value)),
    missed: labeled.filter(value => !judged.includes(value)),
  }
}

export const isRight = ({ wrong, missed }: Compared): boolean => wrong.length + missed.length === 0

/** Compares what a visit of the site would report with what a person labeled on all of its pages. */
export function judge(site: SitePages, pages: readonly SavedPage[]): Verdict {
  const facts = decideFacts(visited(site, pages), { domain: site.domain, names: site.names })
  const valuesOf = (wanted: SiteFactKind) => facts.flatMap(({ kind, value }) => (kind === wanted ? value : []))
  // The labels were made before pages of Yelp counted.
  const unlabeled = valuesOf('social')
    .map(plainProfile)
    .filter(url => url.startsWith('yelp.'))
  return {
    email: compare(valuesOf('email'), site.emails, site.alsoRight),
    ...(site.phones && { phone: compare(valuesOf('phone'), site.phones) }),
    ...(site.profiles && {
      social: compare(valuesOf('social').map(plainProfile), site.profiles.map(plainProfile), unlabeled),
    }),
    ...(site.hours !== undefined && { hours: compare(valuesOf('hours').flatMap(byDay), byDay(site.hours)) }),
    ...(site.rating !== undefined && { rating: compare(valuesOf('rating'), site.rating === '' ? [] : [site.rating]) }),
  }
}

/** What a visit may request besides robots.txt and the front page. */
const MAX_FURTHER = 4
const plainUrl = (url: string): string => url.replace(/(?:index)?\.html?$|\/$/, '').replace(/\/(?:index)?$/, '')

/**
 * The pages that a visit reads, starting from the links of the front page. A page that is linked but was not saved costs a
 * request. Pages of collections have no addresses, so all of them are read.
 */
function visited(site: SitePages, [front, ...others]: readonly SavedPage[]): PageFacts[] {
  if (front === undefined) return []
  const read = [readPage(front.text, front.url)]
  if (site.isOfCollection) return [...read, ...others.map(({ text, url }) => readPage(text, url))]
  const [first] = read
  if (first === undefined) return []
  const queue = new PageQueue(first, site.domain)
  for (let request = 0; request < MAX_FURTHER; request++) {
    const url = queue.next()
    if (url === undefined) break
    // Saved pages link to files: "contact.html" for "/contact".
    const page = others.find(other => plainUrl(other.url) === plainUrl(url))
    if (page === undefined) continue
    const facts = readPage(page.text, page.url)
    read.push(facts)
    queue.add(facts)
  }
  return read
}

const plainProfile = (url: string): string =>
  url
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '')
    // One profile has several addresses, all with its number.
    .replace(/^facebook\.com\/.*?(\d{10,20})$/, 'facebook.com/$1')
    .toLowerCase()

const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

/** "Mo-We 08:00-17:00" as "Mo 08:00-17:00", "Tu 08:00-17:00", "We 08:00-17:00". Some say that a day ends at 23:59. */
function byDay(hours: string): string[] {
  return hours.split(';').flatMap(part => {
    const [written = ''] = /\d{1,2}:\d{2}-\d{1,2}:\d{2}/.exec(part) ?? []
    const times = written.replace(/^00:00-(?:23:59|00:00)$/, '00:00-24:00')
    return Array.from(part.matchAll(/\b([A-Z][a-z])(?:-([A-Z][a-z]))?\b/g), ([, from = '', to = from]) => {
      // "Sa-Th" goes over the end of the week.
      const count = (days.indexOf(to) - days.indexOf(from) + days.length) % days.length
      return [...days, ...days].slice(days.indexOf(from), days.indexOf(from) + count + 1).map(day => `${day} ${times}`)
    }).flat()
  })
}
