const FEW = 8

/** Text that grows piece by piece. Unlike with one string, reading its end does not copy the whole text. */
export class TextPieces {
  length = 0
  #pieces: string[] = []

  /** The current position, to read from later. */
  get mark(): number {
    return this.#pieces.length
  }

  add(piece: string): void {
    this.length += piece.length
    this.#pieces.push(piece)
  }

  since(mark: number, until = this.#pieces.length): string {
    if (until - mark > FEW) return this.#pieces.slice(mark, until).join('')
    let text = ''
    for (let at = mark; at < until; at++) text += this.#pieces[at] ?? ''
    return text
  }

  /** The last `length` characters. */
  last(length: number): string {
    let from = this.#pieces.length
    for (let size = 0; from > 0 && size < length; from--) size += this.#pieces[from - 1]?.length ?? 0
    return this.since(from).slice(-length)
  }
}
