import { PageQueue, readPage, decideFacts, type SiteFactKind } from '#site-reader/index.ts'
import type { SavedPage, SitePages } from './site-pages.ts'

/** How found values compare with labeled ones. */
export type Compared = { right: number; wrong: string[]; missed: string[] }
export type Verdict = Partial<Record<'email' | 'phone' | 'social' | 'hours' | 'rating', Compared>>

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

/** Compares what the extractor reports of a site with what a person labeled. */
export function judge(site: SitePages, pages: readonly SavedPage[]): Verdict {
  const facts = decideFacts(
    pages.map(({ text, url }) => readPage(text, url)),
    { domain: site.domain, names: site.names },
  )
  const valuesOf = (wanted: SiteFactKind) => facts.flatMap(({ kind, value }) => (kind === wanted ? value : []))
  return {
    email: compare(valuesOf('email'), site.emails, site.alsoRight),
    ...(site.phones && { phone: compare(valuesOf('phone'), site.phones) }),
    ...(site.profiles && { social: compare(valuesOf('social').map(plainProfile), site.profiles.map(plainProfile)) }),
    ...(site.hours !== undefined && { hours: compare(valuesOf('hours').flatMap(byDay), byDay(site.hours)) }),
    ...(site.rating !== undefined && { rating: compare(valuesOf('rating'), site.rating === '' ? [] : [site.rating]) }),
  }
}

const MAX_FURTHER = 4
const plainUrl = (url: string): string => url.replace(/(?:index)?\.html?$|\/$/, '').replace(/\/(?:index)?$/, '')

/** Those of the saved pages that a visit would read. Saved pages link to files: "contact.html" for "/contact". */
export function reachable([front, ...others]: readonly SavedPage[], { domain }: SitePages): SavedPage[] {
  if (front === undefined) return []
  const pages = [front]
  const queue = new PageQueue(readPage(front.text, front.url), domain)
  for (let request = 0; request < MAX_FURTHER; request++) {
    const url = queue.next()
    const page = url === undefined ? undefined : others.find(other => plainUrl(other.url) === plainUrl(url))
    if (page === undefined) continue
    pages.push(page)
    queue.add(readPage(page.text, page.url))
  }
  return pages
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
