import { demoCategories } from '#server/catalog/demo/categories.ts'
import { aliasSets } from '#server/catalog/understand/category-aliases.ts'
import type { CategoryIndex, Sense } from '#server/catalog/understand/category-index.ts'
import { isFiller, isRole, normalizedPhrase } from '#server/catalog/understand/category-words.ts'
import { resolveCategory } from '#server/catalog/understand/resolve-category.ts'
import { BestFew, beginningWith, type PrefixIndex, prefixIndexOf } from './prefix-index.ts'

/**
 * `bonus`: what a phrase that begins with the typed words adds. `isLabel`: the phrase is the label, or a part of it.
 * `isWhole`: it is not only the end of another name, such as "dent" of "fix dent".
 */
type Candidate = {
  sense: Sense
  weight: number
  bonus: number
  isLabel: boolean
  isWhole: boolean
}

const MIN_LENGTH = 2
const WHOLE_PHRASE_BONUS = 3
const LABEL_BONUS = 3
const BEGINNING_BONUS = 2
const LATER_WORD_BONUS = 1
/**
 * Another name of a kind of business gets its bonus when more than this share of it is typed. Without this rule, "dent"
 * would suggest Insurance ("dental insurance") and Auto Body Shops ("dent guy") before Dental Laboratories.
 */
const ENOUGH_TYPED = 0.5
/** For kinds of business with names written by hand, because people sell to them. */
const DESCRIBED_BONUS = 1

const described = new Set(aliasSets.map(({ label }) => label))
/** How common a category is, relative to the others. */
const shares = new Map(demoCategories.map(({ key, weight }) => [key, weight]))

/** Suggests kinds of business while the user types, likeliest first. A search understands each label as certain. */
export function suggestCategories(index: CategoryIndex, typed: string, limit: number): Sense[] {
  // Quotation marks ask for business names.
  if (/^\s*["“]/.test(typed)) return []
  const best = new BestFew<Sense>()
  for (const text of textsOf(typed)) {
    for (const { text: phrase, value } of beginningWith(indexOf(index), text)) {
      const isTyped = value.isLabel || text.length > ENOUGH_TYPED * phrase.length
      const bonus = isTyped ? value.bonus : 0
      best.add(value.sense, value.weight + bonus + (value.isWhole && phrase === text ? WHOLE_PHRASE_BONUS : 0))
    }
  }
  const found = best.take(limit)
  return found.length > 0 ? found : misspelled(index, typed).slice(0, limit)
}

// The last word may be complete and plural, or the beginning of one that only looks like a plural.
const textsOf = (typed: string): Set<string> =>
  new Set([normalizedPhrase(typed), typed.trim().toLowerCase()].filter(text => text.length >= MIN_LENGTH))

function misspelled(index: CategoryIndex, typed: string): Sense[] {
  const resolved = resolveCategory(index, typed)
  if (resolved.kind === 'certain') return [resolved.sense]
  return resolved.kind === 'name' ? [] : resolved.choices
}

const indexes = new WeakMap<CategoryIndex, PrefixIndex<Candidate>>()

function indexOf(index: CategoryIndex): PrefixIndex<Candidate> {
  const built = indexes.get(index) ?? prefixIndexOf(candidatesOf(index))
  indexes.set(index, built)
  return built
}

function* candidatesOf(index: CategoryIndex): Generator<{ text: string; value: Candidate }> {
  const byLabel = new Map<string, Sense>()
  for (const [phrase, { label }] of [...index.senses, ...index.phrases]) {
    // What the label means when it is sent as the words of a search.
    const sense = byLabel.get(label) ?? index.senses.get(normalizedPhrase(label))
    if (sense === undefined || sense.label !== label) continue
    byLabel.set(label, sense)
    const weight = weightOf(sense)
    const words = phrase.split(' ')
    const isLabel = phrase === normalizedPhrase(label)
    for (const [position, word] of words.entries())
      if (position === 0 || (!index.phrases.has(phrase) && !isFiller(word) && !isRole(word)))
        yield {
          text: words.slice(position).join(' '),
          value: {
            sense,
            weight,
            bonus: position === 0 ? BEGINNING_BONUS : isLabel ? LATER_WORD_BONUS : 0,
            isLabel,
            isWhole: position === 0 || isLabel,
          },
        }
  }
  for (const [label, sense] of byLabel)
    yield {
      text: label.toLowerCase(),
      value: { sense, weight: weightOf(sense), bonus: LABEL_BONUS, isLabel: true, isWhole: true },
    }
}

const weightOf = ({ label, categories }: Sense): number =>
  Math.log10(1 + categories.reduce((sum, { key }) => sum + (shares.get(key) ?? 0), 0)) +
  (described.has(label) ? DESCRIBED_BONUS : 0)
