import { groupNamed, readGroups } from '#server/catalog/words/word-file.ts'

const groups = readGroups('request-words.txt')
const entries = (heading: string): ReadonlySet<string> => new Set(groupNamed(groups, heading))

export const wishes = entries('wishes')
export const ownOpenings = entries('own')
export const theirOpenings = entries('theirs')
export const troubles = entries('troubles')
export const mishaps = entries('mishaps')
const people = entries('people')
const persons = entries('persons')
const customers = entries('customers')
const whereabouts = entries('whereabouts')
const links = entries('links')
const determiners = entries('determiners')
const looks = entries('looks')
const circumstances = entries('circumstances')
const otherUsers = entries('otherusers')
const premises = entries('premises')

const MAX_LENGTH = 200
const LONGEST_ENTRY = 7
const MAX_CUTS = 4
const sameWords: ReadonlyMap<string, string> = new Map([
  ['we', 'i'],
  ['our', 'my'],
  ['us', 'me'],
  ['weve', 'ive'],
  ['feet', 'foot'],
  ['glasses', 'eyeglasses'],
])
const saysLittle = new Set([
  'really',
  'just',
  'also',
  'urgently',
  'desperately',
  'badly',
  'still',
  'please',
  'hi',
  'hello',
  'hey',
])

/** The words of a sentence in lower case, with "I" for "we", and without "near me" at the end. */
export function sentenceWords(typed: string): string[] {
  const plain = typed
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/^were\b/g, 'im')
  const words = (plain.match(/[\p{L}\p{N}&]+/gu) ?? [])
    .filter(word => !saysLittle.has(word))
    .map(word => sameWords.get(word) ?? word)
  return withoutPersons(words.join(' '))
    .replace(/ (?:nearby|(?:near|close to|around) (?:me|here|my area)|in my area)$/, '')
    .split(' ')
}

/** "My son needs" braces, or "where can my kids" swim, is what the customer needs. */
function withoutPersons(words: string): string {
  const [whole, before = '', person = '', after = ''] =
    /^(|(?:where|how) (?:can|do|does|could|should) )my (\w+) (needs? |wants? |would like |has to |\w+)/.exec(words) ??
    []
  if (whole === undefined || !persons.has(person)) return words
  if (before !== '') return `${before.replace('does', 'do')}i ${after}${words.slice(whole.length)}`
  return /^(?:needs?|wants?|would like|has to) $/.test(after)
    ? `i ${after.replace(/(?<=need|want)s/, '').replace('has to', 'have to')}${words.slice(whole.length)}`
    : words
}

/** Whether only customers are asked for: "I need more clients". */
export const areCustomers = (thing: string): boolean => customers.has(thing)

/** Whether the words ask for a thing for an animal or a machine: "a bed for my dog". */
export const isForOtherUser = (words: readonly string[]): boolean =>
  words.some(
    (word, position) =>
      word === 'for' && otherUsers.has(words.slice(position + 1).find(next => !determiners.has(next)) ?? ''),
  )

/** Whether the thing is a business that people own: "a restaurant". */
export const isPremises = (thing: string): boolean =>
  premises.has(thing) || premises.has(thing.slice(thing.lastIndexOf(' ') + 1))

/** How many words of the start, or from the position on, are an entry. */
export function entryLength(set: ReadonlySet<string>, words: readonly string[], position = 0): number {
  for (let length = Math.min(LONGEST_ENTRY, words.length - position); length > 0; length--)
    if (set.has(words.slice(position, position + length).join(' '))) return length
  return 0
}

const first = (words: readonly string[], isIt: (word: string) => boolean): number => {
  const end = words.findIndex(word => !isIt(word))
  return end === -1 ? words.length : end
}

/** "A good place where I can": where the words for people and their links end, and whether the customer does what follows. */
export function peopleAtStart(words: readonly string[]): { end: number; isOwn: boolean } | null {
  const start = first(words, word => determiners.has(word) || looks.has(word))
  const person = words[start] ?? ''
  if (!people.has(person)) return null
  const rest = words.slice(start + 1)
  const count = first(rest, word => links.has(word))
  if (count === 0) return null
  const isOwn = whereabouts.has(person) && rest.slice(0, count).some(word => word === 'to' || word === 'i')
  return { end: start + 1 + count, isOwn }
}

/** Whether the words from the position on say when, where, or for whom. */
export const isCircumstance = (words: readonly string[], position: number): boolean =>
  entryLength(circumstances, words, position) > 0

/**
 * The thing in "an old couch in the garage for my mom": with and without what follows it, and without words for its looks.
 * The longest one comes first.
 */
export function thingsIn(words: readonly string[]): string[] {
  const cuts = words.flatMap((_, position) => (position > 0 && isCircumstance(words, position) ? [position] : []))
  const whole = cuts.length === 0 ? [words.length] : []
  const ends = [...whole, ...cuts.slice(0, MAX_CUTS).toReversed()]
  const reordered = cuts.slice(0, 1).flatMap(position => partOfWhole(words, position))
  const things = ends.map(end => words.slice(0, end).filter(word => !determiners.has(word)))
  const all = [...reordered, ...things].flatMap(thing => [thing, thing.filter(word => !looks.has(word))])
  return [...new Set(all.map(thing => thing.join(' ')))].filter(thing => thing !== '')
}

/** "Crack in my windshield" is a "windshield crack", and a "doctor for my foot" a "foot doctor". */
function partOfWhole(words: readonly string[], position: number): string[][] {
  if (!/^(?:for|in|on|of)$/.test(words[position] ?? '')) return []
  const rest = words.slice(position + 1)
  const end = rest.findIndex((_, next) => next > 0 && isCircumstance(rest, next))
  const whole = (end === -1 ? rest : rest.slice(0, end)).filter(word => !determiners.has(word))
  const part = words.slice(0, position).filter(word => !determiners.has(word))
  return whole.length === 0 || whole.length > 2
    ? []
    : [
        [...whole, ...part],
        [...whole.slice(-1), ...part],
      ]
}

/** Words that do not say what a sentence is about. */
export const isAboutNothing = (word: string): boolean =>
  determiners.has(word) || looks.has(word) || links.has(word) || circumstances.has(word) || helpers.has(word)

const helpers = new Set(
  `i me im ive is are was be been am do does did get got have has had having need needs want wants there theres it its he
  she they them out of off take went go going looking find where how who what whats someone somebody anyone place`.split(
    /\s+/,
  ),
)
