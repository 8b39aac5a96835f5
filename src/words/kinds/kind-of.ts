import { wordsOf } from '../text.ts'
import { isGenericCategory, isLandscape } from './generic-categories.ts'
import { type Kind, plainKey, selectedKeys } from './kind.ts'
import { lookUp } from './look-up.ts'
import { readCategory } from './read-category.ts'
import { firstName } from './renamed-categories.ts'
import { beginningOf, coreOf, FIRM, isFiller, PLACE } from './roles.ts'
import { beginningsFor, kindOfKey, meaningOfJoined } from './vocabulary.ts'

/** `domain`: that of its own website. */
export type NamedBusiness = { name: string; town: string | null; domain: string | null }

/**
 * The categories of a business. `toldBy`: what confirms the main one: its name, its website, or only the source.
 * `otherName`: the name means another kind, which is the second category. Null if there is no category.
 */
export type BusinessKind = { keys: string[]; toldBy: 'name' | 'website' | 'otherName' | 'source' | null }

const MAX_LENGTH = 200
const MAX_WORDS = 4
const MAX_KEYS = 10
const MIN_LETTERS_OF_DOMAIN = 5

/**
 * The categories of a business, the main one first, from those of its source. A specific category stays. If the source
 * has only a generic one, the name may name a better one: "Ace Plumbing". If the name means something other than a
 * specific category, its kind becomes the second category.
 */
export function kindOf(business: NamedBusiness, sourceKeys: readonly string[]): BusinessKind {
  const sorted = sourceKeys.toSorted((a, b) => Number(isGenericCategory(a)) - Number(isGenericCategory(b)))
  const [main, ...others] = sorted
  const named = kindOfName(business)
  const namedKey = named?.key
  if (main === undefined || isGenericCategory(main)) {
    const isNamed = namedKey !== undefined
    return { keys: few([namedKey, ...sorted]), toldBy: isNamed ? 'name' : main === undefined ? null : 'source' }
  }
  const toldBy = confirmation(business, named, main)
  return { keys: few(toldBy === 'otherName' ? [main, namedKey, ...others] : sorted), toldBy }
}

const few = (keys: readonly (string | undefined)[]): string[] =>
  [...new Set(keys.filter(key => key !== undefined))].slice(0, MAX_KEYS)

type NamedKind = { kind: Kind; key: string | undefined }

/**
 * The key with the same name as the words, or else the main one: "motorcycle_repair" for "motorcycle repair shop". The
 * key may lack a word such as "clinic", "office", or "company", but not "store", and no filler such as "commercial".
 */
const keyOf = (kind: Kind, words: readonly string[]): string | undefined => {
  const { main, byName } = keysOfKinds.getOrInsertComputed(kind, keysOf)
  const { role } = coreOf(words)
  const ofWhatItDoes = role === FIRM || role === PLACE ? byName.get(nameOf(words, '')) : undefined
  return byName.get(nameOf(words, role)) ?? ofWhatItDoes ?? main
}

type Keys = { main: string | undefined; byName: ReadonlyMap<string, string> }

const keysOfKinds = new WeakMap<Kind, Keys>()

/** If a category was renamed, the first of its keys in the kind. Keys that no list of categories has get no name. */
function keysOf(kind: Kind): Keys {
  const all = kind.keys.filter(key => !/^[-*]/.test(key)).map(plainKey)
  const first = (key: string) => all.find(other => firstName(other) === firstName(key)) ?? key
  const listed = all.filter(key => kindOfKey(key) !== undefined).map(key => [wordsOf(key), first(key)] as const)
  const byName = new Map(listed.toReversed().map(([words, key]) => [nameOf(words, coreOf(words).role), key]))
  return { main: all[0], byName }
}

const nameOf = (words: readonly string[], role: string): string =>
  [...words.filter(isFiller), coreOf(words).core, role].join(' ')

function confirmation({ name, domain }: NamedBusiness, named: NamedKind | null, main: string): BusinessKind['toldBy'] {
  const { all, rare } = beginningsFor(main)
  const words = wordsOf(name.slice(0, MAX_LENGTH))
  if (words.some(word => beginsWithAny(word, rare)) || headsOf(name).some(head => beginsWithAny(head, all)))
    return 'name'
  if (named !== null && selectedKeys(named.kind).includes(main)) return 'name'
  if (named?.key !== undefined) return 'otherName'
  return domain !== null && domainEndsWith(domain, main) ? 'website' : 'source'
}

