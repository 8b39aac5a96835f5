import type { Comparison } from '#contract/receipts.ts'

/**
 * Compares the places of a search with those it finds now. A place now has the keys of all of its rows. `now` is
 * the longer list, so that a place that has moved down a little still counts as found.
 */
export function compareLists(
  then: readonly string[],
  now: readonly (readonly string[])[],
): Pick<Comparison, 'compared' | 'isSame' | 'appeared' | 'gone'> {
  const first = now.slice(0, then.length)
  const known = new Set(then)
  const found = new Set(now.flat())
  return {
    compared: then.length,
    isSame: first.length === then.length && first.every((keys, index) => keys.includes(then[index] ?? '')),
    appeared: first.filter(keys => !keys.some(key => known.has(key))).length,
    gone: then.filter(key => !found.has(key)).length,
  }
}
