import { Parser } from 'htmlparser2'
import { registrableDomain } from '#domains/index.ts'
import { addressesIn, EDGE, isDomainName, plainText } from './address.ts'
import { creditsIn, isCreditText } from './credits.ts'
import { fromAttributes, fromCloudflare, fromScript, reversed } from './hidden-address.ts'
import { HiddenText } from './hidden-text.ts'
import { hoursOfWidget } from './hours-schema.ts'
import { hoursInText } from './hours-text.ts'
import { isFaxClass, type Shown, shownAs, shownByPicture, type Attributes, type Tag, tagOf } from './page-elements.ts'
import { type AddressWay, noPageFacts, type PageFacts } from './page-facts.ts'
import { PageItems } from './page-items.ts'
import { builderOfCode, contactPaths, isDemoPage, isParkedPage, pagePath, platforms } from './page-kind.ts'
import { isBehindCredit, profileOfPlugin, repairedLink, webMailLink } from './page-links.ts'
import { SignReader } from './page-signs.ts'
import { MAX_PAGE_BYTES, unwrapped, TextPieces, unescaped } from './page-text.ts'
import { FAX_MARK, numbersIn, phoneOfLink, phonesOfSchema } from './phones-in-text.ts'
import { schemaFacts } from './schema-org.ts'
import { readAddresses } from './text-addresses.ts'

