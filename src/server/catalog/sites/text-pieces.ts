/** Text that grows piece by piece. Looking at its end does not copy all of it, as it would with one string. */
export class TextPieces {
  length = 0
  #pieces: string[] = []

  /** A place to read from later. */
  get mark(): number {
    return this.#pieces.length
  }

  add(piece: string): void {
    this.length += piece.length
    this.#pieces.push(piece)
  }

  since(mark: number): string {
    return this.#pieces.slice(mark).join('')
  }

  /** The last so many characters. */
  last(length: number): string {
    let from = this.#pieces.length
    for (let size = 0; from > 0 && size < length; from--) size += this.#pieces[from - 1]?.length ?? 0
    return this.since(from).slice(-length)
  }
}
