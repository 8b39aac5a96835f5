import { Parser } from 'htmlparser2'
import { damaged } from './zip-parts.ts'

/** The maximum length of a cell in Excel. Longer texts are cut. */
const LONGEST_TEXT = 32_767
const MAX_DEPTH = 100

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
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        if (++depth > MAX_DEPTH) throw damaged()
        const name = localName(tag)
        text.open(name)
        open?.(name, attributes)
      },
      ontext: more => text.add(more),
      onclosetag: tag => {
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
    yield* items
    items = []
  }
  // The part was cut off.
  if (depth > 0) throw damaged()
}

const localName = (tag: string): string => tag.slice(tag.indexOf(':') + 1)

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
    const text = this.#text.slice(0, LONGEST_TEXT)
    this.#text = ''
    return text.includes('_x')
      ? text.replaceAll(ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      : text
  }
}
