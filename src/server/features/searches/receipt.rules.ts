import type { Comparison } from '#contract/searches/receipts.ts'

/** The keys of a place, and its phone with its name. Places that share one of these are the same lead. */
export type LeadNames = readonly string[]

/** Compares the places found then and now. `now` has more, so that one a little further down is not gone. */
export function compareLists(
  then: readonly LeadNames[],
  now: readonly LeadNames[],
): Pick<Comparison, 'compared' | 'isSame' | 'appeared' | 'gone'> {
  const first = now.slice(0, then.length)
  const known = new Set(then.flat())
  const found = new Set(now.flat())
  const isOne = (a: LeadNames, b: LeadNames = []) => a.some(name => b.includes(name))
  return {
    compared: then.length,
    isSame: first.length === then.length && first.every((names, index) => isOne(names, then[index])),
    appeared: first.filter(names => !names.some(name => known.has(name))).length,
    gone: then.filter(names => !names.some(name => found.has(name))).length,
  }
}