const MAX_LINKS = 600
const MAX_ADDRESSES = 600
const MAX_PHONES = 60
const MAX_HEADINGS = 30
const MAX_ANCHORS = 1500
const MAX_WIDGETS = 20
const MAX_SCRIPT = 200_000
const MAX_TEXT = 400_000
const MAX_DEPTH = 1000
/** Only the first `MAX_PAGE_BYTES` of a page are read, so a longer text is probably incomplete. */
const LONG = MAX_PAGE_BYTES * 0.9
const CHUNK = 8192
const BEFORE_PHONE = 400
/** The page that a click opens: "window.open('https://x.com/flatirons')", "location.href = '/contact.html'". */
const clickTarget =
  /(?:(?:open|assign|replace)\(|location(?:\.href)?\s{0,3}=)\s{0,3}["'](https?:\/\/[^"']{5,500}|\/?[\w-][\w/.-]{2,100})["']/

type Open = Shown & {
  anchor?: { href: string; from: number }
  headingFrom?: number
  /** The address that Cloudflare's protection hides in this element. */
  shielded?: { address: string; from: number; isCredit: boolean }
}

/** Collects everything on a page that may be a fact about the business. Does not run the page's scripts. */
export const readPage = (html: string, url: string): PageFacts => new PageReading(html, url).read()

/** What is known of a page while its elements open and close one after another. */
class PageReading {
  readonly #html: string
  readonly #facts: PageFacts
  readonly #domain: string | null
  readonly #origin: string | undefined
  #base: string
  /** The text that visitors see. */
  readonly #text = new TextPieces()
  readonly #hidden: HiddenText
  readonly #items = new PageItems()
  readonly #signs: SignReader
  readonly #open: Open[] = []
  /** The script that is read now, and the JSON-LD blocks before it. */
  #script: { isData: boolean; text: string } | null = null
  readonly #blocks: string[] = []
  readonly #linked = new Map<string, PageFacts['links'][number] | null>()
  #anchors = 0
  #isTooDeep = false
  /** The position in the text where the last link ended. */
  #linkEnd = 0
  /** Text since the last tag: the parser gives it in pieces. */
  #said = ''

  constructor(html: string, url: string) {
    this.#html = html
    this.#facts = noPageFacts(url)
    this.#base = url
    this.#signs = new SignReader(url, this.#text)
    this.#origin = URL.parse(url)?.origin
    this.#domain = registrableDomain(url)
    this.#hidden = new HiddenText(this.#domain)
  }

  read(): PageFacts {
    this.#parse()
    const facts = this.#facts
    const plain = plainText(this.#text.since(0))
    facts.addresses.push(...readAddresses(plain).map(one => Object.assign({ how: 'text' as const }, one)))
    facts.schema = schemaFacts(this.#blocks, this.#domain)
    this.#items.addTo(facts.schema)
    for (const email of facts.schema.emails) this.#addAll(email, 'schema')
    for (const address of this.#hidden.addresses) this.#add(address, 'script')
    const unmarked = plain.replaceAll(EDGE, '')
    const shown = numbersIn(unmarked, this.#domain).take(MAX_PHONES)
    facts.phones.push(...phonesOfSchema(facts.schema), ...shown, ...this.#hidden.phones)
    const { weeks, areDoubtful } = hoursInText(plain)
    facts.hours = { weeks: [...weeks, ...facts.hours.weeks], areDoubtful }
    facts.credits = creditsIn(unmarked)
    facts.signs = this.#signs.end(unmarked, this.#isCut())
    facts.isDemo = isDemoPage(facts.title, plain)
    const top = [facts.title, ...facts.headings].join('\n')
    const ownPath = (url: string) => (url.startsWith(`${this.#origin}/`) ? url.replace(/[?#].*/, '') : [])
    const paths = () => new Set(facts.links.flatMap(({ url }) => ownPath(url)))
    facts.isParked = isParkedPage(top, plain, paths)
    return facts
  }

  #parse(): void {
    const parser = new Parser({
      onopentag: (name, attributes) => this.#opened(tagOf(name), attributes),
      ontext: data => (this.#said += data),
      onclosetag: name => this.#closed(tagOf(name)),
    })
    // With more open elements, it takes longer to find the one that ends, so very deep pages are cut off.
    for (let from = 0; from < this.#html.length && !this.#isTooDeep; from += CHUNK) {
      parser.write(this.#html.slice(from, from + CHUNK))
      this.#isTooDeep = this.#open.length >= MAX_DEPTH
    }
    parser.end()
    this.#flush()
  }

  /** True if a part of the page was not read, so what was not found may be there. */
  #isCut(): boolean {
    return (
      this.#isTooDeep ||
      this.#html.length > LONG ||
      this.#text.length > MAX_TEXT ||
      this.#anchors > MAX_ANCHORS ||
      this.#facts.links.length >= MAX_LINKS
    )
  }

  #opened(tag: Tag, attributes: Attributes): void {
    this.#flush()
    const state: Open = shownAs(tag, attributes, this.#open.at(-1))
    const picture = state.isHidden ? undefined : shownByPicture(tag.name, attributes)
    this.#text.add(picture ?? (tag.isInline ? EDGE : '\n'))
    if (!state.isHidden && isFaxClass(tag, attributes.class)) this.#text.add(FAX_MARK)
    if (tag.name === 'script') this.#script = { isData: /ld\+json/i.test(attributes.type ?? ''), text: '' }
    this.#readAttributes(tag.name, attributes, state)
    this.#signs.open(tag.name, attributes)
    if (tag.isHeading) state.headingFrom = this.#text.mark
    this.#hidden.open(state)
    if (!tag.isVoid) this.#open.push(state)
    else if (state.anchor !== undefined) this.#readLink(state.anchor.href, '')
  }

  #flush(): void {
    if (this.#said === '') return
    const data = this.#said
    this.#said = ''
    if (this.#script !== null) {
      if (this.#script.text.length < MAX_SCRIPT) this.#script.text += data
      return
    }
    const state = this.#open.at(-1)
    if (state?.isHidden === true) return this.#hidden.add(state, data)
    if (state?.tag.name === 'title') this.#facts.title = (this.#facts.title + data).slice(0, 300)
    if (this.#text.length > MAX_TEXT) return
    this.#items.readText(data)
    const lines = state?.hasOwnLines === true ? data : unwrapped(data)
    this.#text.add(state?.isBackwards === true ? reversed(data.slice(0, 500)) : lines)
  }

  #closed(tag: Tag): void {
    this.#flush()
    if (tag.isVoid) return
    this.#signs.close(tag.name)
    if (tag.name === 'script' && this.#script !== null) {
      if (this.#script.isData) this.#blocks.push(this.#script.text)
      else this.#readScript(this.#script.text)
      this.#script = null
    }
    // The parser closes elements in order, apart from those that it did not open.
    if (this.#open.at(-1)?.tag.name !== tag.name) return
    const state = this.#open.pop()
    if (state !== undefined) this.#readEnd(state)
    this.#text.add(tag.isInline ? EDGE : '\n')
  }

  #readEnd(state: Open): void {
    if (state.anchor !== undefined) {
      this.#readLink(state.anchor.href, this.#text.since(state.anchor.from), state.anchor.from)
      this.#linkEnd = this.#text.mark
    }
    if (state.isHidden) this.#hidden.close(state)
    if (state.shielded !== undefined) this.#readShielded(state.shielded)
    if (state.headingFrom === undefined || this.#facts.headings.length >= MAX_HEADINGS) return
    const heading = this.#text.since(state.headingFrom).replaceAll(EDGE, '').trim().slice(0, 200)
    this.#facts.headings.push(heading)
    if (state.tag.name === 'h1' && this.#facts.topHeading === '') this.#facts.topHeading = heading
  }

  #add(address: string | null, how: AddressWay, isCredit = false, isOfForm?: true): void {
    if (address === null || this.#facts.addresses.length >= MAX_ADDRESSES) return
    this.#facts.addresses.push({ address, how, isCredit, ...(isOfForm && { isOfForm }) })
  }

  #addAll(text: string, how: AddressWay, isCredit = false, isOfForm?: true): void {
    for (const { address } of addressesIn(plainText(text))) this.#add(address, how, isCredit, isOfForm)
  }

  #isCreditHere(): boolean {
    return isCreditText(this.#text.last(160).replaceAll(EDGE, ' '))
  }

  #readAttributes(name: string, attributes: Attributes, state: Open): void {
    const { href } = attributes
    if (name === 'base' && href !== undefined) this.#base = URL.parse(href, this.#facts.url)?.href ?? this.#base
    if (name === 'meta') this.#readMeta(attributes, state)
    if (attributes.itemtype !== undefined) this.#items.readType(attributes, state, this.#open)
    this.#platformOf(name, attributes)
    for (const address of fromAttributes(name, attributes))
      if (attributes['data-cfemail'] === undefined) this.#add(address, 'hidden', this.#isCreditHere())
      else state.shielded = { address, from: this.#text.mark, isCredit: this.#isCreditHere() }
    if (name === 'a' || name === 'button' || attributes.onclick !== undefined) this.#readButton(attributes)
    // An address that is shown as a picture.
    if (name === 'img' && attributes.alt?.includes('@') === true && !state.isHidden) this.#readLabel(attributes.alt)
    if (this.#items.read(attributes, this.#open) && !state.isHidden && !state.tag.isVoid) this.#text.add(FAX_MARK)
    const shown = profileOfPlugin(name, attributes)
    if (shown !== undefined) this.#readLink(shown, '')
    if (name === 'form') this.#readForm(attributes.action ?? '')
    if (name === 'input' && attributes.type === 'hidden' && attributes.value?.includes('@') === true)
      this.#addAll(attributes.value.slice(0, 300), 'script')
    if ((name === 'a' || name === 'area') && href !== undefined && this.#anchors++ < MAX_ANCHORS) {
      state.anchor = { href: repairedLink(href.slice(0, 2000)), from: this.#text.mark }
    }
  }

  #readMeta({ name = '', property = '', content = '', ...rest }: Attributes, { isUnread }: Open): void {
    if (/^generator$/i.test(name))
      this.#facts.platform ??= platforms.find(([, pattern]) => pattern.test(content))?.[0] ?? null
    if (/^(?:og:email|business:contact_data:email)$/i.test(property)) this.#addAll(content.slice(0, 200), 'schema')
    if (this.#facts.description === '' && (/^description$/i.test(name) || property === 'og:description'))
      this.#facts.description = content.slice(0, 300)
    if (property === 'og:site_name' && this.#facts.headings.length < MAX_HEADINGS)
      this.#facts.headings.push(content.slice(0, 200))
    // In `noscript`, it is only for browsers without scripts.
    if (!isUnread && /^refresh$/i.test(rest['http-equiv'] ?? '')) {
      const to = /^\s{0,5}(\d{1,3})[\s;,]{0,5}url\s{0,3}=\s{0,3}["']?([^"'\s]{1,500})/i.exec(content)
      if (to !== null && Number(to[1]) <= 5) this.#facts.refresh = URL.parse(to[2] ?? '', this.#base)?.href ?? null
    }
  }

  /** Only scripts and styles count, because links and images may lead to other websites. */
  #platformOf(name: string, { src, href, rel }: Attributes): void {
    const source = name === 'script' ? src : name === 'link' && rel === 'stylesheet' ? href : undefined
    if (source !== undefined)
      this.#facts.platform ??= platforms.find(([, , sign]) => sign.test(source.slice(0, 200)))?.[0] ?? null
  }

  #readLink(href: string, shown: string, from = this.#text.mark): void {
    const words = plainText(shown).replaceAll(EDGE, '').trim()
    const cloudflare = /\/cdn-cgi\/l\/email-protection#([0-9a-f]{12,520})/i.exec(href)?.[1]
    if (cloudflare !== undefined) return this.#add(fromCloudflare(cloudflare), 'cloudflare', this.#isCreditHere())
    const mail = /^\s*(?:https?:\/\/)?mailto:(.{1,1000})/is.exec(href)?.[1]
    if (mail !== undefined) return this.#readMail(mail, words)
    const [, scheme = '', phone] = /^\s*(tel|callto|sms|fax):([^?]{3,40})/i.exec(href) ?? []
    if (phone !== undefined) return this.#readPhone(unescaped(phone), /^fax/i.test(scheme) ? `Fax ${words}` : words)
    const composed = webMailLink.exec(href)?.[1]
    if (composed !== undefined) return this.#readMail(composed, words)
    if (/^\s*javascript:/i.test(href)) return this.#readScript(unescaped(href.slice(0, 2000)))
    // Menus repeat the same links, so each link is kept once.
    const key = `${href}\n${words}`
    const known = this.#linked.get(key)
    if (known === undefined ? this.#facts.links.length >= MAX_LINKS : known?.isCredit !== true) return
    const target = URL.parse(href, this.#base)
    const isPage = target !== null && /^https?:$/.test(target.protocol)
    // A credit applies only to the first link after it. Later links belong to the business again.
    const isCredit = isPage && target.origin !== this.#origin && isBehindCredit(this.#text.since(this.#linkEnd, from))
    if (known !== undefined) {
      if (!isCredit) delete known?.isCredit
      return
    }
    const link = isPage
      ? { url: target.href.slice(0, 1000), text: words.slice(0, 100), ...(isCredit && { isCredit: true as const }) }
      : null
    this.#linked.set(key, link)
    if (link !== null) this.#facts.links.push(link)
  }

  /** If the element shows an address of its own, the hidden one is left over from a theme or a copied site. */
  #readShielded({ address, from, isCredit }: NonNullable<Open['shielded']>): void {
    const shown = plainText(this.#text.since(from))
    if (!shown.includes('@') || addressesIn(shown).some(other => other.address === address))
      this.#add(address, 'cloudflare', isCredit)
  }

  /** Reads the click handler with its target, and the label that screen readers or tooltips give to an icon. */
  #readButton({ onclick, title, 'aria-label': label = title }: Attributes): void {
    if (onclick?.includes('mail') === true) this.#readScript(onclick.slice(0, 2000))
    const target = onclick === undefined ? undefined : clickTarget.exec(onclick)?.[1]
    if (target !== undefined) this.#readLink(target, '')
    if (label?.includes('@') === true) this.#readLabel(label)
  }

  #readLabel(label: string): void {
    this.#addAll(label.slice(0, 300), 'text', this.#isCreditHere())
  }

  #readPhone(number: string, words: string): void {
    const before = this.#text.last(BEFORE_PHONE + words.length).replaceAll(EDGE, ' ')
    const phone = phoneOfLink(number, words, before.slice(0, before.lastIndexOf(words.slice(0, 20))))
    if (phone !== null) this.#facts.phones.push(phone)
  }

  // The visible text counts more than the link's target, in which themes leave their own address.
  #readMail(mail: string, words: string): void {
    const [to = ''] = mail.split('?')
    const query = /[?&]to=([^&]{3,200})/i.exec(mail)?.[1] ?? ''
    const shown = addressesIn(words)
    const isCredit = this.#isCreditHere() || isCreditText(words)
    const company = words.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
    for (const { address } of addressesIn(plainText(`${unescaped(to)} ${unescaped(query)}`)))
      if (shown.length === 0 || shown.some(other => other.address === address))
        // If the link text is the name in the address's domain, the link credits a company that made the site.
        this.#add(address, 'mailto', isCredit || isDomainName(company, address))
  }

  /** The recipient is in the form's URL: either a mailto link, or a service that forwards forms by mail. */
  #readForm(action: string): void {
    const to =
      /^\s*(?:mailto:|https?:\/\/(?:www\.)?(?:formsubmit\.co|formspree\.io|formmail\.\w+)\/(?:ajax\/|el\/)?)([^/?#]{5,200})/i.exec(
        action,
      )?.[1]
    if (to !== undefined) this.#addAll(unescaped(to), 'mailto', false, true)
  }

  #readScript(source: string): void {
    const some = source.slice(0, MAX_SCRIPT)
    this.#signs.code(some)
    this.#facts.platform ??= builderOfCode(some)
    const week = hoursOfWidget(some)
    if (week !== null && this.#facts.hours.weeks.length < MAX_WIDGETS) this.#facts.hours.weeks.push(week)
    for (const { address, isPlain } of fromScript(some)) this.#add(address, isPlain ? 'script' : 'hidden')
    for (const path of contactPaths(some))
      if (this.#facts.scriptPaths.length < 20 && pagePath.test(path) && !this.#facts.scriptPaths.includes(path))
        this.#facts.scriptPaths.push(path)
  }
}
