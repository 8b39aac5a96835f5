import { categoryPhrases } from './category-phrases.ts'
import { normalizedPhrase } from './category-words.ts'
import { lackingCategory, type Missing } from './lacking-kinds.ts'

/** A category and whether the phrase in its list is doubtful. */
type Listing = { key: string; isDoubtful: boolean }

/** By phrase, in the order of the files. */
const listings = new Map<string, Listing[]>()
for (const { key, phrases, doubtful } of categoryPhrases) {
  for (const phrase of phrases) addListing(phrase, { key, isDoubtful: false })
  for (const phrase of doubtful) addListing(phrase, { key, isDoubtful: true })
}

function addListing(phrase: string, listing: Listing): void {
  const others = listings.get(phrase)
  if (others) others.push(listing)
  else listings.set(phrase, [listing])
}

/** The parts of a `Map` that the tables of phrases need. */
export type PhraseTable<Value> = Iterable<readonly [phrase: string, value: Value]> & {
  get: (phrase: string) => Value | undefined
  has: (phrase: string) => boolean
}

type Meaning<Sense> =
  | { kind: 'certain'; sense: Sense }
  | { kind: 'asked'; senses: ReadonlySet<Sense> }
  | { kind: 'lacking'; missing: Missing; isListedNowhere: boolean }

/** What a catalog knows without these phrases. */
type Known<Sense> = {
  senses: ReadonlyMap<string, Sense>
  missing: ReadonlyMap<string, Missing>
  senseOfKey: (key: string) => Sense | undefined
  /** The one kind of business that all of these mean, or null. */
  meaningOfAll: (senses: ReadonlySet<Sense>) => Sense | null
}

/**
 * What else people type for each category, in one catalog. A phrase is asked about if it is doubtful, or stands under
 * several kinds of business. There are tens of thousands of phrases, so each is looked up when it is typed.
 */
export function phrasesInCatalog<Sense>({ senses, missing, senseOfKey, meaningOfAll }: Known<Sense>): {
  certain: PhraseTable<Sense>
  asked: PhraseTable<ReadonlySet<Sense>>
  /** The category that the phrase means, if the catalog lacks it. */
  missing: (phrase: string) => Missing | undefined
  /** Whether no kind of business in the catalog lists the category of the phrase either. */
  isListedNowhere: (phrase: string) => boolean
} {
  const sensesOfKeys = new Map<string, Sense | undefined>()
  const senseOf = (key: string): Sense | undefined => {
    if (!sensesOfKeys.has(key)) sensesOfKeys.set(key, senseOfKey(key))
    return sensesOfKeys.get(key)
  }
  const meanings = new Map<string, Meaning<Sense> | undefined>()
  const meaningOf = (phrase: string): Meaning<Sense> | undefined => {
    const listed = listings.get(phrase)
    if (listed === undefined) return undefined
    if (!meanings.has(phrase)) meanings.set(phrase, readListings(phrase, listed))
    return meanings.get(phrase)
  }
  const readListings = (phrase: string, listed: readonly Listing[]): Meaning<Sense> | undefined => {
    if (senses.has(phrase) || missing.has(phrase)) return undefined
    const found = new Set<Sense>()
    let isDoubted = false
    for (const { key, isDoubtful } of listed) {
      const sense = senseOf(key)
      if (sense === undefined) continue
      found.add(sense)
      isDoubted ||= isDoubtful
    }
    if (found.size > 0) {
      const sense = isDoubted ? null : meaningOfAll(found)
      return sense === null ? { kind: 'asked', senses: found } : { kind: 'certain', sense }
    }
    const certain = listed.find(({ isDoubtful }) => !isDoubtful)
    if (certain === undefined) return undefined
    const lacking = lackingCategory(certain.key)
    const isListedNowhere = !lacking.listedIn.some(label => senses.has(normalizedPhrase(label)))
    return { kind: 'lacking', missing: lacking, isListedNowhere }
  }
  const lackingOf = (phrase: string) => {
    const meaning = meaningOf(phrase)
    return meaning?.kind === 'lacking' ? meaning : undefined
  }
  return {
    certain: tableOf(phrase => {
      const meaning = meaningOf(phrase)
      return meaning?.kind === 'certain' ? meaning.sense : undefined
    }),
    asked: tableOf(phrase => {
      const meaning = meaningOf(phrase)
      return meaning?.kind === 'asked' ? meaning.senses : undefined
    }),
    missing: phrase => lackingOf(phrase)?.missing,
    isListedNowhere: phrase => lackingOf(phrase)?.isListedNowhere === true,
  }
}

const tableOf = <Value>(get: (phrase: string) => Value | undefined): PhraseTable<Value> => ({
  get,
  has: phrase => get(phrase) !== undefined,
  *[Symbol.iterator]() {
    for (const phrase of listings.keys()) {
      const value = get(phrase)
      if (value !== undefined) yield [phrase, value]
    }
  },
})
