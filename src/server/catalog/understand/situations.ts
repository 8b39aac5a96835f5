import { z } from 'zod'
import { commaList, readTable } from '#server/catalog/words/word-file.ts'
import type { CategoryIndex, Sense } from './category-index.ts'
import { normalizedPhrase } from './category-words.ts'
import { keyOfStems, stemsOf } from './sentence-stems.ts'

/** What happened to people, or what they want, by a phrase for the trade that they need then. */
export const situations = readTable('situations.txt', z.tuple([z.string().min(1), commaList]))

const indexes = new WeakMap<CategoryIndex, ReadonlyMap<string, Sense>>()

/** The trade that people need in a situation. Null if the words are no listed one, or the catalog lacks the trade. */
export function tradeOfSituation(index: CategoryIndex, words: string): Sense | null {
  const key = keyOfStems(stemsOf(words))
  return key === '' ? null : (indexOf(index).get(key) ?? null)
}

function indexOf(index: CategoryIndex): ReadonlyMap<string, Sense> {
  const known = indexes.get(index)
  if (known !== undefined) return known
  const built = new Map<string, Sense>()
  for (const [trade, phrases] of situations) {
    const phrase = normalizedPhrase(trade)
    const sense = index.senses.get(phrase) ?? index.phrases.get(phrase)
    if (sense === undefined) continue
    for (const key of phrases.map(keyOfSituation)) if (key !== null && !built.has(key)) built.set(key, sense)
  }
  indexes.set(index, built)
  return built
}

/** The key of the words that count. Null if they are only a part: what is left of "family tree" is any tree. */
export function keyOfSituation(situation: string): string | null {
  const key = keyOfStems(stemsOf(situation))
  return key.includes(' ') || (key !== '' && !situation.includes(' ')) ? key : null
}
