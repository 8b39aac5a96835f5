export type TrigramIndex = { phrases: string[]; sizes: number[]; phrasesByTrigram: Map<number, number[]> }

const SYMBOLS = 38

export function buildTrigrams(phrases: Iterable<string>): TrigramIndex {
  const index: TrigramIndex = { phrases: [], sizes: [], phrasesByTrigram: new Map() }
  for (const phrase of phrases) {
    const trigrams = trigramsOf(phrase)
    const position = index.phrases.push(phrase) - 1
    index.sizes.push(trigrams.size)
    for (const trigram of trigrams) {
      const holders = index.phrasesByTrigram.get(trigram)
      if (holders) holders.push(position)
      else index.phrasesByTrigram.set(trigram, [position])
    }
  }
  return index
}

/**
 * Phrases with a score of at least `atLeast`, best first. The score is the Dice coefficient of the trigrams, 0 to 1.
 */
export function mostSimilar(index: TrigramIndex, phrase: string, atLeast: number): { phrase: string; score: number }[] {
  const trigrams = trigramsOf(phrase)
  const common = new Uint16Array(index.phrases.length)
  for (const trigram of trigrams)
    for (const position of index.phrasesByTrigram.get(trigram) ?? []) common[position] = (common[position] ?? 0) + 1
  const alike: { phrase: string; score: number }[] = []
  for (const [position, count] of common.entries()) {
    const score = (2 * count) / (trigrams.size + (index.sizes[position] ?? 0))
    if (count > 0 && score >= atLeast) alike.push({ phrase: index.phrases[position] ?? '', score })
  }
  return alike.toSorted(
    (a, b) => b.score - a.score || a.phrase.length - b.phrase.length || (a.phrase < b.phrase ? -1 : 1),
  )
}

// Trigrams are numbers instead of strings, because thousands of phrases are split at a time.
function trigramsOf(phrase: string): Set<number> {
  const trigrams = new Set<number>()
  let [first, second] = [0, 0]
  for (let i = 0; i <= phrase.length; i++) {
    const third = symbolOf(phrase.charCodeAt(i))
    if (i > 0) trigrams.add((first * SYMBOLS + second) * SYMBOLS + third)
    first = second
    second = third
  }
  return trigrams
}

// 0 for a space or the end, 1 to 10 for digits, 11 to 36 for letters, and 37 for anything else.
function symbolOf(code: number): number {
  if (code >= 97 && code <= 122) return code - 86
  if (code >= 48 && code <= 57) return code - 47
  return Number.isNaN(code) || code === 32 ? 0 : SYMBOLS - 1
}
