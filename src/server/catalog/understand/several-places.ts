import { type Gazetteer, townInState, type Zip } from '#server/catalog/gazetteer/gazetteer.ts'
import { isUnitedStates, stateCode } from '#server/catalog/gazetteer/states.ts'
import { townKey } from '#server/catalog/gazetteer/town-key.ts'
import { MAX_LOCATION_LENGTH } from './location-words.ts'

/** A place in a list. Its words end with a state or a ZIP code. */
type Listed = { words: string; state: string | null; zip: Zip | null }

// "OR" means Oregon in "Portland OR 97201" and in "Portland OR or Salem".
const BETWEEN = /[,;/|\n]+|(?<=\b\d{5})\s+(?=\d{5}\b)|\s+and\s+|(?<=\d)\s+or\s+|\s+or\s+(?!\d|or\b)|&|\s\+\s/i
const ZIPS = /^\s*zip(?: ?code)?s?:?\s+(?=\d)/i
const WITH_ZIP = /^(?:(?<before>.*\S)\s+)?(?<zip>\d{5})(?:-\d{4})?$/

/**
 * The places that a text lists, such as "Boulder, CO, Denver, CO" or "75001, 75002". Empty if the text names one place,
 * as with a street, a neighborhood, or a county in addition to the town. Also empty if the text may not be a list.
 */
export function placesListed(gazetteer: Gazetteer, typed: string): string[] {
  if (typed.length > MAX_LOCATION_LENGTH) return []
  const places: Listed[] = []
  let open: string[] = []
  for (const part of typed.replace(ZIPS, '').split(BETWEEN)) {
    const piece = part.trim()
    if (piece === '' || isUnitedStates(piece)) continue
    const end = endOf(gazetteer, piece, open)
    open.push(piece)
    if (end === null) continue
    addPlace(places, { words: open.join(', '), ...end }, end.isOnlyZip && open.length === 1)
    open = []
  }
  const listed = [...new Set(places.map(({ words }) => words))]
  return listed.length < 2 || open.length > 0 ? [] : listed
}

/** In "Denver, CO, 80202" and "80202, Denver, CO", the ZIP code belongs to the town. */
function addPlace(places: Listed[], { words, state, zip }: Listed, isOnlyZip: boolean): void {
  const last = places.at(-1)
  const isZipOfLast = last?.zip === null && isOnlyZip
  const isTownOfLast = last !== undefined && last.words === last.zip?.zip && zip === null && last.state === state
  if (isZipOfLast || isTownOfLast)
    places.splice(-1, 1, { words: `${last.words}, ${words}`, state, zip: zip ?? last.zip })
  else places.push({ words, state, zip })
}

type End = Pick<Listed, 'state' | 'zip'> & { isOnlyZip: boolean }

/**
 * The state or ZIP code at the end of the piece, if the place ends with it. Null if the next piece belongs to the
 * place, too.
 */
function endOf(gazetteer: Gazetteer, piece: string, before: readonly string[]): End | null {
  const { before: rest = '', zip: digits = '' } = WITH_ZIP.exec(piece)?.groups ?? {}
  const zip = gazetteer.zips.get(digits) ?? null
  if (zip !== null && rest === '') return { state: zip.state, zip, isOnlyZip: true }
  const words = zip === null ? piece : rest
  const state = stateAtEnd(gazetteer, words, before)
  if (state !== null) return { state, zip, isOnlyZip: false }
  const isTown = zip !== null && townInState(gazetteer, townKey(words), zip.state) !== null
  return isTown ? { state: zip.state, zip, isOnlyZip: false } : null
}

/**
 * The state if the words are "CO" or "Colorado" after a town, or end with a town and its state, as "Boulder CO" does. A
 * code after other words may belong to a street, as "NE" may.
 */
function stateAtEnd(gazetteer: Gazetteer, words: string, before: readonly string[]): string | null {
  const state = stateCode(words)
  if (state !== null) {
    const isCode = /^[A-Z]{2}$/i.test(words)
    const isAfterTown = townInState(gazetteer, townKey(before.at(-1) ?? ''), state) !== null
    return before.length > 0 && (isCode || isAfterTown) ? state : null
  }
  const [, town = '', code = ''] = /^(.*\S)\s+([A-Z]{2})$/i.exec(words) ?? []
  const last = stateCode(code)
  return last !== null && townInState(gazetteer, townKey(town), last) !== null ? last : null
}
