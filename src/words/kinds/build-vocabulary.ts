import { blocksOf, entriesOf, linesOf } from '../list-file.ts'
import { tableText } from '../table.ts'
import { phraseOf, wordsOf } from '../text.ts'
import { categoryName } from './category-name.ts'
import { isGenericCategory } from './generic-categories.ts'
import { type Kind, plainKey, selectedKeys } from './kind.ts'
import { firstName, renamedKeys } from './renamed-categories.ts'
import { beginningOf, coreOf, isFiller } from './roles.ts'

const topics = ['food', 'health', 'home', 'automotive', 'shopping', 'professional', 'leisure', 'trades', 'lacking']
const categoryTopics = 'business food health home leisure professional public retail vehicles others'.split(' ')

/**
 * The vocabulary as a text: a line with all kinds as JSON, and a table. The first character of a key says what it is:
 * "=" a phrase, "~" a phrase without spaces, "#" what a phrase is about and its role (see `coreOf`), ":" the key of a
 * category. Their values are the positions of kinds, after "?" if the meaning is doubtful. The value of "%" and a word
 * is the number of phrases with it. The value of "@" and a category key is a list of beginnings of words for the
 * category (see `beginningOf`), each after "!" if few kinds have it.
 */
export function buildVocabulary(): string {
  const vocabulary = new VocabularyBuilder()
  const described = topics.flatMap(describedKinds)
  for (const { kind } of described) vocabulary.addKind(kind)
  for (const { kind, phrases } of described) vocabulary.addNames(kind, phrases)
  const categories = readCategories()
  for (const key of new Set([...categories.map(({ key: listed }) => listed), ...renamedKeys]))
    vocabulary.addCategory(key)
  for (const { key, phrases, doubtful } of categories) vocabulary.addPhrases(key, phrases, doubtful)
  return vocabulary.text()
}

/** The block with this heading has the `relatedMains` of all kinds in the file that do not have their own. */
const EVERY_KIND = '*'
/** After "+", this stands for the keys of all kinds in the file. */
const EVERY_KEY = '*'

function describedKinds(topic: string): { kind: Kind; phrases: string[] }[] {
  const blocks = blocksOf(`kinds/${topic}.txt`)
  const everyKey = blocks.flatMap(({ lines }) => marked('= ', lines)).filter(key => !key.startsWith('-'))
  const mainsOf = (lines: readonly string[]) =>
    marked('+ ', lines).flatMap(key => (key === EVERY_KEY ? everyKey : [key]))
  const common = mainsOf(blocks.find(({ heading }) => heading === EVERY_KIND)?.lines ?? [])
  return blocks
    .filter(({ heading }) => heading !== EVERY_KIND)
    .map(({ heading, lines }) => {
      const own = mainsOf(lines)
      const kind: Kind = {
        label: heading,
        keys: marked('= ', lines),
        relatedMains: own.length > 0 ? own : common,
        nearest: lines.filter(line => line.startsWith('~ ')).flatMap(line => entriesOf(line.slice(2))),
        isDescribed: true,
      }
      return { kind, phrases: [heading, ...lines.filter(line => !/^[=+~] /.test(line)).flatMap(entriesOf)] }
    })
}

const marked = (mark: string, lines: readonly string[]): string[] =>
  lines.filter(line => line.startsWith(mark)).flatMap(line => line.slice(mark.length).split(' '))

const readCategories = () =>
  categoryTopics.flatMap(topic =>
    linesOf(`categories/${topic}.txt`).map(line => {
      const [key = '', phrases = '', doubtful = ''] = line.split('|')
      return { key: key.trim(), phrases: entriesOf(phrases), doubtful: entriesOf(doubtful) }
    }),
  )

/** A word in the names of at most so many kinds confirms a category wherever it is in a name (`kind-of.ts`). */
const FEW_KINDS = 2

const firstPhrase = (key: string): string => phraseOf(firstName(key))

type Listed = { kinds: Set<number>; isDoubtful: boolean }

class VocabularyBuilder {
  readonly #kinds: Kind[] = []
  /** By phrase: the names of kinds and categories. They replace what the lists of categories say. */
  readonly #names = new Map<string, number>()
  readonly #phrases = new Map<string, Listed>()
  readonly #kindsOfKeys = new Map<string, number>()
  readonly #kindsByMainKey = new Map<string, number>()
  /** By category key: the beginnings of the words for its kinds. */
  readonly #beginnings = new Map<string, ReadonlySet<string>>()
  /** How many kinds have a word that begins so. */
  readonly #kindsByBeginning = new Map<string, number>()

