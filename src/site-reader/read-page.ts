import { registrableDomain } from '#domains/index.ts'
import { addressesIn, EDGE, isDomainName, plainText } from './address.rules.ts'
import { creditsIn, isCreditText } from './credit.rules.ts'
import { FaxCells } from './fax-cells.ts'
import { fromAttributes, fromCloudflare, fromScript, reversed } from './hidden-address.rules.ts'
import { HiddenText } from './hidden-text.ts'
import { hoursOfWidget } from './hours-schema.ts'
import { hoursInText } from './hours-text.ts'
import type { Week } from './hours-week.ts'
import { isFaxClass, type Shown, shownAs, shownByPicture } from './page-elements.ts'
import { type AddressWay, noPageFacts, type PageFacts } from './page-facts.ts'
import { PageItems } from './page-items.ts'
import { contactPaths, isDemoPage, isPagePath, isParkedPage, platforms } from './page-kind.rules.ts'
import { composing, isBehindCredit, meant, ofPlugin } from './page-links.ts'
import { type Attributes, PageParser } from './page-parser.ts'
import { PartMarks } from './page-parts.ts'
import { unwrapped } from './page-text.ts'
import { FAX_MARK } from './phone-labels.rules.ts'
import { numbersIn, phoneOfLink, phonesOfSchema } from './phone.rules.ts'
import { schemaFacts } from './schema-org.rules.ts'
import { readAddresses } from './text-addresses.ts'
import { TextPieces } from './text-pieces.ts'
import { unescaped } from './url-text.ts'

