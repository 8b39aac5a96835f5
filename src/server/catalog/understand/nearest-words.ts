import { editDistance } from './edit-distance.ts'

const MAX_NEAREST = 4
const MIN_LENGTH = 4
const MAX_LENGTH = 24

/** The known words that a typed word may mean: the word itself, or if it is unknown, words with a similar spelling. */
export function nearestWords(
  wordsByLength: ReadonlyMap<number, ReadonlySet<string>>,
  word: string,
): { word: string; certainty: number }[] {
  if (wordsByLength.get(word.length)?.has(word)) return [{ word, certainty: 1 }]
  if (word.length < MIN_LENGTH || word.length > MAX_LENGTH) return []
  const limit = word.length < 8 ? 1 : 2
  const near: { word: string; certainty: number }[] = []
  for (let length = word.length - limit; length <= word.length + limit; length++)
    for (const other of wordsByLength.get(length) ?? []) {
      const distance = editDistance(word, other, limit)
      if (distance <= limit) near.push({ word: other, certainty: certaintyOf(word, other, distance) })
    }
  return near.toSorted((a, b) => b.certainty - a.certainty).slice(0, MAX_NEAREST)
}

/** Known words that differ from the word by one letter. */
export const wordsLike = (wordsByLength: ReadonlyMap<number, ReadonlySet<string>>, word: string): string[] =>
  [word.length - 1, word.length, word.length + 1]
    .flatMap(length => Array.from(wordsByLength.get(length) ?? []))
    .filter(other => other !== word && other.startsWith(word.slice(0, 1)) && editDistance(word, other, 1) === 1)

// A typo often turns a short word into another word, but rarely a long one. The first letter is rarely wrong.
function certaintyOf(word: string, other: string, distance: number): number {
  const isSameStart = word.startsWith(other.slice(0, 1))
  if (!isSameStart) return 0.75
  if (distance === 1) return word.length >= 6 ? 0.92 : 0.8
  return word.length >= 9 ? 0.9 : 0.78
}
