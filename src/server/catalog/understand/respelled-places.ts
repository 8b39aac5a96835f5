import { type Gazetteer, townInState } from '#server/catalog/gazetteer/gazetteer.ts'
import { stateNames } from '#server/catalog/gazetteer/states.ts'
import { keyOfWords, plainWords, townKey } from '#server/catalog/gazetteer/town-key.ts'
import { isOtherName } from './certain-corrections.ts'
import { type LocationResolution, pointLocation } from './location-resolution.ts'
import { trailingStates } from './location-words.ts'
import { namedPlaceSpelledLike } from './named-areas.ts'
import { stateOfTypo, withStateSpelled } from './state-typos.ts'
import { townOfSound } from './towns-by-sound.ts'

const MIN_POPULATION_BEFORE_NAME = 20_000
const MIN_POPULATION_BEFORE_CODE = 50_000
const MAX_WORDS_RUN_TOGETHER = 3

/**
 * Finds the place for words that are spelled in another way: with a typo in the name of the state, without a space before
 * it, or as the town sounds. Null if none of these fits.
 */
export function resolveRespelled(
  gazetteer: Gazetteer,
  words: string,
  resolve: (words: string) => LocationResolution,
): LocationResolution | null {
  return (
    stateOfTypo(gazetteer, words) ??
    placeInMisspelledState(gazetteer, words, resolve) ??
    townOfSoundInState(gazetteer, words) ??
    townRunTogether(gazetteer, words) ??
    namedPlaceOfTypo(gazetteer, words) ??
    townOfNumber(words, resolve)
  )
}

/** "Oshkosh wisconson" and "kern county californa". The place must be in the state. */
function placeInMisspelledState(
  gazetteer: Gazetteer,
  words: string,
  resolve: (words: string) => LocationResolution,
): LocationResolution | null {
  const spelled = withStateSpelled(words)
  if (spelled === null) return null
  const found = resolve(spelled.words)
  const isInState = (found.kind === 'point' || found.kind === 'area') && found.state === spelled.state
  return isInState ? found : townOfSoundInState(gazetteer, spelled.words)
}

function townOfSoundInState(gazetteer: Gazetteer, words: string): LocationResolution | null {
  const plain = plainWords(words)
  for (const reading of plain[0] === 'the' ? [] : trailingStates(plain)) {
    const town = townOfSound(gazetteer, reading.town, reading.state)
    if (town) return pointLocation(town)
  }
  return null
}

const endings = Object.entries(stateNames).flatMap(([state, name]) => [
  { state, ending: townKey(name), population: MIN_POPULATION_BEFORE_NAME },
  { state, ending: state.toLowerCase(), population: MIN_POPULATION_BEFORE_CODE },
])

/** "Denverco", "lasvegasnv", and "austintexas". */
function townRunTogether(gazetteer: Gazetteer, words: string): LocationResolution | null {
  const plain = plainWords(words)
  const key = keyOfWords(plain)
  if (plain.length > MAX_WORDS_RUN_TOGETHER) return null
  for (const { state, ending, population } of endings) {
    if (!key.endsWith(ending) || (plain.at(-1) ?? '').length <= ending.length) continue
    const name = key.slice(0, -ending.length)
    const town =
      townInState(gazetteer, name.replace(/^st(?=[a-z]{4})/, 'saint'), state) ?? townInState(gazetteer, name, state)
    if (town && town.population >= population && !isOtherName(gazetteer, plain)) return pointLocation(town)
  }
  return null
}

/** "Camp lejune" and "jamacia plain". No town has the name. */
function namedPlaceOfTypo(gazetteer: Gazetteer, words: string): LocationResolution | null {
  const plain = plainWords(words)
  if (gazetteer.townsByKey.has(keyOfWords(plain)) || isOtherName(gazetteer, plain)) return null
  const [{ town, state } = { town: plain, state: null }] = trailingStates(plain)
  const place = namedPlaceSpelledLike(town, state)
  if (place === null) return null
  return place.kind === 'area' ? place : { ...place, kind: 'point', zip: null }
}

const numbers: ReadonlyMap<string, string> = new Map([
  ['2', 'two'],
  ['3', 'three'],
  ['4', 'four'],
  ['5', 'five'],
  ['6', 'six'],
  ['7', 'seven'],
  ['10', 'ten'],
  ['84', 'eighty four'],
  ['96', 'ninety six'],
  ['1000', 'thousand'],
])

/** "3 rivers mi" and "1000 oaks". */
function townOfNumber(words: string, resolve: (words: string) => LocationResolution): LocationResolution | null {
  const [, digits = '', rest = ''] = /^(\d{1,4})[ -](\D+)$/.exec(words.trim()) ?? []
  const number = numbers.get(digits)
  const found = number === undefined ? null : resolve(`${number} ${rest}`)
  return found === null || found.kind === 'unknown' ? null : found
}
