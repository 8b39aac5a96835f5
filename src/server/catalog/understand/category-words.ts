const MAX_LENGTH = 200
const MAX_WORDS = 12

/** Words that fit any kind of business and do not identify one. */
const fillers = new Set(
  `a an the of for my your our all any in at on to with find get hire need looking list local nearby near me closest
  best top good great cheap affordable inexpensive discount quality professional trusted reliable licensed certified
  independent small new family owned experienced expert 24 7 hour hr open now usa area town me close nearest
  around someone somebody anyone please`.split(/\s+/),
)

/**
 * Words for the form of a business ("shop") instead of its trade, and for what users want from it ("dentist emails").
 * They are ignored after the words for the trade.
 */
const roles = new Set(
  `service company business firm contractor provider agent specialist expert pro professional agency operator installer
  technician store shop outlet mart retailer dealer seller vendor center centre clinic office practice place location
  studio facility parlor team crew contact lead email owner`.split(/\s+/),
)

// People, not trades. They are not typos of trades either: "parents" does not mean patents.
const people = new Set(
  `parent student tourist renter tenant senior veteran teacher homeowner landlord patient shopper traveler commuter
  neighbor resident retiree teen adult people`.split(/\s+/),
)
export const isPerson = (word: string) => people.has(word)

const ownedThings = new Set(
  `cat dog pet horse home house property condo land pool car truck vehicle boat rv motorcycle bike gun business`.split(
    ' ',
  ),
)
/** Whether the words mean customers of trades instead of a trade: "pool owners". "Gym owners" run a business. */
export const areOwnersOfThings = (words: readonly string[]): boolean =>
  words.at(-1) === 'owner' && words.length > 1 && words.slice(0, -1).every(word => ownedThings.has(word))

/** Words that narrow a kind of business without changing it: a mobile mechanic, a family dentist, a luxury hotel. */
const qualifiers = new Set(
  `family kid children mobile luxury emergency commercial residential custom certified female male senior organic
  boutique budget holistic modern vintage upscale downtown neighborhood freelance private full online industrial
  wholesale retail used antique bilingual spanish speaking black woman women men veteran fine casual indoor outdoor
  rooftop artisan gourmet high end general express craft regional national affordable top rated self serve`.split(
    /\s+/,
  ),
)

/** Words for what is done to a thing, or why: "repair" in "toilet repair", "broken" in "broken windshield". */
const actions = new Set(
  `repair repairs repairing fix fixing fixed replace replacing replacement install installing installation installer
  service servicing mount mounting restore restoration rebuild adjustment unclog unclogging clogged broken cracked
  leaking leaky leak maintenance technician tech specialist contractor estimate guy man person people or system
  upgrade partial inspection`.split(/\s+/),
)
export const isAction = (word: string) => actions.has(word)

export const isFiller = (word: string) => fillers.has(word)
export const isQualifier = (word: string) => qualifiers.has(word)
export const isRole = (word: string) => roles.has(word)

const dealers = new Set(['dealer', 'seller', 'vendor'])
export const isDealer = (word: string) => dealers.has(word)

const shops = new Set(['store', 'shop', 'outlet', 'mart', 'retailer', ...dealers])
export const isShop = (word: string) => shops.has(word)

/** The first twelve words in lower case and in the singular, without diacritics, punctuation, and "and". */
export const wordsOf = (text: string): string[] =>
  plain(text.slice(0, MAX_LENGTH))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '' && word !== 'and')
    .slice(0, MAX_WORDS)
    .map(singular)

/** The words of `wordsOf` as one text. The lookup tables use such phrases as keys. */
export const normalizedPhrase = (text: string): string => wordsOf(text).join(' ')

// A server start processes thousands of keys. Nearly all of them are already plain.
const plain = (text: string) =>
  /^[a-z\d_ ]*$/.test(text)
    ? text
    : text
        .normalize('NFKD')
        .replaceAll(/[\p{M}'’`]/gu, '')
        .toLowerCase()

function singular(word: string): string {
  if (word.length <= 3) return word
  if (word.endsWith('ies') || word.endsWith('ie')) return `${word.slice(0, word.lastIndexOf('ie'))}y`
  if (/(?:ss|sh|ch|x|zz)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') && !/(?:ss|us|nis|sis)$/.test(word) ? word.slice(0, -1) : word
}

/** Removes everything after "in" or "near". */
export function withoutPlace(words: string[]): string[] {
  const place = words.findIndex(
    (word, position) => position > 0 && /^(?:in|near|nearby|around|within|for|cerca)$/.test(word),
  )
  return place === -1 ? words : words.slice(0, place)
}

/** Removes fillers and everything after "in" or "near". Returns all words if nothing else remains. */
export function withoutFillers(words: string[]): string[] {
  const kept = withoutPlace(words).filter(word => !fillers.has(word))
  return kept.length > 0 ? kept : words
}

export function withoutRoles(words: string[]): string[] {
  const last = words.findLastIndex(word => !roles.has(word))
  return last === -1 ? words : words.slice(0, last + 1)
}

/** The words without their last role, without their last two, and so on: "pool service company", "pool service", "pool". */
export function* withFewerRoles(words: string[]): Generator<string[]> {
  for (let length = words.length - 1; length > 0 && roles.has(words[length] ?? ''); length--)
    yield words.slice(0, length)
}

// Words that mean the same in the names of trades. A phrase is also tried with `to` in place of `from`.
const synonyms: readonly (readonly [from: string, to: string])[] = [
  ['food', 'restaurant'],
  ['cuisine', 'restaurant'],
  ['place', 'restaurant'],
  ['attorney', 'lawyer'],
  ['attorney', 'law'],
  ['lawyer', 'law'],
  ['shop', 'store'],
  ['store', 'shop'],
  ['car', 'auto'],
  ['auto', 'car'],
  ['automotive', 'auto'],
  ['automobile', 'auto'],
  ['bicycle', 'bike'],
  ['bike', 'bicycle'],
  ['house', 'home'],
  ['home', 'house'],
  ['physician', 'doctor'],
  ['theatre', 'theater'],
  ['fixing', 'repair'],
  ['maintenance', 'repair'],
  ['hospital', 'clinic'],
  ['dealership', 'dealer'],
  ['lesson', 'school'],
  ['class', 'school'],
]

/** All variants of the words with one word replaced by a synonym. */
export const withSynonyms = (words: string[]): string[][] =>
  synonyms.filter(([from]) => words.includes(from)).map(([from, to]) => words.map(word => (word === from ? to : word)))

const MIN_STEM_LENGTH = 4

/** The same stem for "painter", "painters", and "painting". */
export const stemOf = (words: readonly string[]): string =>
  words
    .map(word => {
      const stem = word.replace(/(?:ing|er)$/, '').replace(/e$/, '')
      return stem.length >= MIN_STEM_LENGTH ? stem : word
    })
    .join(' ')
