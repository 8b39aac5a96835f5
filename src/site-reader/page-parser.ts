import { decodeHTML, decodeHTMLAttribute } from 'entities/decode'
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { foreignObject, lineBreak, paragraph, type Tag, tagOf } from './page-tags.ts'

export type Attributes = Readonly<Record<string, string>>
export type PageHandler = {
  /** `isBare`: it has no other attributes than a class, an ID, and a style. */
  onOpen: (tag: Tag, attributes: Attributes, isBare: boolean) => void
  onText: (text: string) => void
  /** Not for elements without an end tag. */
  onClose: (tag: Tag) => void
}

const none: Attributes = Object.freeze({})
const CHUNK = 8192
/** Longer than any named entity. */
const MAX_ENTITY = 40

/** A part of a text as a text of its own: reading characters of a slice is slower. Joining is what makes the copy. */
const copied = (text: string, from: number, to: number): string =>
  [text.slice(from, from + 1), text.slice(from + 1, to)].join('')

/**
 * Turns the tokens of htmlparser2 into elements. It calls the handler in the same way as the parser of that package, apart
 * from the case of names in SVG, but in less than half of the time: it looks up the name of an element once, cuts all texts
 * from the page itself, decodes whole texts, and creates no objects for elements without attributes.
 */
export class PageParser implements TokenizerCallbacks {
  readonly #html: string
  readonly #handler: PageHandler
  /** The open elements, the innermost last. */
  readonly #open: Tag[] = []
  readonly #contexts: NonNullable<Tag['context']>[] = ['html']
  #tag: Tag | null = null
  #attributes: Record<string, string> | null = null
  #isBare = true
  /** True inside a script, a style, or a similar element: their text has no entities. */
  #isRaw = false
  #name = ''
  #value = ''

  constructor(html: string, handler: PageHandler) {
    this.#html = html
    this.#handler = handler
  }

  /** Reads the page to its end, or as long as its elements are not nested deeper than this. */
  read(maxDepth: number): void {
    // It would look at each character of a text to find entities.
    const tokenizer = new Tokenizer({ decodeEntities: false }, this)
    for (let from = 0, to = 0; from < this.#html.length; from = to) {
      if (this.#open.length >= maxDepth) return
      to = this.#endOfChunk(from)
      tokenizer.write(copied(this.#html, from, to))
    }
    if (this.#open.length < maxDepth) tokenizer.end()
  }

  ontext(start: number, end: number): void {
    const text = this.#html.slice(start, end)
    this.#handler.onText(!this.#isRaw && text.includes('&') ? decodeHTML(text) : text)
  }

  isInForeignContext(): boolean {
    return this.#contexts.at(-1) !== 'html'
  }

  onopentagname(start: number, end: number): void {
    this.#begin(this.#tagAt(start, end))
  }

  onopentagend(): void {
    this.#finish()
  }

  onselfclosingtag(): void {
    const tag = this.#tag
    const isForeign = this.isInForeignContext()
    this.#finish()
    if (isForeign && tag !== null && this.#open.at(-1) === tag) this.#pop()
  }

  onclosetag(start: number, end: number): void {
    this.#isRaw = false
    const tag = this.#tagAt(start, end)
    if (tag.isVoid) {
      if (tag === lineBreak) this.#handler.onOpen(tag, none, true)
      return
    }
    const at = this.#indexOf(tag)
    if (at !== -1) while (this.#open.length > at) this.#pop()
    else if (tag === paragraph) {
      this.#begin(tag)
      this.#finish()
      this.#pop()
    }
  }

  onattribname(start: number, end: number): void {
    this.#name = this.#html.slice(start, end).toLowerCase()
  }

  onattribdata(start: number, end: number): void {
    const data = this.#html.slice(start, end)
    this.#value = this.#value === '' ? data : this.#value + data
  }

  onattribend(): void {
    const name = this.#name
    if (this.#tag !== null) {
      this.#attributes ??= {}
      // As in browsers, the first one of the same name counts.
      if (!Object.hasOwn(this.#attributes, name))
        this.#attributes[name] = this.#value.includes('&') ? decodeHTMLAttribute(this.#value) : this.#value
      this.#isBare &&= name === 'class' || name === 'id' || name === 'style'
    }
    this.#value = ''
  }

  oncdata(start: number, end: number, offset: number): void {
    if (this.isInForeignContext()) this.#handler.onText(this.#html.slice(start, end - offset))
  }

  ontextentity(): void {}
  onattribentity(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  onend(): void {
    for (const tag of this.#open.toReversed()) this.#handler.onClose(tag)
  }

  /** The end of the chunk that starts here. It is never inside an entity, so each entity is decoded as a whole. */
  #endOfChunk(from: number): number {
    const end = from + CHUNK
    if (end >= this.#html.length) return end
    const entity = this.#html.slice(end - MAX_ENTITY, end).lastIndexOf('&')
    return entity === -1 ? end : end - MAX_ENTITY + entity
  }

  #tagAt(start: number, end: number): Tag {
    const tag = tagOf(this.#html.slice(start, end))
    if (this.#contexts.length === 1) return tag.name === 'image' ? image : tag
    if (tag.name === 'foreignobject' && (this.#contexts.at(-1) === 'svg' || this.#open.includes(foreignObject)))
      return foreignObject
    return tag.name === 'image' && !this.isInForeignContext() ? image : tag
  }

  #indexOf({ name }: Tag): number {
    for (let at = this.#open.length - 1; at >= 0; at--) if (this.#open[at]?.name === name) return at
    return -1
  }

  #begin(tag: Tag): void {
    // A form in another one does not count, and has no attributes.
    if (tag.name === 'form' && this.#indexOf(tag) !== -1) return
    if (tag.ends !== null) while (this.#open.length > 0 && tag.ends.has(this.#open.at(-1)?.name ?? '')) this.#pop()
    if (!tag.isVoid) {
      this.#open.push(tag)
      if (tag.context !== null) this.#contexts.push(tag.context)
    }
    this.#tag = tag
  }

  #finish(): void {
    const tag = this.#tag
    if (tag === null) return
    this.#isRaw = tag.isRaw && !this.isInForeignContext()
    this.#handler.onOpen(tag, this.#attributes ?? none, this.#isBare)
    this.#tag = null
    this.#attributes = null
    this.#isBare = true
  }

  #pop(): void {
    const tag = this.#open.pop()
    if (tag === undefined) return
    if (tag.context !== null) this.#contexts.pop()
    this.#handler.onClose(tag)
  }
}

const image = tagOf('img')