  addKind(kind: Kind): void {
    this.#kinds.push(kind)
    const [main = ''] = kind.keys
    if (!this.#kindsByMainKey.has(plainKey(main))) this.#kindsByMainKey.set(plainKey(main), this.#kinds.length - 1)
    this.#addName(kind.label, this.#kinds.length - 1)
  }

  addNames(kind: Kind, phrases: readonly string[]): void {
    const beginnings = new Set(tellingWords(phrases).flatMap(beginningOf))
    for (const beginning of beginnings)
      this.#kindsByBeginning.set(beginning, (this.#kindsByBeginning.get(beginning) ?? 0) + 1)
    for (const key of selectedKeys(kind))
      this.#beginnings.set(key, beginnings.union(this.#beginnings.get(key) ?? new Set()))
    for (const phrase of phrases) this.#addName(phrase, this.#kinds.indexOf(kind))
  }

  /** Adds a category with its own name, unless it fits any trade. */
  addCategory(key: string): void {
    if (isGenericCategory(key)) return
    const kind = this.#kindOfKey(key)
    const keys = this.#kinds[kind]?.keys
    if (keys?.map(plainKey).includes(key) === false) keys.push(`${key}!`)
    this.#addName(key, kind)
    this.#addName(categoryName(key), kind)
    // "Thai food" and "bar and grill" are restaurants. A single word may mean something else: "meat".
    const dish = /^(.+)_restaurant$/.exec(key)?.[1]
    if (dish === undefined) return
    this.#addName(`${dish}_food`, kind)
    if (dish.includes('_')) this.#addName(dish, kind)
  }

  addPhrases(key: string, certain: readonly string[], doubtful: readonly string[]): void {
    const kind = this.#kindOfKey(key)
    for (const phrase of certain) this.#addPhrase(withoutFillers(phrase), kind, false)
    for (const phrase of doubtful) this.#addPhrase(withoutFillers(phrase), kind, true)
  }

  text(): string {
    this.#addOtherNames()
    for (const [phrase, kind] of this.#names) this.#phrases.set(phrase, { kinds: new Set([kind]), isDoubtful: false })
    return `${JSON.stringify(this.#kinds)}\n${tableText(this.#entries())}`
  }

  /** A selector also selects the other names of its key, and its key in the singular or plural. */
  #addOtherNames(): void {
    const keys = [...renamedKeys, ...this.#kindsOfKeys.keys()]
    const byName = Map.groupBy(new Set(keys), firstPhrase)
    const expanded = (selector: string): string[] => {
      const key = plainKey(selector)
      if (selector.startsWith('*')) return [selector]
      return [...new Set([key, ...(byName.get(firstPhrase(key)) ?? [])])].map(name => selector.replace(key, name))
    }
    for (const kind of this.#kinds) {
      kind.keys = kind.keys.flatMap(expanded)
      kind.relatedMains = kind.relatedMains.flatMap(expanded)
    }
  }

  #addName(text: string, kind: number): void {
    const phrase = phraseOf(text)
    if (!this.#names.has(phrase)) this.#names.set(phrase, kind)
  }

  #addPhrase(phrase: string, kind: number, isDoubtful: boolean): void {
    addMeaning(this.#phrases, phrase, { kinds: [kind], isDoubtful })
  }

  /** The kind with the name of the category, or with the category as its main one, or else a kind of its own. */
  #kindOfKey(key: string): number {
    const name = firstName(key)
    const known =
      this.#kindsOfKeys.get(name) ??
      this.#names.get(phraseOf(key)) ??
      this.#names.get(phraseOf(name)) ??
      this.#kindsByMainKey.get(key) ??
      this.#kindsByMainKey.get(name)
    const kind = known ?? this.#kinds.length
    if (known === undefined)
      this.#kinds.push({ label: categoryName(name), keys: [name], relatedMains: [], nearest: [], isDescribed: false })
    this.#kindsOfKeys.set(name, kind)
    return kind
  }

  *#entries(): Generator<[key: string, value: string]> {
    const forms = new Map<string, Listed>()
    const counts = new Map<string, number>()
    for (const [phrase, meaning] of this.#phrases) {
      const words = phrase.split(' ')
      const { core, role } = coreOf(words)
      addMeaning(forms, `=${phrase}`, meaning)
      if (words.length > 1) addMeaning(forms, `~${words.join('')}`, meaning)
      if (core !== '' && !losesMeaning(words, core)) addMeaning(forms, `#${core}|${role}`, meaning)
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
    for (const [form, { kinds, isDoubtful }] of forms) yield [form, `${isDoubtful ? '?' : ''}${[...kinds].join(',')}`]
    for (const [word, count] of counts) yield [`%${word}`, String(count)]
    for (const key of new Set([...renamedKeys, ...this.#kindsOfKeys.keys()])) {
      const own = wordsOf(key).flatMap(beginningOf)
      const all = [...new Set([...own, ...(this.#beginnings.get(key) ?? [])])]
      const isRare = (beginning: string) => (this.#kindsByBeginning.get(beginning) ?? 0) <= FEW_KINDS
      if (all.length > 0) yield [`@${key}`, all.map(start => (isRare(start) ? `!${start}` : start)).join(',')]
    }
    for (const key of renamedKeys) yield [`:${key}`, String(this.#kindOfKey(key))]
    for (const [key, kind] of this.#kindsOfKeys) if (!renamedKeys.has(key)) yield [`:${key}`, String(kind)]
  }
}

/**
 * The words of the phrases, but only the last one of those that end with a word which alone names the kind: a
 * "pediatric surgeon" is a surgeon, but "pediatric" tells none.
 */
function tellingWords(phrases: readonly string[]): string[] {
  const all = phrases.map(wordsOf)
  const alone = new Set(all.filter(words => words.length === 1).flat())
  return all.flatMap(words => (alone.has(words.at(-1) ?? '') ? words.slice(-1) : words))
}

/** Without fillers, "white goods" would say what a white company is, and "HR training" what a training center is. */
const losesMeaning = (words: readonly string[], core: string): boolean => words.some(isFiller) && !core.includes(' ')

function addMeaning(
  table: Map<string, Listed>,
  form: string,
  { kinds, isDoubtful }: { kinds: Iterable<number>; isDoubtful: boolean },
): void {
  const known = table.getOrInsertComputed(form, () => ({ kinds: new Set(), isDoubtful: false }))
  for (const kind of kinds) known.kinds.add(kind)
  known.isDoubtful ||= isDoubtful
}

/** The phrase without fillers, unless fewer than two words are left. */
function withoutFillers(text: string): string {
  const words = phraseOf(text).split(' ')
  const kept = words.filter(word => !isFiller(word))
  return (kept.length > 1 ? kept : words).join(' ')
}
