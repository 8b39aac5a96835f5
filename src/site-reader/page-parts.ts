import { EDGE, plainText } from './address.rules.ts'
import type { Attributes, Tag } from './page-tags.ts'
import type { PageParts } from './phone-lists.rules.ts'
import type { TextPieces } from './text-pieces.ts'

const MAX = 1000
const LINK = 9
const edges = new RegExp(EDGE, 'g')
const isFoot = (names: string | undefined): boolean => names?.includes('foot') === true

/** Collects where the parts of a page start: its headings with their levels, its foot and the like with level 0, and links. */
export class PartMarks {
  readonly #text: TextPieces
  readonly #marks: { mark: number; level: number }[] = []

  constructor(text: TextPieces) {
    this.#text = text
  }

  open({ partLevel, name }: Tag, attributes: Attributes): void {
    const level = partLevel ?? (name === 'div' && (isFoot(attributes.id) || isFoot(attributes.class)) ? 0 : null)
    if (level !== null) this.#add(level)
  }

  close({ partLevel }: Tag): void {
    if (partLevel === 0) this.#add(0)
  }

  /** Marks the start of a link, so that a menu entry is not mistaken for a heading. */
  link(): void {
    this.#add(LINK)
  }

  #add(level: number): void {
    if (this.#marks.length < MAX) this.#marks.push({ mark: this.#text.mark, level })
  }

  /** The parts, by positions in the text without the edges of elements. Most pages need none of them. */
  parts(): PageParts {
    let starts: { at: number; level: number }[] | undefined
    const all = () => (starts ??= this.#positions())
    return {
      levelAt: (from, to) => {
        const here = all().filter(({ at, level }) => level > 0 && at >= from && at <= to)
        return (here.find(({ level }) => level !== LINK) ?? here[0])?.level
      },
      endsBetween: (from, to, level) => all().some(part => part.level <= level && part.at > from && part.at <= to),
    }
  }

  #positions(): { at: number; level: number }[] {
    let last = 0
    let at = 0
    return this.#marks.map(({ mark, level }) => {
      at += plainText(this.#text.since(last, mark)).replaceAll(edges, '').length
      last = mark
      return { at, level }
    })
  }
}
