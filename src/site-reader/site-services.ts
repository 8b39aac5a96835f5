import { isDirectoryDomain, isMapPage, isSocialDomain, registrableDomain } from '#domains/index.ts'
import { type MarkGroup, markOfAddress } from './marks.ts'
import type { PageFacts } from './page-facts.ts'
import { isContactUrl } from './page-kind.ts'
import { answer, type Decide, missing, shownOn } from './site-answer.ts'

/** Words of links that may lead to a service. A page at Square can be a shop, or take orders or bookings. */
const linkWords: Partial<Record<MarkGroup, RegExp>> = {
  booking: /\b(?:book(?!s\b|keep|mark)|(?<!rights )r[eé]serv|schedul|appointment|square site)/i,
  ordering: /\b(?:order|square site)\b/i,
  shop: /\b(?:shop|store|cart|buy|gift cards?|square site)\b/i,
  payment: /\b(?:pay|checkout|donate|square site)\b/i,
  form: /\b(?:contact form|quote|estimate|inquir|enquir)/i,
  newsletter: /\b(?:newsletter|subscribe)\b/i,
  reviews: /\breviews?\b/i,
}
const bookVerb = String.raw`(?<!\b(?:a|my|our|the|this|his|her|new|class|game) )\b(?:re)?(?:book|reserve|schedule)`
/** What visitors are asked to do on another website. */
const callsToAction: Partial<Record<MarkGroup, RegExp[]>> = {
  booking: [
    new RegExp(`${bookVerb} (?:now|online|here|today|direct|with|on|it|us|me|an?|the|my|your|our|free)\\b`, 'i'),
    new RegExp(
      `${bookVerb} (?:appointments?|tables?|rooms?|visits?|services?|class(?:es)?|lessons?|sessions?|stay|tour)\\b`,
      'i',
    ),
    new RegExp(`${bookVerb} (?:consult\\w*|estimates?)\\b`, 'i'),
    /^\W*(?:book|reserve|reservations?|bookings?|appointments?|book (?!club|store|shop|review|list|series)[a-z]+)\W*$/i,
    /\b(?:make|request)(?: an?| your)? (?:appointment|reservation|booking)/i,
    /\bonline (?:booking|schedul(?:ing|er)|appointment|reservation)s?/i,
    /\b(?:appointment|reservation|booking)s? (?:online|request)|\b(?:check|view|see) (?:rates|availability)/i,
  ],
  ordering: [
    /\border (?:now|online|here|ahead|food|pick-?up|delivery|take-?out|catering|for (?:pick|deliv)\w*)\b/i,
    /\bonline order|\b(?:start|place) (?:an?|your) order|^\W*order\W*$/i,
  ],
  shop: [
    /^\W*(?:(?:shop|buy) (?:now|online|here)|(?:visit )?(?:our |the )?(?:online )?(?:shop|store)|merch(?:andise)?)\W*$/i,
  ],
  payment: [
    /\bpay (?:now|online|here|(?:your |my |an? )?(?:bill|invoice|balance|rent|dues|tuition|deposit)|via|with)\b/i,
    /\bmake an? (?:online )?payment|\b(?:online|bill) ?pay|^\W*payments?\W*$/i,
  ],
  newsletter: [/\b(?:subscri|sign[- ]?up|join).{0,40}(?:newsletter|mailing list|e-?mail list)/i],
}
/** Addresses that say the same: "/RequestAppointment.aspx", or "order.example.com". */
const actionAddresses: Partial<Record<MarkGroup, RegExp>> = {
  booking: /\/(?:[a-z]+[-_]?)?(?:appointments?|reservations?|bookings?)(?:\.[a-z]{2,5})?(?:[/?#]|$)/i,
  ordering: /^https?:\/\/(?:online-?)?order(?:s|ing)?\./i,
}
const shopAddress =
  /^https?:\/\/(?:shop|store|orders?)\.|\/(?:shopping-?)?(?:cart|basket)(?:\.[a-z]{2,5}|\/index\.html?)?\/?(?:[?#]|$)/i
/** Words of restaurants. Other businesses use "order" for whatever they sell. */
const food =
  /\b(?:menus?|restaurants?|food|pizz\w+|sushi|caf[eé]|coffee|tea|grill|bakery|kitchen|tac(?:os?|queria)|deli|diner|cuisine|bistro|eatery|bbq|burgers?|bagels?|catering)\b/i

/** What a link says, or else its address: "Request Appointment" for "/RequestAppointment.aspx". */
export const wordsOf = ({ text, url }: PageFacts['links'][number]): string =>
  text === '' || url.includes('.square.site')
    ? url.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_/.-]+/g, ' ')
    : text

type Link = Pick<PageFacts['links'][number], 'url' | 'text'>
const linksOf = ({ links, signs }: PageFacts): Link[] => [...links, ...signs.buttons]
/** True for another website that may be the service: not a network, a directory, a map, another service, or a file. */
function isElsewhere(url: string, group: MarkGroup, home: string): boolean {
  const [page, domain] = [URL.parse(url), registrableDomain(url)]
  if (page === null || domain === null || domain === registrableDomain(home)) return false
  if (isSocialDomain(domain) || isDirectoryDomain(domain) || isMapPage(page, domain)) return false
  const isOtherService = (markOfAddress(url)?.group ?? group) !== group
  return !isOtherService && !isContactUrl(url) && !/\.(?:pdf|jpe?g|png)$/i.test(url)
}
const isCall = ({ url, text }: Link, group: MarkGroup, home: string): boolean =>
  (callsToAction[group]?.some(call => call.test(text)) === true || actionAddresses[group]?.test(url) === true) &&
  isElsewhere(url, group, home)

/** True for a restaurant. A link to "#" with the text "Menu" only opens the menu of the website. */
const servesFood = ({ title, description, headings, links }: PageFacts): boolean =>
  food.test([title, description, ...headings, ...links.map(({ url, text }) => !url.includes('#') && text)].join('\n'))

const withoutHash = (url: string): string => url.replace(/(?:\/index\.html?)?\/?(?:#.*)?$/i, '')

/** A frame or a script of someone else may show anything, but scripts seldom show what is sold. */
function foreignPart({ signs: { foreignFrame, foreignScript } }: PageFacts, group: MarkGroup): string | null {
  const part = foreignFrame ?? (sold.has(group) ? null : foreignScript)
  return group === 'tagManager' ? null : part && `It may be in ${part}`
}
const sold = new Set<MarkGroup>(['booking', 'ordering', 'shop', 'payment'])

/** The mark of a service or of software in a page, and what shows it. */
export function markOf({ signs }: PageFacts, group: MarkGroup): string | undefined {
  const mark = signs.marks.find(one => one.group === group)
  return mark && `${mark.name}: ${mark.shown}`
}

/** Whether any page has a service. Unknown if a script, a frame, or a linked page may have it. */
export const service =
  (group: MarkGroup): Decide =>
  (home, pages) => {
    const call = (page: PageFacts) => {
      const link = linksOf(page).find(one => isCall(one, group, home.url))
      return link && (link.text === '' ? link.url : `“${link.text}” leads to ${link.url}`)
    }
    const found =
      shownOn(pages, 'yes', page => markOf(page, group)) ??
      (group === 'ordering' && !servesFood(home) ? undefined : shownOn(pages, 'yes', call))
    if (found !== undefined) return found
    const read = new Set(pages.map(({ url }) => withoutHash(url)))
    /**
     * Whether a linked page may have the service. A page that was read would have shown it, unless scripts show it, as
     * they often do with what is sold. Reviews on another website do not count.
     */
    const mayHaveIt = (url: string): boolean =>
      /^https?:/i.test(url) &&
      (sold.has(group) || !read.has(withoutHash(url))) &&
      (group !== 'reviews' || registrableDomain(url) === registrableDomain(home.url))
    const mention = (page: PageFacts) => {
      const link = linksOf(page).find(one => linkWords[group]?.test(wordsOf(one)) === true && mayHaveIt(one.url))
      if (link !== undefined) return `A link says “${link.text === '' ? link.url : link.text}”`
      return page.signs.mentions[group] && `The page says “${page.signs.mentions[group]}”`
    }
    return (
      shownOn(pages, 'unknown', mention) ?? shownOn(pages, 'unknown', page => foreignPart(page, group)) ?? missing(home)
    )
  }

/** What shows that a page takes bookings, although it names no known service. */
function bookingOn(page: PageFacts): string | null {
  const { bookingForm, dateField, foreignFrame, hasCalendar } = page.signs
  if (bookingForm !== null || linkWords.booking?.test(`${page.url} ${page.title}`) !== true) return bookingForm
  if (dateField !== null) return dateField
  if (foreignFrame !== null && markOfAddress(foreignFrame) === undefined) return foreignFrame
  // A schedule has the days of the week, too.
  return hasCalendar && /book|appointment|reserv/i.test(`${page.url} ${page.title}`) ? 'A calendar' : null
}

export const booking: Decide = (home, pages, visit) => {
  const found = service('booking')(home, pages, visit)
  if (found.verdict === 'yes') return found
  return shownOn(pages, 'yes', bookingOn) ?? shownOn(pages, 'unknown', ({ signs }) => signs.dateField) ?? found
}

export const shop: Decide = (home, pages, visit) => {
  const found = service('shop')(home, pages, visit)
  if (found.verdict === 'yes') return found
  const domain = registrableDomain(home.url)
  for (const page of pages) {
    const own = page.links.find(({ url }) => shopAddress.test(url) && registrableDomain(url) === domain)
    const said = page.signs.mentions.shop ?? ''
    const shown = /^add to/i.test(said) ? said : own?.url
    if (shown === undefined) continue
    // Meals go into carts, too.
    const isFood = servesFood(home) && service('ordering')(home, pages, visit).verdict !== 'no'
    return answer(page, isFood ? 'unknown' : 'yes', shown)
  }
  return found
}

/** Like `service`, but unknown instead of missing if a tag manager or a website builder may load it. */
export const loadedService =
  (group: MarkGroup): Decide =>
  (home, pages, visit) => {
    const found = service(group)(home, pages, visit)
    if (found.verdict !== 'no') return found
    const manager = shownOn(pages, 'unknown', page => markOf(page, 'tagManager') && 'A tag manager may load it')
    if (manager !== undefined) return manager
    return builders.has(home.platform ?? '') ? answer(home, 'unknown', `${home.platform} may load it`) : found
  }

/** Website builders whose scripts load the services that the owner has chosen, and count visits. */
const builders = new Set(['Wix', 'Squarespace', 'Shopify', 'Weebly', 'GoDaddy', 'Duda', 'Webflow'])
