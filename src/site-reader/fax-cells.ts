import { EDGE } from './address.rules.ts'
import type { Shown } from './page-elements.ts'
import { FAX_MARK } from './phone-labels.rules.ts'
import type { TextPieces } from './text-pieces.ts'

const cells = new Set(['td', 'th', 'div', 'dt', 'dd', 'span'])
const MAX_PIECES = 8
const edges = new RegExp(EDGE, 'g')

/** Repeats the mark of a fax in the cell beside one that has only an icon of a fax. */
export class FaxCells {
  readonly #text: TextPieces
  /** Where the text of each open cell starts. */
  readonly #from = new WeakMap<Shown, number>()
  /** How deep the last cell with only a fax icon is nested. Null unless it has just ended. */
  #depth: number | null = null

  constructor(text: TextPieces) {
    this.#text = text
  }

  open(state: Shown, depth: number): void {
    const isBeside = this.#depth === depth
    this.#depth = null
    if (state.isHidden || !cells.has(state.tag.name)) return
    if (isBeside) this.#text.add(FAX_MARK)
    this.#from.set(state, this.#text.mark)
  }

  close(state: Shown, depth: number): void {
    this.#depth = null
    const from = this.#from.get(state)
    if (from === undefined || this.#text.mark - from > MAX_PIECES) return
    if (this.#text.since(from).replaceAll(edges, '').trim() === FAX_MARK.trim()) this.#depth = depth
  }
}
