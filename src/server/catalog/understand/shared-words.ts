import type { CategoryIndex, Sense } from './category-index.ts'
import { meaningOfAll } from './one-meaning.ts'
import { keyOfStems, stemsOf } from './sentence-stems.ts'

/** Phrases by the stem of each of their words, and how much a word says: rare ones say more. */
type WordIndex = {
  phrases: ReadonlyMap<string, readonly Phrase[]>
  weightOf: (stem: string) => number
  /** By the stems in alphabetical order: the trades whose phrases have just these. */
  sameWords: ReadonlyMap<string, ReadonlySet<Sense>>
}
type Phrase = { sense: Sense; stems: readonly string[] }

const indexes = new WeakMap<CategoryIndex, WordIndex>()
const MIN_LIKENESS = 0.35

/**
 * The trades whose phrases share most with the words of a sentence, likeliest first: "someone who can trace my family
 * tree" shares "family tree" with genealogists.
 */
export function sensesSharingWords(index: CategoryIndex, words: string, limit: number): Sense[] {
  const { phrases, weightOf } = indexOf(index)
  const asked = new Set(stemsOf(words).filter(stem => phrases.has(stem)))
  const whole = sum([...asked].map(weightOf))
  const best = new Map<Sense, number>()
  for (const phrase of new Set([...asked].flatMap(stem => phrases.get(stem) ?? []))) {
    const shared = sum(phrase.stems.filter(stem => asked.has(stem)).map(weightOf))
    const likeness = shared / Math.sqrt(whole * sum(phrase.stems.map(weightOf)))
    if (likeness >= MIN_LIKENESS && likeness > (best.get(phrase.sense) ?? 0)) best.set(phrase.sense, likeness)
  }
  return [...best]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, limit)
    .map(([sense]) => sense)
}

/** The only trade with a phrase of the same words, in any order: "I locked my keys in the car". */
export function senseOfSameWords(index: CategoryIndex, words: string): Sense | null {
  const stems = stemsOf(words)
  const senses = stems.length < 2 ? [] : [...(indexOf(index).sameWords.get(keyOfStems(stems)) ?? [])]
  return senses.length < 2 ? (senses[0] ?? null) : meaningOfAll(senses, index.kinds)
}

function indexOf(index: CategoryIndex): WordIndex {
  const known = indexes.get(index)
  if (known !== undefined) return known
  const phrases = new Map<string, Phrase[]>()
  const sameWords = new Map<string, Set<Sense>>()
  let count = 0
  const add = (text: string, sense: Sense) => {
    const phrase = { sense, stems: [...new Set(stemsOf(text))] }
    count += 1
    const key = keyOfStems(phrase.stems)
    sameWords.set(key, (sameWords.get(key) ?? new Set()).add(sense))
    for (const stem of phrase.stems) {
      const holders = phrases.get(stem)
      if (holders) holders.push(phrase)
      else phrases.set(stem, [phrase])
    }
  }
  for (const [text, sense] of [...index.senses, ...index.phrases]) add(text, sense)
  for (const [text, senses] of index.asked) for (const sense of senses) add(text, sense)
  const built = {
    phrases,
    weightOf: (stem: string) => Math.log(count / (phrases.get(stem)?.length ?? count)),
    sameWords,
  }
  indexes.set(index, built)
  return built
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
