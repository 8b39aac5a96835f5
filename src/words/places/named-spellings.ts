import { stateCode, stateNames } from '#geography/index.ts'
import { trailingStates } from './typed-words.ts'

/**
 * Ways to spell the words as named areas are stored: the name before the code of its state. The words may be "Thumb
 * MI", "Michigan's Thumb", "Golden Isles of Georgia", or "Merrimack Valley Mass." The words in their own order come
 * first.
 */
export function spellingsOfNamed(words: readonly string[]): (readonly string[])[] {
  const spellings: (readonly string[])[] = [words]
  for (const { town, state } of trailingStates(words)) {
    const name = town.at(-1) === 'of' || town.at(-1) === 'in' ? town.slice(0, -1) : town
    if (name.length > 0) spellings.push([...name, state.toLowerCase()])
  }
  for (let length = Math.min(3, words.length - 1); length > 0; length--) {
    const state = stateOfOwner(words.slice(0, length).join(' '))
    if (state !== null) spellings.push([...words.slice(length), state.toLowerCase()])
  }
  if (words.some(word => word === 'airport' || word === 'arpt'))
    spellings.push(words.filter(word => !KINDS_OF_AIRPORT.has(word)))
  return spellings.map(spelling => withLongDirection(spelling))
}

const KINDS_OF_AIRPORT: ReadonlySet<string> = new Set(['international', 'intl', 'regional', 'municipal', 'the'])

const stateOfOwner = (words: string) => stateCode(words) ?? (words.endsWith('s') ? stateCode(words.slice(0, -1)) : null)

const directions: ReadonlyMap<string, string> = new Map([
  ['nw', 'northwest'],
  ['ne', 'northeast'],
  ['sw', 'southwest'],
  ['se', 'southeast'],
])

// Only at the beginning, because "NE" at the end means Nebraska.
function withLongDirection(words: readonly string[]): readonly string[] {
  const long = words.length > 1 ? directions.get(words[0] ?? '') : undefined
  return long === undefined ? words : [long, ...words.slice(1)]
}

/**
 * All spellings of the name of a region. For a part of a state: "Northern Georgia", "North GA", "North-West Arkansas".
 * For a name that begins with its state, such as "Mississippi Delta", also "Delta MS", because `spellingsOfNamed` turns
 * "MS Delta" into that.
 */
export function directionsOf(name: string, state: string): string[] {
  const stateName = stateNames[state] ?? state
  if (name.startsWith(`${stateName} `)) return [name, `${name.slice(stateName.length + 1)} ${state}`]
  if (!name.endsWith(` ${stateName}`)) return [name]
  const part = name.slice(0, -stateName.length - 1)
  const parts = new Set([part, shortDirection(part), longDirection(part), splitDirection(part)])
  return [...parts].flatMap(each => [`${each} ${stateName}`, `${each} ${state}`])
}

const shortDirection = (part: string) => part.replace(/(North|South|East|West|north|south|east|west)ern$/, '$1')
const longDirection = (part: string) => part.replace(/(North|South|East|West|north|south|east|west)$/, '$1ern')
const splitDirection = (part: string) => shortDirection(part).replace(/(North|South)(east|west)$/, '$1 $2')
