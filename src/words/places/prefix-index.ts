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
