import { type Gazetteer, keyOfWords, type Town, townInState } from '#geography/index.ts'
import { placeAliases } from './place-aliases.ts'
import { readState } from './typed-words.ts'

// If "area" was removed from the words, they do not mean a small town: "Bay Area" is not the town Bay.
const MIN_POPULATION_OF_SHORTENED = 20_000

/** A street or a neighborhood may come before the town, so the part closest to the state wins. */
export function townOfParts(gazetteer: Gazetteer, parts: string[][], state: string): Town | null {
  for (const words of [parts.flat(), parts.at(-1) ?? []]) {
    const alias = placeAliases.get(keyOfWords(words))
    if (alias?.state === state) return townInState(gazetteer, alias.town, state)
    for (const variant of variantsOf(words)) {
      const town = townInState(gazetteer, keyOfWords(variant), state)
      const isShortened = words.at(-1) === 'area' && variant.length < words.length
      if (town && (!isShortened || town.population >= MIN_POPULATION_OF_SHORTENED)) return town
    }
    // "N.O., LA" means New Orleans, but its key is the same as that of "North LA".
    const withState = words[0] === 'north' ? undefined : placeAliases.get(keyOfWords([...words, state.toLowerCase()]))
    if (withState) return townInState(gazetteer, withState.town, withState.state)
  }
  return null
}

/** Other forms of a town's name: "City of Boulder", "Boulder City", "Clinton Township", "Salt Lake" for Salt Lake City. */
export function variantsOf(words: readonly string[]): string[][] {
  const bare = words
    .join(' ')
    .replace(/^(?:city|town|village|borough|township|municipality) of (?:the )?|^(?:greater|metro|metropolitan) /, '')
  const short = bare.replace(
    / (?:city|town|township|village|borough|twp|(?:metro(?:politan)? )?area|metro|downtown)$/,
    '',
  )
  const variants = [words.join(' '), bare, short, `${bare} city`, `${bare} township`, short.replace(/^downtown /, '')]
  // "stpaul" is Saint Paul.
  if (/^(?:st|ft|mt)[a-z]{4}/.test(bare)) variants.push(`${bare.slice(0, 2)} ${bare.slice(2)}`)
  return [...new Set(variants)].map(variant => variant.split(' '))
}

export function townOfAlias(gazetteer: Gazetteer, words: readonly string[]): Town | null {
  // "The Alamo" is in the Alamo City, and "NY" is NY City, but "Derby" is not the Derby City.
  const isShort = words[0] === 'the' || words.at(-1) === 'city' || readState(words) !== null
  const variants = variantsOf(words).filter(variant => isShort || variant.at(-1) !== 'city')
  const [alias] = variants.flatMap(variant => placeAliases.get(keyOfWords(variant)) ?? [])
  return alias === undefined ? null : townInState(gazetteer, alias.town, alias.state)
}
