import { phraseOf } from '../text.ts'
import { kindsBeginning } from './choices.ts'
import type { Kind } from './kind.ts'
import { readCategory } from './read-category.ts'
import { meaningOfPhrase } from './vocabulary.ts'

const MIN_LENGTH = 2
const WHOLE_PHRASE_BONUS = 3
/** For how well the words fit, compared with the kind that they fit best. */
const FIT_BONUS = 2
const LABEL_BONUS = 3
const LATER_WORD_BONUS = 1
/** For kinds that are described by hand, because people sell to them. */
const DESCRIBED_BONUS = 1

export type SuggestOptions = {
  /** How common a kind is: the higher, the sooner it is suggested. */
  weightOf: (kind: Kind) => number
}

/** Kinds of business while the user types, likeliest first. A search understands each label as certain. */
export function suggestKinds(typed: string, { weightOf }: SuggestOptions): Kind[] {
  const text = typed.trim().toLowerCase()
  // Quotation marks ask for business names.
  if (text.length < MIN_LENGTH || /^["“]/.test(text)) return []
  const phrase = phraseOf(typed)
  const whole = meaningOfPhrase(phrase)?.kinds ?? []
  const rankOf = (kind: Kind): number => {
    const label = kind.label.toLowerCase()
    const begins = label.startsWith(text) ? LABEL_BONUS : label.includes(` ${text}`) ? LATER_WORD_BONUS : 0
    return (
      weightOf(kind) +
      begins +
      (whole.includes(kind) ? WHOLE_PHRASE_BONUS : 0) +
      (kind.isDescribed ? DESCRIBED_BONUS : 0)
    )
  }
  const found = kindsBeginning(phrase)
  if (found.length > 0)
    return found
      .map(({ kind, share }) => ({ kind, rank: rankOf(kind) + FIT_BONUS * share }))
      .toSorted((a, b) => b.rank - a.rank)
      .map(({ kind }) => kind)
  const reading = readCategory(typed)
  return reading.is === 'certain' ? [...reading.kinds] : reading.is === 'unsure' ? [...reading.choices] : []
}
