import { isUnitedStates, stateCode } from '#geography/index.ts'
import type { PlaceReading } from './place.ts'
import { isAbroad } from './places-abroad.ts'

// "OR" means Oregon in "Portland OR 97201" and in "Portland OR or Salem".
const BETWEEN = /[,;/|\n]+|(?<=\b\d{5})\s+(?=\d{5}\b)|\s+(?:and|y)\s+|(?<=\d)\s+or\s+|\s+or\s+(?!\d|or\b)|&|\s\+\s/i
const ZIPS = /^\s*zip(?: ?code)?s?:?\s+(?=\d)/i
const ZIP_AT_END = /^(.*?)\s*\b(\d{5})(?:-\d{4})?$/

/** Reads words that name one place exactly; null for others. `mustBeLarge`: a town must be large even with its state. */
export type ReadExactly = (words: string, mustBeLarge?: boolean) => PlaceReading | null

/**
 * The places that a text lists: "Boulder, CO, Denver, CO", "75001, 75002", "Boulder, Longmont", "Tampa or Orlando".
 * Empty if some part of the text is no place, as with a street, or if it names one place.
 */
export function placesListed(typed: string, readExactly: ReadExactly): string[] {
  const pieces = typed
    .replace(ZIPS, '')
    .split(BETWEEN)
    .map(piece => piece.trim())
    .filter(piece => piece !== '' && !isUnitedStates(piece))
  if (pieces.some(isAbroad)) return []
  const places = inTheirStates(withStatesAndZips(pieces), readExactly)
  const found = places.map(place => (isHouseNumber(place) ? null : readExactly(place)))
  // "Ohio, Mansfield" is one town. Two states are two places.
  const isState = found.map(place => place?.kind === 'state')
  const isList = found.every(place => place !== null) && (isState.every(Boolean) || !isState.some(Boolean))
  return isList && places.length > 1 ? places : []
}

// "12345 Main Street" has no ZIP.
const isHouseNumber = (place: string): boolean => /^\d{5} +\D/.test(place)

/** "Boulder" and "CO 80302" are one place. */
function withStatesAndZips(pieces: readonly string[]): string[] {
  const places: string[] = []
  for (const piece of pieces) {
    const [, before = piece, zip] = ZIP_AT_END.exec(piece) ?? []
    const last = places.at(-1)
    const isEnd = last !== undefined && stateCode(before) !== null && !hasState(last)
    const isZipOfLast = before === '' && last !== undefined && !ZIP_AT_END.test(last) && hasState(last)
    const isTownOfLast = last !== undefined && /^\d{5}$/.test(last) && zip === undefined
    if (isEnd || isZipOfLast || isTownOfLast) places.splice(-1, 1, `${last}, ${piece}`)
    else places.push(piece)
  }
  return [...new Set(places)]
}

const hasState = (place: string): boolean => stateOf(place) !== null

const stateOf = (place: string): string | null =>
  stateCode((place.split(',').at(-1) ?? '').trim()) ?? (place.includes(',') ? null : codeAtEnd(place))

const codeAtEnd = (place: string): string | null => {
  const [, code = ''] = /\s([a-z]{2})$/i.exec(place) ?? []
  return stateCode(code)
}

/** In "Aurora, Lakewood, CO", "Champaign/Urbana", and "Springfield, Boston", a town without its state is in that of another. */
function inTheirStates(places: readonly string[], readExactly: ReadExactly): string[] {
  const found = places.map(place => ({ place, is: readExactly(place) }))
  const statesOf = (all: typeof found) =>
    new Set(all.flatMap(({ is }) => (is !== null && 'state' in is ? is.state : [])))
  const [named, all] = [statesOf(found.filter(({ place }) => hasState(place))), statesOf(found)]
  return found.map(({ place, is }) => {
    if (hasState(place) || /^\d/.test(place)) return place
    // Boston is in Massachusetts, even behind New York.
    const states = is === null ? all : named
    const inState = [...states]
      .map(state => `${place}, ${state}`)
      .find(words => readExactly(words, true)?.kind === 'point')
    return inState ?? place
  })
}
