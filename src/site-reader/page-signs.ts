import { registrableDomain } from '#domains/index.ts'
import { type FoundMark, type MarkGroup, markOfAddress, markOfLink, marksLoadedIn, marksOf } from './marks.ts'
import type { Attributes } from './page-elements.ts'
import { FormReader, noFormSigns } from './page-forms.ts'
import { MAX_SHOWN, short, type TextPieces } from './page-text.ts'

const MAX_MARKS = 40

/** What a page's code says about how the site was made, for the check of the website. The values before it is read. */
export const noPageSigns = () => ({
  /** Null without the tag. */
  viewport: null as string | null,
  /** For search engines. A page can have another one for social networks. */
  description: '',
  /** The page names another one for phones. */
  hasPhonePage: false,
  lang: '',
  robots: '',
  generator: '',
  /** Headings of the first level. */
  topHeadings: 0,
  images: 0,
  imagesWithAlt: 0,
  hasFrames: false,
  /** A frame with a page of someone else that is neither a map nor a video: it may be a form, or anything. */
  foreignFrame: null as string | null,
  /** A script of someone else that is neither a library nor a known service: it may show anything. */
  foreignScript: null as string | null,
  /** By service: words in the visible text that mention it. The page may have the service. */
  mentions: {} as Partial<Record<MarkGroup, string>>,
  ...noFormSigns(),
  /** The days of the week one after another, as above the days of a month. */
  hasCalendar: false,
  /** A link that starts a phone call. */
  callLink: null as string | null,
  /** schema.org types in attributes. */
  itemTypes: [] as string[],
  marks: [] as { name: string; group: MarkGroup; shown: string }[],
  /** An id of Universal Analytics. */
  oldAnalytics: null as string | null,
  /** The newest year of a copyright notice, and the notice. */
  copyright: null as { year: number; shown: string } | null,
  /** A script writes the year, or it is open: "© 2008 - present". */
  setsYear: false,
  /** Visitors see nothing without scripts, or only other pages in frames, or the page is too long to be read whole. */
  isShell: false,
})
export type PageSigns = ReturnType<typeof noPageSigns>

const daysInOrder =
  /\bsun?(?:day)?\s{1,80}mon?(?:day)?\s{1,80}tue?(?:sday)?\s{1,80}wed?(?:nesday)?\s{1,80}thu?(?:rsday)?\s{1,80}fri?(?:day)?\s{1,80}sat?(?:urday)?\b/i
const YEAR = String.raw`(?:19|20)\d\d`
const BETWEEN = String.raw`\s{0,3}(?:[-–—/,&]|to|and|through)\s{0,3}`
/** "© 2008", "© 2008-26", "Copyright 2008 to 2019, 2026", "© 2008 - present". */
const notice = new RegExp(
  String.raw`(?:©|\(c\)|\bcopyright\b)[^\n\d]{0,40}(?<years>${YEAR}(?:${BETWEEN}${YEAR}|[-–—]\d\d|${BETWEEN}['’]\d\d)*)(?!\d)(?<open>${BETWEEN}(?:present|today|now|current)\b)?`,
  'gi',
)
/** 2026 for "2026" and "26". */
const yearOf = (digits: string): number => Number(digits) + (digits.length === 2 ? 2000 : 0)
/** Frames that are maps, videos, or parts of other services without anything to fill in. */
const shownOnly =
  /google\.[\w.]{2,6}\/(?:maps|recaptcha)|maps\.google\.|openstreetmap\.org|youtube(?:-nocookie)?\.com|youtu\.be|vimeo\.com|facebook\.com\/(?:plugins|v\d)|googletagmanager\.com|doubleclick\.net|spotify\.com|instagram\.com|parastorage\.com|generateMap\.php|calendar\.google\.com\/calendar\/(?:u\/\d\/)?embed/
/** Scripts that show nothing by themselves: libraries, fonts, maps, and proofs that a visitor is a person. */
const library =
  /(?:googleapis|gstatic|google|jsdelivr|cdnjs\.cloudflare|challenges\.cloudflare|unpkg|jquery|bootstrapcdn|fontawesome|typekit|polyfill|tailwindcss|fonts|googletagmanager|google-analytics|youtube|vimeo|cloudfront|userway|acsbapp|hcaptcha|addtoany|sharethis|cookieyes|weglot)\.(?:com|net|org|io|kit)$/
