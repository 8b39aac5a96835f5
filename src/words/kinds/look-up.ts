import { type Kind, selectedKeys } from './kind.ts'
import { coreOf, FIRM, isFiller, PLACE, SHOP } from './roles.ts'
import {
  describedKinds,
  type Meaning,
  meaningOfCore,
  meaningOfJoined,
  meaningOfPhrase,
  meaningsOfCore,
} from './vocabulary.ts'

/** A kind with more keys, such as "Clothing Stores", is too broad to replace the kinds that it contains. */
const MAX_KEYS = 8

/** What the words mean as a phrase: as they are, without fillers, or run together. Null if they are no phrase. */
export function lookUpPhrase(words: readonly string[]): Meaning | null {
  const kept = words.filter(word => !isFiller(word))
  const meaning =
    meaningOfPhrase(words.join(' ')) ??
    (kept.length === 0
      ? undefined
      : (meaningOfPhrase(kept.join(' ')) ?? meaningOfJoined(words.join('')) ?? meaningOfJoined(kept.join(''))))
  return meaning === undefined ? null : unified(meaning)
}

/** The same, also in another order, with other forms of the words, and with another word for the form of the business. */
export function lookUp(words: readonly string[]): Meaning | null {
  const phrase = lookUpPhrase(words)
  if (phrase !== null) return phrase
  const { core, role } = coreOf(words)
  const meaning = core === '' ? undefined : meaningInRole(core, role)
  return meaning === undefined ? null : unified(meaning)
}

/**
 * A "massage center" and a "massage company" are what "massage" means, and "shoes" are what a shoe store sells. But a
 * "drone service" is no drone store, and "contacts" are no contact center.
 */
function meaningInRole(core: string, role: string): Meaning | undefined {
  if (role === FIRM) return together([meaningOfCore(core, FIRM), meaningOfCore(core, '')])
  const same = meaningOfCore(core, role)
  if (same !== undefined) return same
  if (role === PLACE) return meaningOfCore(core, '')
  if (role !== '') return undefined
  const others = meaningsOfCore(core)
  const isName = core.includes(' ') || others.some(other => other.role === SHOP)
  return isName ? together(others.map(({ meaning }) => meaning)) : undefined
}

function together(meanings: readonly (Meaning | undefined)[]): Meaning | undefined {
  const all = meanings.filter(meaning => meaning !== undefined)
  if (all.length === 0) return undefined
  const kinds = [...new Set(all.flatMap(meaning => meaning.kinds))]
  return { kinds, isDoubtful: all.some(({ isDoubtful }) => isDoubtful) }
}

/** Replaces several kinds by one that contains them: "Key and Locksmith" and "Locksmith" by "Locksmiths". */
function unified({ kinds, isDoubtful }: Meaning): Meaning {
  if (kinds.length < 2) return { kinds, isDoubtful }
  const keys = kinds.flatMap(selectedKeys)
  const contains = (kind: Kind) => {
    const own = new Set(selectedKeys(kind))
    return own.size <= MAX_KEYS && keys.every(key => own.has(key))
  }
  const whole = kinds.find(contains) ?? describedWith(keys[0] ?? '').find(contains)
  return { kinds: whole === undefined ? kinds : [whole], isDoubtful }
}

const byKey = new Map<string, readonly Kind[]>()
const describedWith = (key: string): readonly Kind[] =>
  byKey.getOrInsertComputed(key, () => describedKinds().filter(kind => selectedKeys(kind).includes(key)))
