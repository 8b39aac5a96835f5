/** A phrase and what it stands for. */
export type Entry<Value> = { text: string; value: Value }

/** Phrases in the order of their characters, to find those that begin with what was typed. */
export type PrefixIndex<Value> = readonly Entry<Value>[]

const byText = (a: { text: string }, b: { text: string }): number => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0)

export const prefixIndexOf = <Value>(entries: Iterable<Entry<Value>>): PrefixIndex<Value> =>
  [...entries].toSorted(byText)

export function* beginningWith<Value>(index: PrefixIndex<Value>, prefix: string): Generator<Entry<Value>> {
  let from = 0
  let to = index.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((index[middle]?.text ?? '') < prefix) from = middle + 1
    else to = middle
  }
  for (let at = from; at < index.length; at++) {
    const entry = index[at]
    if (entry === undefined || !entry.text.startsWith(prefix)) return
    yield entry
  }
}

/** Keeps the best few values, each once with its best rank. */
export class BestFew<Value> {
  readonly #ranks = new Map<Value, number>()

  add(value: Value, rank: number): void {
    if (rank > (this.#ranks.get(value) ?? -Infinity)) this.#ranks.set(value, rank)
  }

  /** Those that `isWanted`, highest rank first. */
  take(limit: number, isWanted: (value: Value) => boolean = () => true): Value[] {
    const taken: Value[] = []
    for (const [value] of [...this.#ranks].toSorted(([, a], [, b]) => b - a)) {
      if (taken.length === limit) break
      if (isWanted(value)) taken.push(value)
    }
    return taken
  }
}
