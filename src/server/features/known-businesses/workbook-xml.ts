import { Parser } from 'htmlparser2'
import { damaged } from './zip-parts.ts'

/** Longer texts are cut. No field that we read from a cell is as long. */
const LONGEST_TEXT = 1000
// Node.js ends the whole process if a thread needs too much memory at once, so nothing may grow with the file.
const MAX_DEPTH = 100
const MAX_ATTRIBUTES = 100
/** The parser keeps a name, the value of an attribute, or a comment as a whole. */
const MAX_SILENCE = 1_000_000

/** Handlers for elements, named without the prefix of their namespace. `text` is that of the cells since it was last taken. */
type Elements = {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  close?: (name: string, text: CellText) => void
}

/** Parses XML piece by piece. Yields what the handlers take from each piece, so that little is kept in memory. */
export async function* itemsOf<Item>(
  pieces: AsyncIterable<string>,
  elementsOf: (take: (item: Item) => void) => Elements,
): AsyncGenerator<Item> {
  let items: Item[] = []
  const text = new CellText()
  const { open, close } = elementsOf(item => items.push(item))
  let depth = 0
  let attributesOfTag = 0
  /** Characters since the parser last found something. */
  let silence = 0
  const parser = new Parser(
    {
      onattribute: () => {
        if (++attributesOfTag > MAX_ATTRIBUTES) throw damaged()
      },
      onopentag: (tag, attributes) => {
        silence = attributesOfTag = 0
        if (++depth > MAX_DEPTH) throw damaged()
        const name = localName(tag)
        text.open(name)
        open?.(name, attributes)
      },
      ontext: more => {
        silence = 0
        text.add(more)
      },
      onclosetag: tag => {
        silence = 0
        depth -= 1
        const name = localName(tag)
        text.close(name)
        close?.(name, text)
      },
    },
    { xmlMode: true },
  )
  for await (const piece of pieces) {
    parser.write(piece)
    silence += piece.length
    if (silence > MAX_SILENCE) throw damaged()
    yield* items
    items = []
  }
  // The part was cut off.
  if (depth > 0) throw damaged()
}

const localName = (tag: string): string => tag.slice(tag.indexOf(':') + 1)

/** Longer texts are copied, because V8 makes them parts of their piece, which then stays in memory as a whole. */
const SHORT_TEXT = 13
const ESCAPE = /_x(?<code>[0-9A-Fa-f]{4})_/g

/** Collects the texts and values of cells, without readings of Japanese text. */
class CellText {
  #text = ''
  #isRead = false
  #isReading = false

  open(name: string): void {
    if (name === 'rPh') this.#isReading = true
    if (name === 't' || name === 'v') this.#isRead = !this.#isReading
  }

  close(name: string): void {
    if (name === 'rPh') this.#isReading = false
    if (name === 't' || name === 'v') this.#isRead = false
  }

  add(more: string): void {
    if (this.#isRead && this.#text.length < LONGEST_TEXT) this.#text += more
  }

  /** Returns the text since the last call. Characters that XML cannot contain are written like _x0000_. */
  take(): string {
    const text = this.#text.length < SHORT_TEXT ? this.#text : Buffer.from(this.#text.slice(0, LONGEST_TEXT)).toString()
    this.#text = ''
    return text.includes('_x')
      ? text.replaceAll(ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      : text
  }
}
