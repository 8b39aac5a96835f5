import { rowsOf, entriesOf } from '../list-file.ts'

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Words that fit any kind of business, so they do not distinguish kinds. */
const fillers = setOf(
  `a an the of for my your our all any in at on to with find get hire need looking list local nearby near me closest
  best top good great cheap affordable inexpensive discount quality professional trusted reliable licensed certified
  insured independent new experienced 24 7 hour hr open now usa area nearest commercial residential
  emergency please owner cerca de mi el la los las`,
)
export const isFiller = (word: string): boolean => fillers.has(word)

/** Words for the form of a business that do not change what it does. */
const forms = setOf(
  `service company business firm contractor provider agent agency specialist expert pro professional operator
  technician installer team crew guy`,
)
export const FIRM = 'firm'
export const SHOP = 'shop'
export const PLACE = 'place'
/** Words for where or how a business sells. Two businesses with different ones are different businesses. */
const roles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    [PLACE]: 'center clinic office practice place location studio facility parlor salon',
    [SHOP]: 'store shop outlet mart retailer dealer dealership seller vendor merchant',
    supply: 'supplier supply',
    wholesale: 'distributor wholesaler wholesale',
    maker: 'manufacturer maker factory fabricator producer manufacturing',
  }).flatMap(([role, words]) => words.split(' ').map(word => [word, role] as const)),
)
export const isRole = (word: string): boolean => forms.has(word) || roles.has(word)

/** A "shoe repair shop" is the same as "shoe repair". */
const isActivity = (word: string): boolean => /ing$|^(?:repair|rental|alteration|wash)$/.test(word)

/** The usual word for others that mean the same in the names of trades. */
const usual: ReadonlyMap<string, string> = new Map(
  rowsOf('same-words.txt').flatMap(([word = '', others = '']) =>
    entriesOf(others).map(other => [other, word] as const),
  ),
)

/** What words are about, whatever their order. Empty if they only name a form of business. */
export type Core = {
  core: string
  /** How such a business sells. `FIRM`: the words name one thing, and only say that it is a business. */
  role: string
}

/** "repair shoe" for "shoe repair services"; "shoe" and the role "shop" for "shoe stores". */
export function coreOf(words: readonly string[]): Core {
  const kept = words.filter(word => !isFiller(word)).map(word => usual.get(word) ?? word)
  const last = kept.findLastIndex(word => !isRole(word))
  const own = kept.slice(0, last + 1)
  const behind = kept.slice(last + 1)
  const role = roleOf(behind, own.at(-1) ?? '')
  if (own.length === 1) return { core: own[0] ?? '', role: role === '' && behind.length > 0 ? FIRM : role }
  return { core: [...new Set(own.map(stemOf))].toSorted().join(' '), role }
}

function roleOf(words: readonly string[], thing: string): string {
  const found = new Set(words.flatMap(word => roles.get(word) ?? []))
  // A supply store is a supplier.
  if (found.has('supply') || isActivity(thing)) found.delete(SHOP)
  return [...found].toSorted().join(' ')
}

const MIN_STEM_LENGTH = 4

/** "paint" for "painter" and "painting". */
function stemOf(word: string): string {
  const stem = word.replace(/(?:ing|er)$/, '').replace(/e$/, '')
  return stem.length >= MIN_STEM_LENGTH ? stem : word
}

const BEGINNING = 5
const SHORTEST = 3
/** Words that so many kinds use that they name none of them. */
const shared = setOf(
  'home house repair rental equipment supply product material school class lesson group club food general public building',
)

/** The beginning that a word shares with others of its trade: "plumb" for "plumbing". Empty if it names no trade. */
export const beginningOf = (word: string): string[] =>
  word.length < SHORTEST || isFiller(word) || isRole(word) || shared.has(word) ? [] : [word.slice(0, BEGINNING)]