const MAX_LINKS = 600
const MAX_PHONES = 60
const MAX_HEADINGS = 30
const MAX_ANCHORS = 1500
const MAX_SCRIPT = 200_000
const MAX_TEXT = 400_000
const MAX_DEPTH = 1000
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
export function readPage(html: string, url: string): PageFacts {
  const facts = noPageFacts(url)
  let base = url
  const origin = URL.parse(url)?.origin
  const text = new TextPieces()
  const parts = new PartMarks(text)
  const domain = registrableDomain(url)
  const hidden = new HiddenText(domain)
  let script: { isData: boolean; text: string } | null = null
  const blocks: string[] = []
  const items = new PageItems()
  const weeks: Week[] = []
  const open: Open[] = []
  const linked = new Map<string, PageFacts['links'][number] | null>()
  let anchors = 0
  /** The position in the text where the last link ended. */
  let linkEnd = 0
  const add = (address: string | null, how: AddressWay, isCredit = false, isOfForm?: true) => {
    if (address !== null) facts.addresses.push({ address, how, isCredit, ...(isOfForm && { isOfForm }) })
  }
  const faxes = html.includes('fax') ? new FaxCells(text) : null
  const isCreditHere = () => isCreditText(text.last(160).replaceAll(EDGE, ' '))

  new PageParser(html, {
    onOpen(tag, attributes, isBare) {
      const state: Open = shownAs(tag, attributes, open.at(-1))
      const picture = state.isHidden ? undefined : shownByPicture(tag.name, attributes)
      text.add(picture ?? (tag.isInline ? EDGE : '\n'))
      faxes?.open(state, open.length)
      if (faxes !== null && !state.isHidden && isFaxClass(tag, attributes.class)) text.add(FAX_MARK)
      if (tag.name === 'script') script = { isData: /ld\+json/i.test(attributes.type ?? ''), text: '' }
      if (!isBare) readAttributes(tag.name, attributes, state)
      if (tag.isHeading) state.headingFrom = text.mark
      if (!state.isHidden) parts.open(tag, attributes)
      hidden.open(state)
      if (!tag.isVoid) open.push(state)
      else if (state.anchor !== undefined) readLink(state.anchor.href, '')
    },
    onText(data) {
      if (script !== null) {
        if (script.text.length < MAX_SCRIPT) script.text += data
        return
      }
      const state = open.at(-1)
      if (state?.isHidden === true) return hidden.add(state, data)
      if (state?.tag.name === 'title') facts.title = (facts.title + data).slice(0, 300)
      if (text.length > MAX_TEXT) return
      items.readText(data)
      text.add(
        state?.isBackwards === true
          ? reversed(data.slice(0, 500))
          : state?.hasOwnLines === true
            ? data
            : unwrapped(data),
      )
    },
    onClose(closed) {
      const { name, isInline } = closed
      if (name === 'script' && script !== null) {
        if (script.isData) blocks.push(script.text)
        else readScript(script.text)
        script = null
      }
      // Most elements close in order, so try the last one first: searching all open elements is slow.
      let state = open.pop()
      if (state?.tag.name !== name) {
        if (state !== undefined) open.push(state)
        const index = open.findLastIndex(({ tag }) => tag.name === name)
        if (index === -1) return
        state = open[index]
        open.length = index
      }
      if (state?.anchor !== undefined) {
        readLink(state.anchor.href, text.since(state.anchor.from), state.anchor.from)
        linkEnd = text.mark
      }
      if (state !== undefined) faxes?.close(state, open.length)
      if (state?.isHidden === true) hidden.close(state)
      if (state?.shielded !== undefined) readShielded(state.shielded)
      if (state?.headingFrom !== undefined && facts.headings.length < MAX_HEADINGS) {
        const heading = text.since(state.headingFrom).replaceAll(EDGE, '').trim().slice(0, 200)
        facts.headings.push(heading)
        if (name === 'h1' && facts.topHeading === '') facts.topHeading = heading
      }
      text.add(isInline ? EDGE : '\n')
      parts.close(closed)
    },
    // To find the element that ends takes longer the more are open, so very deep pages are cut off.
  }).read(MAX_DEPTH)

  const plain = plainText(text.since(0))
  facts.addresses.push(...readAddresses(plain).map(one => Object.assign({ how: 'text' as const }, one)))
  const schema = schemaFacts(blocks, domain)
  facts.schema = schema
  items.addTo(schema)
  for (const email of schema.emails) for (const { address } of addressesIn(plainText(email))) add(address, 'schema')
  for (const address of hidden.addresses) add(address, 'script')
  facts.phones.push(...phonesOfSchema(schema))
  const unmarked = plain.replaceAll(EDGE, '')
  facts.phones.push(...numbersIn(unmarked, domain, parts.parts()).take(MAX_PHONES), ...hidden.phones)
  facts.hours = hoursInText(plain)
  facts.hours.weeks.push(...weeks)
  facts.credits = creditsIn(unmarked)
  facts.isDemo = isDemoPage(facts.title, plain)
  facts.isParked = isParkedPage(`${facts.title}\n${plain}`)
  return facts

  function readAttributes(name: string, attributes: Attributes, state: Open): void {
    const { href } = attributes
    if (name === 'base' && href !== undefined) base = URL.parse(href, url)?.href ?? base
    if (name === 'meta') readMeta(attributes)
    if (attributes.itemtype !== undefined) items.readType(attributes, state, open)
    platformOf(attributes)
    for (const address of fromAttributes(name, attributes))
      if (attributes['data-cfemail'] === undefined) add(address, 'hidden', isCreditHere())
      else state.shielded = { address, from: text.mark, isCredit: isCreditHere() }
    if (name === 'a' || name === 'button' || attributes.onclick !== undefined) readButton(attributes)
    // An address that is shown as a picture.
    if (name === 'img' && attributes.alt?.includes('@') === true && !state.isHidden) readLabel(attributes.alt)
    if (items.read(attributes, open) && !state.isHidden && !state.tag.isVoid) text.add(FAX_MARK)
    const shown = ofPlugin(name, attributes)
    if (shown !== undefined) readLink(shown, '')
    if (name === 'form') readForm(attributes.action ?? '')
    if (name === 'input' && attributes.type === 'hidden' && attributes.value?.includes('@') === true)
      for (const { address } of addressesIn(plainText(attributes.value.slice(0, 300)))) add(address, 'script')
    if ((name === 'a' || name === 'area') && href !== undefined && anchors++ < MAX_ANCHORS) {
      state.anchor = { href: meant(href.slice(0, 2000)), from: text.mark }
      parts.link()
    }
  }

  function readMeta({ name = '', property = '', content = '', ...rest }: Attributes): void {
    if (/^generator$/i.test(name))
      facts.platform ??= platforms.find(([, pattern]) => pattern.test(content))?.[0] ?? null
    if (/^(?:og:email|business:contact_data:email)$/i.test(property))
      for (const { address } of addressesIn(plainText(content.slice(0, 200)))) add(address, 'schema')
    if (facts.description === '' && (/^description$/i.test(name) || property === 'og:description'))
      facts.description = content.slice(0, 300)
    if (property === 'og:site_name' && facts.headings.length < MAX_HEADINGS) facts.headings.push(content.slice(0, 200))
    if (/^refresh$/i.test(rest['http-equiv'] ?? '')) {
      const to = /^\s{0,5}(\d{1,3})[\s;,]{0,5}url\s{0,3}=\s{0,3}["']?([^"'\s]{1,500})/i.exec(content)
      if (to !== null && Number(to[1]) <= 5) facts.refresh = URL.parse(to[2] ?? '', base)?.href ?? null
    }
  }

  function platformOf(attributes: Attributes): void {
    if (facts.platform !== null) return
    const source = attributes.src ?? attributes.href ?? ''
    if (source.includes('//'))
      facts.platform = platforms.find(([, , host]) => source.slice(0, 200).includes(host))?.[0] ?? null
  }

  function readLink(href: string, shown: string, from = text.mark): void {
    const words = plainText(shown).replaceAll(EDGE, '').trim()
    const cloudflare = /\/cdn-cgi\/l\/email-protection#([0-9a-f]{12,520})/i.exec(href)?.[1]
    if (cloudflare !== undefined) return add(fromCloudflare(cloudflare), 'cloudflare', isCreditHere())
    const mail = /^\s*(?:https?:\/\/)?mailto:(.{1,1000})/is.exec(href)?.[1]
    if (mail !== undefined) return readMail(mail, words)
    const [, scheme = '', phone] = /^\s*(tel|callto|sms|fax):([^?]{3,40})/i.exec(href) ?? []
    if (phone !== undefined) return readPhone(unescaped(phone), /^fax/i.test(scheme) ? `Fax ${words}` : words)
    const composed = composing.exec(href)?.[1]
    if (composed !== undefined) return readMail(composed, words)
    if (/^\s*javascript:/i.test(href)) return readScript(unescaped(href.slice(0, 2000)))
    // Menus repeat the same links, so each link is kept once.
    const key = `${href}\n${words}`
    const known = linked.get(key)
    if (known === undefined ? facts.links.length >= MAX_LINKS : known?.isCredit !== true) return
    const target = URL.parse(href, base)
    const isPage = target !== null && /^https?:$/.test(target.protocol)
    // A credit applies only to the first link after it. Later links belong to the business again.
    const isCredit = isPage && target.origin !== origin && isBehindCredit(text.since(linkEnd, from))
    if (known !== undefined) {
      if (!isCredit) delete known?.isCredit
      return
    }
    const link = isPage
      ? { url: target.href.slice(0, 1000), text: words.slice(0, 100), ...(isCredit && { isCredit: true as const }) }
      : null
    linked.set(key, link)
    if (link !== null) facts.links.push(link)
  }

  /** If the element shows an address of its own, the hidden one is left over from a theme or a copied site. */
  function readShielded({ address, from, isCredit }: NonNullable<Open['shielded']>): void {
    const shown = plainText(text.since(from))
    if (!shown.includes('@') || addressesIn(shown).some(other => other.address === address))
      add(address, 'cloudflare', isCredit)
  }

  /** Reads the click handler with its target, and the label that screen readers or tooltips give to an icon. */
  function readButton({ onclick, title, 'aria-label': label = title }: Attributes): void {
    if (onclick?.includes('mail') === true) readScript(onclick.slice(0, 2000))
    const target = onclick === undefined ? undefined : clickTarget.exec(onclick)?.[1]
    if (target !== undefined) readLink(target, '')
    if (label?.includes('@') === true) readLabel(label)
  }

  function readLabel(label: string): void {
    for (const { address } of addressesIn(plainText(label.slice(0, 300)))) add(address, 'text', isCreditHere())
  }

  function readPhone(number: string, words: string): void {
    const before = text.last(BEFORE_PHONE + words.length).replaceAll(EDGE, ' ')
    const phone = phoneOfLink(number, words, before.slice(0, before.lastIndexOf(words.slice(0, 20))))
    if (phone !== null) facts.phones.push(phone)
  }

  // The visible text counts more than the link's target, where themes leave their own address.
  function readMail(mail: string, words: string): void {
    const [to = ''] = mail.split('?')
    const query = /[?&]to=([^&]{3,200})/i.exec(mail)?.[1] ?? ''
    const shown = addressesIn(words)
    const isCredit = isCreditHere() || isCreditText(words)
    const company = words.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
    for (const { address } of addressesIn(plainText(`${unescaped(to)} ${unescaped(query)}`)))
      if (shown.length === 0 || shown.some(other => other.address === address))
        // If the link text is the name in the address's domain, the link credits a company that made the site.
        add(address, 'mailto', isCredit || isDomainName(company, address))
  }

  /** The recipient is in the form's URL: either a mailto link, or a service that forwards forms by mail. */
  function readForm(action: string): void {
    const to =
      /^\s*(?:mailto:|https?:\/\/(?:www\.)?(?:formsubmit\.co|formspree\.io|formmail\.\w+)\/(?:ajax\/|el\/)?)([^/?#]{5,200})/i.exec(
        action,
      )?.[1]
    if (to !== undefined)
      for (const { address } of addressesIn(plainText(unescaped(to)))) add(address, 'mailto', false, true)
  }

  function readScript(source: string): void {
    const some = source.slice(0, MAX_SCRIPT)
    const week = hoursOfWidget(some)
    if (week !== null) weeks.push(week)
    for (const { address, isPlain } of fromScript(some)) add(address, isPlain ? 'script' : 'hidden')
    for (const path of contactPaths(some))
      if (facts.scriptPaths.length < 20 && isPagePath.test(path) && !facts.scriptPaths.includes(path))
        facts.scriptPaths.push(path)
  }
}
