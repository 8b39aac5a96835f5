import { type Gazetteer, townInState } from '#server/catalog/gazetteer/gazetteer.ts'
import { stateNames } from '#server/catalog/gazetteer/states.ts'
import { keyOfWords, townKey } from '#server/catalog/gazetteer/town-key.ts'
import {
  choiceOfState,
  choicesOf,
  chooseTown,
  LARGE_POPULATION,
  type LocationResolution,
  pointLocation,
} from './location-resolution.ts'
import { placeAliases } from './place-aliases.ts'

// People say "New York state" and "Washington state", because the cities have the same names.
const namedLikeCities: ReadonlySet<string> = new Set(['NY', 'WA'])

/**
 * The choice for words that name a state, if they may as well mean a town: "Kent" is short for Kentucky and a large town
 * in Washington, and "Ohio State" is a university in Columbus. Null if they mean the state.
 */
export function townOrState(gazetteer: Gazetteer, words: readonly string[], state: string): LocationResolution | null {
  if (words.at(-1) === 'state') {
    const seat = namedLikeCities.has(state) ? undefined : placeAliases.get(keyOfWords([...words, 'university']))
    const town = seat && townInState(gazetteer, seat.town, seat.state)
    return town ? { kind: 'ambiguous', choices: [...choicesOf([pointLocation(town)]), choiceOfState(state)] } : null
  }
  const towns = gazetteer.townsByKey.get(keyOfWords(words)) ?? []
  const isAbbreviation = words.join(' ').length > 2 && keyOfWords(words) !== townKey(stateNames[state] ?? state)
  return isAbbreviation && (towns[0]?.population ?? 0) >= LARGE_POPULATION ? chooseTown(towns, state) : null
}
