import type { CategoryIndex, Sense } from './category-index.ts'
import { isFiller, isRole, isShop } from './category-words.ts'
import { meaningOfAll } from './one-meaning.ts'

const indexes = new WeakMap<CategoryIndex, ReadonlyMap<string, ReadonlySet<Sense>>>()
const suppliers = new Set(['supplier', 'supply'])
const wholesalers = new Set(['distributor', 'wholesaler', 'wholesale'])
const makers = new Set(['manufacturer', 'maker', 'factory', 'fabricator', 'producer', 'manufacturing', 'builder'])
const MIN_WORDS = 2

/**
 * The trade whose name has the same words in another order, or another word for a seller or a maker: "classroom supplies
 * dealer" for a classroom supply store. Null if there are several.
 */
export function tradeOfSameName(index: CategoryIndex, words: readonly string[]): Sense | null {
  const key = isRole(words[0] ?? '') ? null : keyOf(words)
  const senses = key === null ? [] : [...(indexOf(index).get(key) ?? [])]
  return meaningOfAll(senses, index.kinds)
}

function keyOf(words: readonly string[]): string | null {
  const kinds = words.filter(word => !isFiller(word)).map(kindOf)
  const kept = [...new Set(kinds.filter(kind => kind !== null))]
  return kept.filter(kind => !kind.startsWith('*')).length < (kept.some(kind => kind.startsWith('*')) ? 1 : MIN_WORDS)
    ? null
    : kept.toSorted().join(' ')
}

/** A store, a wholesaler, and a maker are what they are under any name. Other words for the form of a business say nothing. */
function kindOf(word: string): string | null {
  if (wholesalers.has(word)) return '*wholesaler'
  if (isShop(word) || suppliers.has(word) || word === 'merchant') return '*seller'
  if (makers.has(word)) return '*maker'
  return isRole(word) ? null : word
}

function indexOf(index: CategoryIndex): ReadonlyMap<string, ReadonlySet<Sense>> {
  const known = indexes.get(index)
  if (known !== undefined) return known
  const built = new Map<string, Set<Sense>>()
  for (const [phrase, sense] of index.senses) {
    const words = phrase.split(' ')
    // A supplier may be a store or a wholesaler.
    const ways = words.some(word => suppliers.has(word))
      ? [words, words.map(word => (suppliers.has(word) ? 'wholesaler' : word))]
      : [words]
    for (const key of ways.map(keyOf)) if (key !== null) built.set(key, (built.get(key) ?? new Set()).add(sense))
  }
  indexes.set(index, built)
  return built
}
