import { stateCode } from '#server/catalog/gazetteer/states.ts'
import { townKey } from '#server/catalog/gazetteer/town-key.ts'

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const partsOfTheUnitedKingdom = ['UK', 'England', 'Scotland', 'Wales', 'Northern Ireland']
// Without New Brunswick, which is also a large town in New Jersey.
const partsOfCanada = ['Ontario', 'Quebec', 'British Columbia', 'Alberta', 'Manitoba', 'Saskatchewan', 'Nova Scotia']

// The names of all countries and territories with a two-letter code. If a state has the same name, as Georgia does, the
// name means the state.
const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const keys: ReadonlySet<string> = new Set(
  LETTERS.flatMap(first => LETTERS.map(second => names.of(first + second) ?? ''))
    .concat(partsOfTheUnitedKingdom, partsOfCanada)
    .filter(name => name !== '' && stateCode(name) === null && !/united states|u\.s\./i.test(name))
    .map(townKey),
)

/** Whether the words name another country or a part of it, such as "China" or "Ontario". Some towns have such names. */
export const isCountry = (words: string): boolean => keys.has(townKey(words))
