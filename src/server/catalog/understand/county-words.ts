import { type LocationWords, trailingStates } from './location-words.ts'
import { type AreaLocation, countiesNamed, countiesSpelledLike } from './named-areas.ts'

/** The counties that the words name: "Cook County, IL", "Cook Co., IL", "County of Cook", "Orleans Parish". */
export function countiesOf({ words, parts, state }: LocationWords): AreaLocation[] {
  const readings =
    state === null ? [...trailingStates(words), { town: words, state: null }] : [{ town: parts.at(-1) ?? [], state }]
  for (const find of [countiesNamed, oneSpelledLike])
    for (const reading of readings) {
      const name = withoutCounty(reading.town, reading.state !== null)
      const named = name === null ? [] : find(name, reading.state)
      const isParish = reading.town.includes('parish')
      const found = named.filter(({ label }) => label.includes(' Parish, ') === isParish)
      if (found.length > 0) return found
    }
  return []
}

function oneSpelledLike(words: readonly string[], state: string | null): AreaLocation[] {
  const alike = countiesSpelledLike(words, state)
  return alike.length === 1 ? alike : []
}

/** Counties for words that name no town: "Gwinnett", or "Bucks Co", where "Co" does not mean Colorado. */
export function countiesOfName({ words, parts, state }: LocationWords): AreaLocation[] {
  if (state !== null || parts.length > 1) return []
  if (words.length > 1 && words.at(-1) === 'co') return countiesNamed(words.slice(0, -1), null)
  return trailingStates(words).length > 0 ? [] : countiesNamed(words, null)
}

// "Co" only means "county" if the state is known: "Boulder Co" alone is Boulder in Colorado.
function withoutCounty(words: readonly string[], isStateKnown: boolean): string[] | null {
  if (words[0] === 'county' && words[1] === 'of' && words.length > 2) return words.slice(2)
  const kinds = ['county', 'cnty', 'cty', 'parish', 'borough', 'municipio', 'municipality']
  if (words.length > 2 && words.slice(-2).join(' ') === 'census area') return words.slice(0, -2)
  const last = words.at(-1) ?? ''
  return words.length > 1 && (kinds.includes(last) || (isStateKnown && last === 'co')) ? words.slice(0, -1) : null
}
