import { type AliasSet, aliasSets } from './category-aliases.ts'
import { groupKeys, type CatalogCategory, type KeyGroups } from './category-keys.ts'
import { normalizedPhrase, stemOf, withoutRoles } from './category-words.ts'
import type { Missing } from './lacking-kinds.ts'
import { meaningOfAll } from './one-meaning.ts'
import { phrasesInCatalog, type PhraseTable } from './phrases-in-catalog.ts'
import { services } from './services.ts'
import { spanishWords } from './spanish-words.ts'
import { buildTrigrams, type TrigramIndex } from './trigrams.ts'

/** The meaning of a phrase. A search for the label has the same meaning. */
export type Sense = {
  label: string
  categories: readonly CatalogCategory[]
  /**
   * A business that has one of `categories` only as a further category also belongs here if its main category is one of
   * these. A realtor with "physical therapy" as a further category is not a physical therapist.
   */
  relatedMains: readonly CatalogCategory[]
}

/** All lookup tables from a phrase to its meaning. Built once for each version of the catalog. */
export type CategoryIndex = {
  /** By phrase: an alias, or the key or name of a category. */
  senses: ReadonlyMap<string, Sense>
  /** The meanings of the alias sets. */
  kinds: readonly Sense[]
  /** By phrase without spaces ("daycare"). */
  joined: ReadonlyMap<string, Sense>
  /** By phrase without its role word ("shoe" for Shoe Store), if the rest has no other meaning. */
  cores: ReadonlyMap<string, Sense>
  /** The kind of business that the phrase means, if it has no category in this catalog. */
  missingOf: (phrase: string) => Missing | undefined
  /** By word stem: "painter" and "painting" have the same one. */
  stems: ReadonlyMap<string, Sense>
  /** Trades by the thing that they repair, install, or replace ("toilet"). */
  things: ReadonlyMap<string, Sense>
  /** What else people type for a category, word for word. It is neither a typo nor a part of other words. */
  phrases: PhraseTable<Sense>
  /** The same for phrases that may mean one of several trades, or only few of the businesses of one. */
  asked: PhraseTable<ReadonlySet<Sense>>
  /** Whether the phrase means a category that neither the catalog has, nor any kind of business in it lists. */
  isLacking: (phrase: string) => boolean
  /** Every known word, grouped by length. */
  wordsByLength: ReadonlyMap<number, ReadonlySet<string>>
  /**
   * Phrases by each of their words. Built on first use, like the trigrams: most phrases are understood without them.
   */
  phrasesByWord: () => ReadonlyMap<string, readonly string[]>
  trigrams: () => TrigramIndex
}

// The phrases are normalized once, not for each catalog.
const normalizedSets = aliasSets.map(({ phrases, ...set }) =>
  Object.assign({ phrases: phrases.map(normalizedPhrase) }, set),
)

export function buildCategoryIndex(categories: readonly CatalogCategory[]): CategoryIndex {
  const groups = groupKeys(categories)
  const senses = new Map<string, Sense>()
  const missing = new Map<string, Missing>()
  for (const set of normalizedSets) addAliases(senses, missing, groups, set)
  const kinds = [...new Set(senses.values())]
  const relatedMains = relatedMainsByCategory(kinds)
  for (const [phrase, group] of groups.byPhrase)
    if (!senses.has(phrase)) addSense(senses, phrase, senseOfKeys(groups, group, relatedMains))
  for (const { key, name } of categories)
    if (name.toLowerCase() !== key.replaceAll('_', ' '))
      addSense(senses, normalizedPhrase(name), senses.get(groups.phraseOf(key)))
  for (const [phrase, sense] of senses) addCuisine(senses, phrase, sense)
  for (const [english, words] of spanishWords)
    for (const word of words) addSense(senses, normalizedPhrase(word), senses.get(normalizedPhrase(english)))
  const { things, requests } = addServices(senses, missing)
  const names = [...senses.keys()]
  const cores = coresOf(senses)
  const phrases = phrasesInCatalog({
    senses,
    missing,
    senseOfKey: key => tradeOfCategory(senses, groups.phraseOf(key)),
    meaningOfAll: several => meaningOfAll(several, kinds),
  })
  let trigrams: TrigramIndex | null = null
  let byWord: ReadonlyMap<string, readonly string[]> | null = null
  return {
    senses,
    missingOf: phrase => missing.get(phrase) ?? phrases.missing(phrase),
    kinds,
    joined: rekeyed(senses, phrase => phrase.replaceAll(' ', '')),
    cores,
    things,
    phrases: phrases.certain,
    asked: phrases.asked,
    isLacking: phrases.isListedNowhere,
    // A one-word request gets no stem: dispensaries sell "weed", but they do no "weeding".
    stems: rekeyed(
      new Map([...cores, ...senses].filter(([phrase]) => phrase.includes(' ') || !requests.has(phrase))),
      phrase => stemOf(phrase.split(' ')),
    ),
    wordsByLength: wordsByLength(names),
    phrasesByWord: () => (byWord ??= phrasesByWord(names)),
    trigrams: () => (trigrams ??= buildTrigrams(names.filter(phrase => !requests.has(phrase)))),
  }
}

