import { z } from 'zod'
import { commaList, readTable } from '#server/catalog/words/word-file.ts'

const usual: ReadonlyMap<string, string> = new Map(
  readTable('other-words.txt', z.tuple([z.string().min(1), commaList])).flatMap(([word, others]) =>
    others.map(other => [other, word] as const),
  ),
)

/** The words with the usual ones for short forms and other spellings: "laboratory" for "lab". Null if all are usual. */
export function inUsualWords(words: readonly string[]): string[] | null {
  const isHired = words.length > 1 && words.at(-1) === 'hire'
  if (!isHired && !words.some(word => usual.has(word))) return null
  const changed = words.map(word => usual.get(word) ?? word)
  // In Britain, "hire" is what "rental" is here: "tool hire".
  return isHired ? [...changed.slice(0, -1), 'rental'] : changed
}

/** "Hat store" for a "store for hats". */
export function withThingFirst(words: readonly string[]): string[] | null {
  const link = words.findIndex((word, position) => position > 0 && word === 'for')
  const thing = words.slice(link + 1).filter(word => !/^(?:my|our|your|the|a|an|all|any)$/.test(word))
  const head = words.slice(0, link).filter(word => !/^(?:my|our|the|a|an)$/.test(word))
  return link === -1 || thing.length === 0 || head.length === 0 ? null : [...thing, ...head]
}
