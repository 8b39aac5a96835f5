import { registrableDomain } from '#domains/index.ts'
import type { MarkGroup } from './marks.ts'
import type { PageFacts } from './page-facts.ts'
import type { PageSigns } from './page-signs.ts'
import { answer, type Decide, missing } from './site-answer.ts'

/** A page at Square can be a shop, or take orders or bookings. */
const suggests: Partial<Record<MarkGroup, RegExp>> = {
  booking: /\b(?:book(?!s\b|keep)|(?<!rights )r[eé]serv|schedul|appointment|square site)/i,
  ordering: /\b(?:order|square site)\b/i,
  shop: /\b(?:shop|store|cart|buy|gift cards?|square site)\b/i,
  payment: /\b(?:pay|checkout|donate|square site)\b/i,
  form: /\b(?:contact form|quote|estimate|inquir|enquir)/i,
  newsletter: /\b(?:newsletter|subscribe)\b/i,
  reviews: /\breviews?\b/i,
}
/** What a link says, or else its address: "Request Appointment" for "/RequestAppointment.aspx". */
export const wordsOf = ({ text, url }: PageFacts['links'][number]): string =>
  text === '' || url.includes('.square.site')
    ? url.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_/.-]+/g, ' ')
    : text

const withoutHash = (url: string): string => url.replace(/(?:\/index\.html?)?\/?(?:#.*)?$/i, '')

/** What a frame or a script of someone else shows. Scripts seldom show what is sold. */
const foreignPart = ({ foreignFrame, foreignScript }: PageSigns, group: MarkGroup): string | null =>
  group === 'tagManager' ? null : (foreignFrame ?? (sold.has(group) ? null : foreignScript))
const sold = new Set<MarkGroup>(['booking', 'ordering', 'shop', 'payment'])

/** A service on any page. Scripts, tag managers, and links that speak of it can hide one. */
export const service =
  (group: MarkGroup): Decide =>
  (home, pages) => {
    for (const page of pages) {
      const mark = page.signs.marks.find(one => one.group === group)
      if (mark !== undefined) return answer(page, 'yes', `${mark.name}: ${mark.shown}`)
    }
    const read = new Set(pages.map(({ url }) => withoutHash(url)))
    /**
     * What a link to a page that was read leads to was seen there, but scripts can show what is sold. Reviews on another
     * website are not on this one.
     */
    const isOpen = (url: string): boolean =>
      /^https?:/i.test(url) &&
      (sold.has(group) || !read.has(withoutHash(url))) &&
      (group !== 'reviews' || registrableDomain(url) === registrableDomain(home.url))
    for (const page of pages) {
      const link = page.links.find(one => suggests[group]?.test(wordsOf(one)) === true && isOpen(one.url))
      if (link !== undefined) return answer(page, 'unknown', `A link says “${link.text === '' ? link.url : link.text}”`)
      const said = page.signs.says[group]
      if (said !== undefined) return answer(page, 'unknown', `The page says “${said}”`)
    }
    const page = pages.find(({ signs }) => foreignPart(signs, group) !== null)
    return page === undefined
      ? missing(home)
      : answer(page, 'unknown', `It may be in ${foreignPart(page.signs, group)}`)
  }

/** Forms for a day or a time are bookings if their page says so. */
export const booking: Decide = (home, pages, visit) => {
  const found = service('booking')(home, pages, visit)
  const page = pages.find(({ signs }) => signs.dateField !== null)
  if (found.verdict === 'yes' || page === undefined) return found
  const isBooking = suggests.booking?.test(`${page.url} ${page.title}`) === true
  return answer(page, isBooking ? 'yes' : 'unknown', page.signs.dateField ?? '')
}

export const shop: Decide = (home, pages, visit) => {
  const found = service('shop')(home, pages, visit)
  const page = pages.find(({ signs }) => /^add to/i.test(signs.says.shop ?? ''))
  if (found.verdict === 'yes' || page === undefined) return found
  // Meals go into carts, too.
  const isFood = service('ordering')(home, pages, visit).verdict !== 'no'
  return answer(page, isFood ? 'unknown' : 'yes', page.signs.says.shop)
}

/** What a tag manager or a builder loads is not in the page. */
export const loadedService =
  (group: MarkGroup): Decide =>
  (home, pages, visit) => {
    const found = service(group)(home, pages, visit)
    if (found.verdict !== 'no') return found
    const manager = pages.find(({ signs }) => signs.marks.some(mark => mark.group === 'tagManager'))
    if (manager !== undefined) return answer(manager, 'unknown', 'A tag manager may load it')
    return builders.has(home.platform ?? '') ? answer(home, 'unknown', `${home.platform} may load it`) : found
  }

/** Their scripts load what the owner has chosen, and count visits. */
const builders = new Set(['Wix', 'Squarespace', 'Shopify', 'Weebly', 'GoDaddy', 'Duda', 'Webflow'])