/** Adds the phrases that customers use for services. Returns the things that trades work on, and the added phrases. */
function addServices(
  senses: Map<string, Sense>,
  missing: Map<string, Missing>,
): { things: Map<string, Sense>; requests: Set<string> } {
  const things = new Map<string, Sense>()
  const requests = new Set<string>()
  for (const { trade, things: thingsOfTrade, asked } of services) {
    const sense = senses.get(trade)
    const lacking = missing.get(trade)
    for (const thing of thingsOfTrade) addSense(things, thing, sense)
    for (const phrase of asked) {
      if (senses.has(phrase)) continue
      if (lacking !== undefined) missing.set(phrase, lacking)
      else {
        addSense(senses, phrase, sense)
        requests.add(phrase)
      }
    }
  }
  return { things, requests }
}

/** "Irrigation Companies" and "Irrigation" are categories of the same trade, so both mean the second one. */
function tradeOfCategory(senses: ReadonlyMap<string, Sense>, phrase: string): Sense | undefined {
  const own = senses.get(phrase)
  const wider = senses.get(withoutRoles(phrase.split(' ')).join(' '))
  const isSameTrade = own?.categories.every(category => wider?.categories.includes(category)) === true
  return isSameTrade ? wider : own
}

const byId = (categories: Iterable<CatalogCategory>): CatalogCategory[] =>
  [...new Set(categories)].toSorted((a, b) => a.id - b.id)

function addSense(senses: Map<string, Sense>, phrase: string, sense: Sense | undefined): void {
  if (sense && phrase !== '' && !senses.has(phrase)) senses.set(phrase, sense)
}

function addAliases(
  senses: Map<string, Sense>,
  missing: Map<string, Missing>,
  groups: KeyGroups,
  { label, phrases, keys, relatedMains, nearest }: AliasSet,
): void {
  const found = groups.select(keys)
  // An operator's own list may call a category "Plumbers" or "Law Firm".
  for (const phrase of phrases) for (const category of groups.byPhrase.get(phrase) ?? []) found.add(category)
  if (found.size === 0) {
    for (const phrase of phrases) missing.set(phrase, { label, nearest })
    return
  }
  const sense = {
    label,
    categories: byId(found),
    relatedMains: byId([...groups.generic, ...groups.select(relatedMains)]),
  }
  for (const phrase of [...phrases, normalizedPhrase(label)]) addSense(senses, phrase, sense)
}

/** For each category, the `relatedMains` of all alias sets that contain it. */
function relatedMainsByCategory(
  senses: Iterable<Sense>,
): ReadonlyMap<CatalogCategory, readonly (readonly CatalogCategory[])[]> {
  const byCategory = new Map<CatalogCategory, (readonly CatalogCategory[])[]>()
  for (const { categories, relatedMains } of senses)
    for (const category of categories) {
      const lists = byCategory.get(category)
      if (lists) lists.push(relatedMains)
      else byCategory.set(category, [relatedMains])
    }
  return byCategory
}

function senseOfKeys(
  groups: KeyGroups,
  group: readonly CatalogCategory[],
  relatedMains: ReadonlyMap<CatalogCategory, readonly (readonly CatalogCategory[])[]>,
): Sense {
  const categories = groups.withKindsBelow(group)
  // Categories with the same parent share one list, because there are thousands of categories.
  const lists = new Set(group.flatMap(category => relatedMains.get(category) ?? [groups.relativesOf(category)]))
  const [related = groups.generic, ...others] = lists
  return {
    label: group[0]?.name ?? '',
    categories: byId(categories),
    relatedMains: others.length === 0 ? related : byId([related, ...others].flat()),
  }
}

// "Thai" and "thai food" mean Thai restaurants, unless they already have a meaning.
function addCuisine(senses: Map<string, Sense>, phrase: string, sense: Sense): void {
  if (!phrase.endsWith(' restaurant')) return
  const cuisine = phrase.slice(0, -' restaurant'.length)
  for (const words of [cuisine, `${cuisine} food`]) addSense(senses, words, sense)
}

export const joinSenses = (label: string, senses: readonly Sense[]): Sense => ({
  label,
  categories: byId(senses.flatMap(({ categories }) => categories)),
  relatedMains: byId(senses.flatMap(({ relatedMains }) => relatedMains)),
})

function rekeyed(senses: ReadonlyMap<string, Sense>, toKey: (phrase: string) => string): Map<string, Sense> {
  const rekeyedSenses = new Map<string, Sense>()
  for (const [phrase, sense] of senses) addSense(rekeyedSenses, toKey(phrase), sense)
  return rekeyedSenses
}

function coresOf(senses: ReadonlyMap<string, Sense>): Map<string, Sense> {
  const cores = new Map<string, Sense>()
  for (const [phrase, sense] of senses) {
    const core = withoutRoles(phrase.replace(/^b2b /, '').split(' ')).join(' ')
    if (senses.has(core)) continue
    const other = cores.get(core)
    cores.set(core, other ? joinSenses(other.label, [other, sense]) : sense)
  }
  return cores
}

function phrasesByWord(phrases: readonly string[]): Map<string, string[]> {
  const byWord = new Map<string, string[]>()
  for (const phrase of phrases)
    for (const word of phrase.split(' ')) {
      const holders = byWord.get(word)
      if (holders) holders.push(phrase)
      else byWord.set(word, [phrase])
    }
  return byWord
}

function wordsByLength(phrases: string[]): Map<number, Set<string>> {
  const words = new Map<number, Set<string>>()
  for (const phrase of phrases)
    for (const word of phrase.split(' ')) {
      const sameLength = words.get(word.length) ?? new Set()
      words.set(word.length, sameLength.add(word))
    }
  return words
}
