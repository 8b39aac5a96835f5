import type { Gazetteer, Town } from '#server/catalog/gazetteer/gazetteer.ts'
import { keyOfWords, townKey } from '#server/catalog/gazetteer/town-key.ts'
import { isEnglish, isOtherName } from './certain-corrections.ts'
import { editDistance } from './edit-distance.ts'
import { MUCH_LARGER } from './location-resolution.ts'

const MIN_POPULATION = 20_000
const MIN_LENGTH = 7
const MIN_SOUNDS = 4
const LETTERS_PER_EDIT = 3

const spellings: readonly (readonly [RegExp, string])[] = [
  [/^(?:kn|gn|pn)/, 'n'],
  [/^wr/, 'r'],
  [/^ps/, 's'],
  [/^x/, 's'],
  [/sch/g, 'sk'],
  [/ch(?=[rl])/g, 'k'],
  [/tch/g, 'ch'],
  [/[cs]h/g, 'x'],
  [/ph/g, 'f'],
  [/(?<=r)gh|gh(?=[aeiouy])/g, 'g'],
  [/gh/g, ''],
  [/d?g(?=[eiy])/g, 'j'],
  [/sc(?=[eiy])/g, 's'],
  [/c(?=[eiy])/g, 's'],
  [/ck|cq|c|q/g, 'k'],
  [/z/g, 's'],
  [/(.)\1+/g, '$1'],
  [/(?<=[a-z])[aeiouyhw]+/g, ''],
  [/^[aeiouyh]+/, 'a'],
]

/** How a name sounds, mostly its consonants: the same for "Schenectady" and "skenectedy". */
export const soundOf = (key: string): string => spellings.reduce((sound, [from, to]) => sound.replace(from, to), key)

type BySound = ReadonlyMap<string, readonly Town[]>
const bySound = new WeakMap<Gazetteer, Map<string, BySound>>()

// Smaller towns are no rivals, and sounds are slow to make.
function townsOfSound(gazetteer: Gazetteer, sound: string, state: string): readonly Town[] {
  const states = bySound.get(gazetteer) ?? new Map<string, BySound>()
  bySound.set(gazetteer, states)
  const isInState = (town: Town) => town.state === state && town.population * MUCH_LARGER >= MIN_POPULATION
  const groups =
    states.get(state) ?? Map.groupBy(gazetteer.towns.filter(isInState), ({ name }) => soundOf(townKey(name)))
  states.set(state, groups)
  return groups.get(sound) ?? []
}

/**
 * The town of the state that is spelled as it sounds: "skenectady" and "pewallup". No other town there sounds alike and
 * has a tenth of its people. Null for a word or name of something else.
 */
export function townOfSound(gazetteer: Gazetteer, words: readonly string[], state: string): Town | null {
  const key = keyOfWords(words)
  const sound = soundOf(key)
  if (key.length < MIN_LENGTH || sound.length < MIN_SOUNDS) return null
  const [town, next] = townsOfSound(gazetteer, sound, state)
  if (town === undefined || town.population < MIN_POPULATION) return null
  if ((next?.population ?? 0) * MUCH_LARGER > town.population) return null
  if (gazetteer.townsByKey.has(key) || isEnglish(words) || isOtherName(gazetteer, words)) return null
  const name = townKey(town.name)
  const edits = Math.floor(key.length / LETTERS_PER_EDIT)
  // "Lompico" is not Lompoc.
  const isSameEnding = /[aiou]h?$/.test(key) === /[aiou]h?$/.test(name)
  return isSameEnding && editDistance(key, name, edits) <= edits ? town : null
}
