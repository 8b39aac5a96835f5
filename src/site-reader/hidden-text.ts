import { registrableDomain } from '#domains/index.ts'
import { addressesIn, EDGE, hostOfAddress, plainText } from './address.ts'
import type { Shown } from './page-elements.ts'
import { TextPieces } from './page-text.ts'
import { numbersIn, type PagePhone } from './phones-in-text.ts'

const MAX_HIDDEN = 50_000
/** How far from an address its numbers may be. */
const MAX_BEFORE = 200
const MAX_AFTER = 120
/** An address that only programs are meant to find. */
const trap =
  /spam|trap|honey|robot|(?:^|[._-])bots?(?:$|[._@-])|do-?not|don-?t|leave-?(?:this|blank|empty)|catch-?all|blacklist/
/** An address in legal notices, which also contain the numbers of authorities. */
const ofNotices = /^(?:privacy|datenschutz|dpo|gdpr|ccpa|legal|compliance|accessibility|abuse)\b/

/**
 * The text of elements that visitors see after a click, such as the contacts of each office. Themes and templates leave
 * contacts of others there, so only addresses at the site's own domain count, and labeled numbers next to such an
 * address.
 */
export class HiddenText {
  readonly addresses: string[] = []
  readonly phones: PagePhone[] = []
  readonly #domain: string | null
  readonly #text = new TextPieces()
  #root: Shown | null = null
  #from = 0

  constructor(domain: string | null) {
    this.#domain = domain
  }

  open(state: Shown): void {
    if (!state.isHidden || state.isUnread || this.#text.length > MAX_HIDDEN) return
    if (this.#root === null) {
      if (state.tag.isVoid) return
      this.#root = state
      this.#from = this.#text.mark
    }
    this.#text.add(state.tag.isInline ? EDGE : '\n')
  }

  add(state: Shown, data: string): void {
    if (this.#root !== null && !state.isUnread && this.#text.length <= MAX_HIDDEN) this.#text.add(data)
  }

  close(state: Shown): void {
    if (this.#root === null) return
    this.#text.add(state.tag.isInline ? EDGE : '\n')
    if (state !== this.#root) return
    this.#root = null
    const text = this.#text.since(this.#from)
    if (!text.includes('@')) return
    const plain = plainText(text)
    const found = addressesIn(plain).toSorted((one, other) => one.index - other.index)
    for (const [at, { address, index }] of found.entries()) {
      if (registrableDomain(hostOfAddress(address)) !== this.#domain || trap.test(address)) continue
      this.addresses.push(address)
      // A number between two addresses may belong to either.
      const from = Math.max(index - MAX_BEFORE, found[at - 1]?.index ?? 0)
      const to = Math.min(index + MAX_AFTER, found[at + 1]?.index ?? plain.length)
      if (!ofNotices.test(address)) this.#addPhones(plain.slice(from, to))
    }
  }

  #addPhones(text: string): void {
    const found = numbersIn(text.replaceAll(EDGE, ''), this.#domain)
    this.phones.push(...found.filter(({ isNamed, isFax }) => isNamed === true || isFax === true).take(MAX_PHONES))
  }
}

const MAX_PHONES = 12