const beginsWithAny = (word: string, starts: ReadonlySet<string>): boolean =>
  beginningOf(word).some(start => starts.has(start))

/** The last telling word of each part of a name: "plumbing" and "heating" in "Ace Plumbing & Heating of Boulder". */
const headsOf = (name: string): string[] =>
  name
    .slice(0, MAX_LENGTH)
    .split(/\s(?:of|at|in|by|from|with|near|for|@|and)\s|\s[-–—|]\s|[,(:;&+/]/i)
    .flatMap(part => wordsOf(part).findLast(word => beginningOf(word).length > 0) ?? [])

/** Whether a domain ends with a name of the category: "acmeplumbing.com". */
function domainEndsWith(domain: string, main: string): boolean {
  const letters = domain.replace(/\.[a-z]+$/, '').replaceAll(/[^a-z]/g, '')
  for (let length = MIN_LETTERS_OF_DOMAIN; length <= letters.length; length++) {
    const ending = letters.slice(-length)
    const meaning = meaningOfJoined(ending) ?? (ending.endsWith('s') ? meaningOfJoined(ending.slice(0, -1)) : undefined)
    if (meaning?.kinds.some(kind => selectedKeys(kind).includes(main)) === true) return true
  }
  return false
}

const legalForms = /(?:[\s,]+(?:inc|llc|l\.l\.c|ltd|co|corp|corporation|company|pllc|pc|p\.c|llp|lp)\.?)+$/i
// What follows a dash or stands in parentheses is often a place, a branch, or a slogan.
const addition = /\s[-–—|(].*$/
const beforePlace = new Set(['of', 'at', 'in', 'near'])
/** Before "of" and "for", these words do not change what a business is: a "Center for Dermatology". */
const beforeFor = new Set(['center', 'centre', 'clinic', 'institute', 'associate', 'office', 'department'])

/** The kind that a name says: at its end ("Ace Plumbing"), or before "of" ("Law Offices of Ann Lee"). */
function kindOfName({ name, town }: NamedBusiness): NamedKind | null {
  const own = name.slice(0, MAX_LENGTH).replace(addition, '').replace(legalForms, '')
  const [first = ''] = own.split(', ')
  return kindAtEnd(own, town) ?? (first === own ? null : kindAtEnd(first, town))
}

function kindAtEnd(name: string, town: string | null): NamedKind | null {
  const all = wordsOf(name)
  const words = withoutTown(all, town)
  for (let count = Math.min(MAX_WORDS, words.length); count > 0; count--) {
    const ending = words.slice(-count)
    const kind = isFiller(ending[0] ?? '') ? null : namedKind(ending)
    if (kind !== null && hasOwnName(words.slice(0, -count), all.length > words.length)) return kind
  }
  const of = words.indexOf('of')
  return of > 0 ? namedKind(words.slice(0, of)) : null
}

function namedKind(words: readonly string[]): NamedKind | null {
  const meaning = lookUp(words)
  const [kind, other] = meaning?.kinds ?? []
  if (kind === undefined || other !== undefined || meaning?.isDoubtful === true) return null
  const key = keyOf(kind, words)
  return isLandscape(key) ? null : { kind, key }
}

/** Whether the words before the kind are a name. A "School of Dentistry" is no dentist. */
function hasOwnName(words: readonly string[], hasTown: boolean): boolean {
  const last = words.at(-1)
  if (last === undefined) return hasTown
  if (last === 'for' || last === 'of') return beforeFor.has(words.at(-2) ?? '')
  return last !== 'the'
}

/** The words without the town at the end: "Ace Plumbing of Boulder". */
function withoutTown(words: readonly string[], town: string | null): readonly string[] {
  const place = town === null ? [] : wordsOf(town)
  const start = words.length - place.length
  if (place.length === 0 || start < 1 || place.some((word, index) => words[start + index] !== word)) return words
  const kept = words.slice(0, start)
  return kept.length > 1 && beforePlace.has(kept.at(-1) ?? '') ? kept.slice(0, -1) : kept
}

/** The key for the words of a list for a category: "plumbing" for "Plumber". Null if they are no kind. */
export function keyOfCategory(words: string): string | null {
  const reading = readCategory(words)
  if (reading.is !== 'certain' || reading.kinds.length > 1) return null
  return keyOf(reading.kinds[0], wordsOf(words)) ?? null
}
