const byKey = ([a]: readonly [string, string], [b]: readonly [string, string]): number => (a < b ? -1 : a > b ? 1 : 0)

/** Lines "key, tab, value" in the order of their keys, which take less memory than a `Map` and load at once. */
export const tableText = (entries: Iterable<readonly [key: string, value: string]>): string =>
  [...entries]
    .toSorted(byKey)
    .map(([key, value]) => `${key}\t${value}`)
    .join('\n')

export class Table {
  readonly #text: string
  /** Where each line begins. */
  readonly #starts: Uint32Array

  constructor(text: string) {
    this.#text = text
    const starts = [0]
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
    this.#starts = Uint32Array.from(starts)
  }

  get(key: string): string | undefined {
    const [found] = this.beginningWith(`${key}\t`)
    return found?.[1]
  }

  /** The entries whose keys begin with the prefix, in the order of their keys. */
  *beginningWith(prefix: string): Generator<[key: string, value: string]> {
    for (let line = this.#firstFrom(prefix); line < this.#starts.length; line++) {
      const text = this.#line(line)
      if (!text.startsWith(prefix)) return
      const tab = text.indexOf('\t')
      yield [text.slice(0, tab), text.slice(tab + 1)]
    }
  }

  /** The first line that is not before the text. */
  #firstFrom(text: string): number {
    let from = 0
    let to = this.#starts.length
    while (from < to) {
      const middle = (from + to) >> 1
      if (this.#line(middle) < text) from = middle + 1
      else to = middle
    }
    return from
  }

  #line(position: number): string {
    const next = this.#starts[position + 1]
    return this.#text.slice(this.#starts[position], next === undefined ? undefined : next - 1)
  }
}