/** Words about services in the visible text. */
const anyMention = new RegExp(
  Object.entries({
    booking: String.raw`\bbook (?:now|online|an? (?:appointment|table|visit|room|lesson|session))|\breserve (?:now|an? table)|\bonline (?:booking|scheduling|appointment|reservation)s?|\breservations? on\b|\brequest an appointment|\bcheck availability`,
    ordering: String.raw`\border (?:online|now)\b|\bonline order`,
    shop: String.raw`\badd to (?:cart|basket|bag)\b|\bonline (?:shop|store)\b`,
    payment: String.raw`\bpay (?:online|now|your bill)\b|\bonline payment`,
    form: String.raw`\bcontact form\b|\b(?:fill (?:out|in)|complete|use) (?:the|our|this) (?:\w{1,12} )?form\b`,
    chat: String.raw`\blive chat\b|\bchat (?:now|with us|online)\b`,
    newsletter: String.raw`\bnewsletter|\b(?:e?mailing|e-?mail) list\b|\bsubscribe\b`,
    reviews: String.raw`\b(?:\d|google|yelp|facebook|tripadvisor|verified|customer|client|read(?: our)?) reviews?\b`,
  } satisfies Partial<Record<MarkGroup, string>>)
    .map(([group, words]) => `(?<${group}>${words})`)
    .join('|'),
  'gi',
)
/** A page with less text than this shows nothing without its scripts. */
const SHELL_TEXT = 250

/** Collects the signs while the elements of a page open and close one after another. */
export class SignReader {
  readonly signs = noPageSigns()
  readonly #isSecure: boolean
  readonly #domain: string | null
  /** Reads the fields of forms. */
  readonly forms: FormReader
  #hasScripts = false

  /** `text`: what visitors have read so far. */
  constructor(url: string, text: TextPieces) {
    this.forms = new FormReader(this.signs, text)
    this.#isSecure = url.startsWith('https:')
    this.#domain = registrableDomain(url)
  }

  open(name: string, attributes: Attributes): void {
    readers.get(name)?.(this, attributes)
    if (attributes.itemtype !== undefined && this.signs.itemTypes.length < MAX_MARKS)
      this.signs.itemTypes.push(attributes.itemtype.slice(0, MAX_SHOWN))
  }

  close(name: string): void {
    if (name === 'form') this.forms.close()
  }

