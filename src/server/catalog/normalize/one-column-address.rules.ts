import { findTown, type Gazetteer, isUnitedStates, stateCode, townKey, zipInfo } from '#geography/index.ts'

type Word = { text: string; from: number }
/** State and ZIP at the end of a text. `end` is the number of words before them. */
type AddressEnd = { end: number; state: string | null; zip: string | null }
type Place = { town: string; state: string | null; zip: string | null }

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/[^\s,]+/g)].map(({ 0: word, index }) => ({ text: word, from: index }))
const textOf = (words: readonly Word[], from: number, to: number): string =>
  words
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ')

const MAX_WORDS_OF_A_COUNTRY = 4
const MAX_WORDS_OF_A_STATE = 3
const MAX_WORDS_OF_A_TOWN = 4

function withoutCountry(words: readonly Word[]): readonly Word[] {
  for (let count = MAX_WORDS_OF_A_COUNTRY; count > 0; count--)
    if (isUnitedStates(textOf(words, words.length - count, words.length))) return words.slice(0, -count)
  return words
}

/** Reads the state and ZIP at the end of "… Boulder CO 80302" or "… Boulder Colorado". */
function readAddressEnd(words: readonly Word[]): AddressEnd {
  const zip = /^(\d{5})(?:-\d{4})?$/.exec(words.at(-1)?.text ?? '')?.[1] ?? null
  const end = words.length - (zip === null ? 0 : 1)
  for (let count = MAX_WORDS_OF_A_STATE; count > 0; count--) {
    const state = count < end ? stateCode(textOf(words, end - count, end)) : null
    if (state !== null) return { end: end - count, state, zip }
  }
  return { end, state: null, zip }
}

/** Reads a town column: "Boulder", "Boulder CO", or "Boulder, CO 80302". `region` is the value of the state column. */
export function readTownColumn(column: string, region: string | null, gazetteer: Gazetteer): Place {
  const [head = '', ...rest] = column.split(',')
  const town = head.trim()
  const words = wordsOf(town)
  const { end, state, zip } = readAddressEnd(words)
  const before = textOf(words, 0, end)
  const isStateNamed = state !== null && (state === region || findTown(gazetteer, before, state) !== null)
  if (isStateNamed) return { town: before, state, zip }
  const ending = rest.map(part => readAddressEnd(wordsOf(`- ${part}`)))
  return {
    town: zip === null ? town : textOf(words, 0, words.length - 1),
    state: ending.find(found => found.state !== null)?.state ?? null,
    zip: zip ?? ending.find(found => found.zip !== null)?.zip ?? null,
  }
}

type Line = Place & { street: string | null }

/**
 * Cuts the town from the end of a line that contains the whole address, such as "100 Main St, Boulder". The town must
 * be known in its state or belong to the ZIP. `tail` is what was already cut from the line. If it is empty, state and
 * ZIP may follow the town without a comma.
 */
export function cutTown(line: Line, tail: string, gazetteer: Gazetteer): Line {
  const words = withoutCountry(wordsOf(line.street ?? ''))
  const ending = tail === '' ? readAddressEnd(words) : { end: words.length, state: null, zip: null }
  const zip = line.zip ?? ending.zip
  const ofZip = zip === null ? null : zipInfo(gazetteer, zip)
  const state = line.state ?? ending.state ?? ofZip?.state ?? null
  if (state === null) return line
  for (let count = MAX_WORDS_OF_A_TOWN; count > 0; count--) {
    const from = ending.end - count
    // A single word before the town, as in "12 Boulder", is not a street.
    if (from < 0 || from === 1) continue
    const town = textOf(words, from, ending.end)
    const isZips = ofZip !== null && townKey(ofZip.city) === townKey(town)
    if (!isZips && findTown(gazetteer, town, state) === null) continue
    const street = (line.street ?? '').slice(0, words[from]?.from ?? 0).replace(/[\s,]+$/, '')
    return { town, street: street === '' ? null : street, state, zip }
  }
  return line
}
