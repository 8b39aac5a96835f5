import { editDistance } from './edit-distance.ts'

const MAX_NEAREST = 4
const MIN_LENGTH = 4
const MAX_LENGTH = 24

/** The words that a typed word may mean: itself if it is known, or else known words with a similar spelling. */
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

/** Known words that differ from the word in one letter. */
export const wordsLike = (wordsByLength: ReadonlyMap<number, ReadonlySet<string>>, word: string): string[] =>
  [word.length - 1, word.length, word.length + 1]
    .flatMap(length => Array.from(wordsByLength.get(length) ?? []))
    .filter(other => other !== word && other.startsWith(word.slice(0, 1)) && editDistance(word, other, 1) === 1)

// A typo in a long word rarely produces another word. In a short word it may, and the first letter is rarely wrong.
function certaintyOf(word: string, other: string, distance: number): number {
  const isSameStart = word.startsWith(other.slice(0, 1))
  if (!isSameStart) return 0.75
  if (distance === 1) return word.length >= 6 ? 0.92 : 0.8
  return word.length >= 9 ? 0.9 : 0.78
}
