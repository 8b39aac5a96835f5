import { stateCode, stateNames } from '#server/catalog/gazetteer/states.ts'
import { trailingStates } from './location-words.ts'

/**
 * Every way in which a name and its state may stand together: "Thumb MI", "Michigan's Thumb", "Golden Isles of Georgia",
 * "Merrimack Valley Mass." The words as they are come first.
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
  return spellings.map(spelling => withLongDirection(spelling))
}

const stateOfOwner = (words: string) => stateCode(words) ?? (words.endsWith('s') ? stateCode(words.slice(0, -1)) : null)

const directions: ReadonlyMap<string, string> = new Map([
  ['nw', 'northwest'],
  ['ne', 'northeast'],
  ['sw', 'southwest'],
  ['se', 'southeast'],
])

// Only at the beginning: "NE" at the end is Nebraska.
function withLongDirection(words: readonly string[]): readonly string[] {
  const long = words.length > 1 ? directions.get(words[0] ?? '') : undefined
  return long === undefined ? words : [long, ...words.slice(1)]
}

/**
 * The ways in which people write a name with a direction: a part of a state is also "Northern Georgia", "North GA", and
 * "North-West Arkansas". A name that begins with its state is also known with the state's code behind it: "Delta MS", which
 * is how `spellingsOfNamed` writes "MS Delta".
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
