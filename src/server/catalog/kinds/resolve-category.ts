import { type Kind, kindsNear, readCategory } from '#words/index.ts'
import type { CategoryIndex, Sense } from './category-index.ts'
import { byId } from './category-tree.ts'

/** The meaning of a search's words in this catalog. A search for the label of a choice is `certain`. */
export type CategoryResolution =
  | { kind: 'certain'; sense: Sense }
  /** The user must choose. There is at least one choice; the likeliest comes first. */
  | { kind: 'unsure'; choices: Sense[] }
  /** The words are a business name or in quotation marks, so the search looks for names. */
  | { kind: 'name' }
  /** A kind of business that the catalog does not have. The choices are similar kinds. */
  | { kind: 'lacking'; label: string; choices: Sense[] }

const MAX_CHOICES = 4

/** `isHere`: whether words behind the kind only say where the search is anyway. Never throws. */
export function resolveCategory(
  index: CategoryIndex,
  words: string,
  isHere?: (words: string) => boolean,
): CategoryResolution {
  const reading = readCategory(words, { ownKinds: index.ownKinds, isHere })
  if (reading.is === 'name') return { kind: 'name' }
  if (reading.is === 'unsure') {
    const choices = availableOf(index, reading.choices)
    return choices.length === 0 ? { kind: 'name' } : { kind: 'unsure', choices }
  }
  const lacking = reading.kinds.find(kind => index.senseOf(kind) === null)
  if (lacking === undefined) return { kind: 'certain', sense: joined(availableOf(index, reading.kinds, Infinity)) }
  const others = reading.kinds.filter(kind => kind !== lacking)
  return { kind: 'lacking', label: lacking.label, choices: availableOf(index, [...others, ...kindsNear(lacking)]) }
}

function availableOf({ senseOf }: CategoryIndex, kinds: Iterable<Kind>, limit = MAX_CHOICES): Sense[] {
  const found = new Map<string, Sense>()
  for (const kind of kinds) {
    if (found.size === limit) break
    const sense = senseOf(kind)
    if (sense !== null) found.set(sense.label, sense)
  }
  return [...found.values()]
}

function joined(senses: readonly Sense[]): Sense {
  const [first] = senses
  if (first !== undefined && senses.length === 1) return first
  return {
    label: senses.map(({ label }) => label).join(' and '),
    categories: byId(senses.flatMap(({ categories }) => categories)),
    relatedMains: byId(senses.flatMap(({ relatedMains }) => relatedMains)),
  }
}
