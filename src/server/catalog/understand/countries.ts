import { stateCode } from '#server/catalog/gazetteer/states.ts'
import { keyOfWords, plainWords } from '#server/catalog/gazetteer/town-key.ts'

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const partsOfTheUnitedKingdom = ['UK', 'England', 'Scotland', 'Wales', 'Northern Ireland']

// The names of all codes of two letters. A name that a state has too, such as Georgia, means the state.
const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const keys: ReadonlySet<string> = new Set(
  LETTERS.flatMap(first => LETTERS.map(second => names.of(first + second) ?? ''))
    .concat(partsOfTheUnitedKingdom)
    .filter(name => name !== '' && stateCode(name) === null && !/united states|u\.s\./i.test(name))
    .map(name => keyOfWords(plainWords(name))),
)

/** Whether the words name another country, such as "China". There are also small towns with such names. */
export const isCountry = (words: string): boolean => keys.has(keyOfWords(plainWords(words)))
