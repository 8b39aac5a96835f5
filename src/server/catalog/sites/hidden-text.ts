import { registrableDomain } from '#server/catalog/place/registrable-domain.ts'
import { addressesIn, EDGE, hostOfAddress, plainText } from './address.rules.ts'
import type { Shown } from './page-elements.ts'
import { numbersIn, type PagePhone } from './phone.rules.ts'
import { TextPieces } from './text-pieces.ts'

const MAX_HIDDEN = 50_000
/** An address that only programs are meant to find. */
const trap = /spam|trap|honey|robot/

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
    const own = addressesIn(plain).flatMap(({ address }) =>
      registrableDomain(hostOfAddress(address)) === this.#domain && !trap.test(address) ? address : [],
    )
    if (own.length === 0) return
    this.addresses.push(...own)
    const found = numbersIn(plain.replaceAll(EDGE, ''), this.#domain)
    this.phones.push(...found.filter(({ isNamed, isFax }) => isNamed === true || isFax === true).take(MAX_PHONES))
  }
}

const MAX_PHONES = 12
