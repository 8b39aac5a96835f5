import { aliasSets } from './category-aliases.ts'
import { categoryName } from './category-name.ts'
import { keyPattern } from './key-pattern.ts'

/** A kind of business that the catalog does not have, and the labels of similar kinds. */
export type Missing = { label: string; nearest: readonly string[] }

const sets = aliasSets.map(({ keys, label, nearest }) => ({
  isOf: keyPattern(keys.filter(selector => !selector.startsWith('-')).map(selector => selector.replace('!', ''))),
  label,
  labels: [label, ...nearest],
}))
/** `listedIn`: the labels of the kinds of business that list the category. */
type LackingCategory = Missing & { listedIn: readonly string[] }
const known = new Map<string, LackingCategory>()

/** A category that the catalog lacks. Near to it are the kinds of business that list it, and those near to them. */
export function lackingCategory(key: string): LackingCategory {
  const lacking = known.get(key) ?? describeLacking(key)
  known.set(key, lacking)
  return lacking
}

function describeLacking(key: string): LackingCategory {
  const listed = sets.filter(({ isOf }) => isOf.test(key))
  return {
    label: categoryName(key),
    listedIn: listed.map(({ label }) => label),
    nearest: listed.flatMap(({ labels }) => labels),
  }
}
