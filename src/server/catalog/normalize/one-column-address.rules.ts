import { findTown, type Gazetteer, zipInfo } from '#server/catalog/gazetteer/gazetteer.ts'
import { stateCode } from '#server/catalog/gazetteer/states.ts'
import { townKey } from '#server/catalog/gazetteer/town-key.ts'

type Word = { text: string; from: number }
/** The part of a text that ends before its word number `end`, and what was found behind it. */
type Behind = { end: number; state: string | null; zip: string | null }
type Place = { town: string; state: string | null; zip: string | null }

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/[^\s,]+/g)].map(({ 0: word, index }) => ({ text: word, from: index }))
const textOf = (words: readonly Word[], from: number, to: number): string =>
  words
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ')

const MOST_WORDS_OF_A_STATE = 3
const MOST_WORDS_OF_A_TOWN = 4

/** State and ZIP at the end of "… Boulder CO 80302" or "… Boulder Colorado". */
function behindTown(words: readonly Word[]): Behind {
  const zip = /^(\d{5})(?:-\d{4})?$/.exec(words.at(-1)?.text ?? '')?.[1] ?? null
  const end = words.length - (zip === null ? 0 : 1)
  for (let count = MOST_WORDS_OF_A_STATE; count > 0; count--) {
    const state = count < end ? stateCode(textOf(words, end - count, end)) : null
    if (state !== null) return { end: end - count, state, zip }
  }
  return { end, state: null, zip }
}

/** What stands in a town's column: "Boulder", "Boulder CO", "Boulder, CO 80302". `region` is the state's own column. */
export function readTownColumn(column: string, region: string | null, gazetteer: Gazetteer): Place {
  const [head = '', ...rest] = column.split(',')
  const town = head.trim()
  const words = wordsOf(town)
  const { end, state, zip } = behindTown(words)
  const before = textOf(words, 0, end)
  const isTold = state !== null && (state === region || findTown(gazetteer, before, state) !== null)
  if (isTold) return { town: before, state, zip }
  const behind = rest.map(part => behindTown(wordsOf(`- ${part}`)))
  return {
    town: zip === null ? town : textOf(words, 0, words.length - 1),
    state: behind.find(found => found.state !== null)?.state ?? null,
    zip: zip ?? behind.find(found => found.zip !== null)?.zip ?? null,
  }
}

type Line = Place & { street: string | null }

/**
 * Takes the town from the end of a line that holds the whole address, "100 Main St, Boulder": one that we know in its
 * state, or that is the ZIP's. `tail` is what was cut from the line before; where it is nothing, state and ZIP may stand
 * there without a comma.
 */
export function cutTown(line: Line, tail: string, gazetteer: Gazetteer): Line {
  const words = wordsOf(line.street ?? '')
  const behind = tail === '' ? behindTown(words) : { end: words.length, state: null, zip: null }
  const zip = line.zip ?? behind.zip
  const ofZip = zip === null ? null : zipInfo(gazetteer, zip)
  const state = line.state ?? behind.state ?? ofZip?.state ?? null
  if (state === null) return line
  for (let count = MOST_WORDS_OF_A_TOWN; count > 0; count--) {
    const from = behind.end - count
    // "12 Boulder" would be no street, while the town alone is no street either.
    if (from < 0 || from === 1) continue
    const town = textOf(words, from, behind.end)
    const isZips = ofZip !== null && townKey(ofZip.city) === townKey(town)
    if (!isZips && findTown(gazetteer, town, state) === null) continue
    const street = (line.street ?? '').slice(0, words[from]?.from ?? 0).replace(/[\s,]+$/, '')
    return { town, street: street === '' ? null : street, state, zip }
  }
  return line
}