  code(text: string): void {
    for (const { mark, shown } of [...marksOf.code(text), ...marksLoadedIn(text)]) this.#add(mark, shown)
    this.signs.setsYear ||= text.includes('getFullYear')
    this.signs.oldAnalytics ??= /['"](UA-\d{4,10}-\d{1,3})['"]/.exec(text)?.[1] ?? null
  }

  /** The signs of the whole page. `text`: everything that visitors see. `isCut`: the page was not read to its end. */
  end(text: string, isCut: boolean): PageSigns {
    this.forms.close()
    for (const { 0: shown, groups } of text.matchAll(notice)) {
      const year = Math.max(...(groups?.years?.match(/\d+/g) ?? []).map(yearOf))
      if (year > (this.signs.copyright?.year ?? 0)) this.signs.copyright = { year, shown: short(shown) }
      this.signs.setsYear ||= groups?.open !== undefined
    }
    for (const { groups = {} } of text.matchAll(anyMention))
      for (const [group, words] of Object.entries(groups))
        if (words !== undefined) this.signs.mentions[group as MarkGroup] ??= short(words)
    this.signs.hasCalendar = daysInOrder.test(text)
    this.signs.isShell = isCut || this.signs.hasFrames || (this.#hasScripts && text.trim().length < SHELL_TEXT)
    return this.signs
  }

  readMeta({ name = '', content = '' }: Attributes): void {
    const kind = name.toLowerCase()
    if (kind === 'viewport') this.signs.viewport ??= short(content)
    if (kind === 'description') this.signs.description ||= content.slice(0, 300)
    if (kind === 'robots' || kind === 'googlebot') this.signs.robots += ` ${short(content)}`
    if (kind !== 'generator') return
    this.signs.generator ||= short(content)
    for (const { mark } of marksOf.generator(content.slice(0, MAX_SHOWN))) this.#add(mark, content)
  }

  readLink({ href = '', rel = '', media = '' }: Attributes): void {
    // Hints for preloading may name services that the page never loads.
    if (!/preconnect|prefetch|preload/i.test(rel)) this.#file(href)
    this.signs.hasPhonePage ||= rel === 'alternate' && media.includes('max-width')
  }

  readScript({ src, type = '' }: Attributes): void {
    this.#hasScripts ||= !type.includes('json')
    if (src === undefined) return
    const isKnown = this.#file(src)
    const host = isKnown || !src.includes('//') ? undefined : URL.parse(src, 'https://x')?.hostname
    if (host !== undefined && !library.test(host) && registrableDomain(src) !== this.#domain)
      this.signs.foreignScript ??= short(src)
  }

  readFile({ src, data, value = src ?? data }: Attributes): void {
    if (value !== undefined) this.#file(value)
  }

  readFrame(attributes: Attributes): void {
    // Scripts load some frames later, and keep their address in an attribute such as data-src.
    const [, address = ''] =
      Object.entries(attributes).find(([name, value]) => name.endsWith('src') && value !== '') ?? []
    this.#file(address)
    if (address.includes('//') && !shownOnly.test(address)) this.signs.foreignFrame ??= short(address)
  }

  readAnchor({ href = '' }: Attributes): void {
    if (/^\s*tel:/i.test(href)) this.signs.callLink ??= short(href)
    else this.#link(href)
  }

  readForm({ action = '' }: Attributes): void {
    this.forms.open(action, { isSecure: this.#isSecure, isNewsletter: this.#link(action)?.group === 'newsletter' })
  }

  /** Whether it belongs to a known service. */
  #file(address: string): boolean {
    const ofFile = marksOf.file(address.slice(0, 500))
    for (const { mark } of ofFile) this.#add(mark, address)
    return this.#address(address) !== undefined || ofFile.length > 0
  }

  #link(address: string): FoundMark | undefined {
    const mark = markOfLink(address)
    if (mark !== undefined) this.#add(mark, address)
    return address.includes('//') ? this.#address(address) : mark
  }

  #address(address: string): FoundMark | undefined {
    const mark = markOfAddress(address)
    if (mark !== undefined) this.#add(mark, address)
    return mark
  }

  #add({ name, group }: FoundMark, shown: string): void {
    if (this.signs.marks.length < MAX_MARKS && !this.signs.marks.some(known => known.name === name))
      this.signs.marks.push({ name, group, shown: short(shown) })
  }
}

/** How elements are read, by their names. */
const readers = new Map<string, (signs: SignReader, attributes: Attributes) => void>(
  Object.entries({
    html: ({ signs }, { lang = '' }) => void (signs.lang ||= lang.slice(0, 20)),
    h1: ({ signs }) => void signs.topHeadings++,
    frameset: ({ signs }) => void (signs.hasFrames = true),
    meta: (signs, attributes) => signs.readMeta(attributes),
    link: (signs, attributes) => signs.readLink(attributes),
    script: (signs, attributes) => signs.readScript(attributes),
    iframe: (signs, attributes) => signs.readFrame(attributes),
    embed: (signs, attributes) => signs.readFile(attributes),
    object: (signs, attributes) => signs.readFile(attributes),
    a: (signs, attributes) => signs.readAnchor(attributes),
    area: (signs, attributes) => signs.readAnchor(attributes),
    // Counters of visits are pictures of one pixel.
    img: ({ signs }, { alt, width }) => {
      if (width === '1') return
      signs.images++
      if (alt !== undefined) signs.imagesWithAlt++
    },
    form: (signs, attributes) => signs.readForm(attributes),
    input: ({ forms }, attributes) => forms.readInput(attributes),
    select: ({ forms }, attributes) => forms.readField(attributes),
    textarea: ({ forms }) => forms.readTextArea(),
    style: (signs, { 'data-href': src = '' }) => signs.readFile({ src }),
  }),
)
