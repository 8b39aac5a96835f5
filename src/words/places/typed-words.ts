import { plainWords, stateCode } from '#geography/index.ts'

export const MAX_LENGTH = 200

/** A parsed location as plain words, without country and ZIP. */
export type PlaceWords = {
  /** All words, including the state. */
  words: string[]
  /** The parts between commas, without the state. */
  parts: string[][]
  zip: string | null
  state: string | null
}

/** Parses a typed location. Null for what cannot be one: too long, or with markup, emoji, or code. */
export function readWords(typed: string): PlaceWords | null {
  if (typed.length > MAX_LENGTH) return null
  const words = withoutPreposition(plainDashes(typed.replaceAll(/[\u200B-\u200F\u202A-\u202E\u2060\uFEFF]/g, '')))
  if (!/^[\p{L}\p{M}\p{N} .,'’‘`ʻʼ"()/&#-]+$/u.test(words)) return null
  const { rest, zip } = takeZip(withoutCountry(words))
  const parts = rest
    .split(/[,/()]/)
    .map(plainWords)
    .filter(part => part.length > 0)
  return { ...takeState(parts), words: parts.flat(), zip }
}

// A long dash, or a dash between spaces, means a comma: "Denver - CO".
const plainDashes = (words: string) =>
  words
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ [-‐‑‒–−] | ?[—―] ?/g, ', ')
    .replaceAll(/[‐‑‒–−]/g, '-')

const distance = '\\d{1,3} ?(?:mi|mile|miles)'
const preposition = new RegExp(
  `^ ?(?:near(?:by| to)?|around|close to|next to|outside(?: of)?|in(?: and around)?|(?:within ${distance} from|\\d{1,2} ?(?:mi|mile|miles) from|(?:within )?${distance} (?:of|around))|zip ?(?:code)?:?) +(?!(?:me|us|you|here|my|(?:north|south|east|west) side)\\b)`,
  'i',
)
const withoutPreposition = (words: string) => words.replace(preposition, '')

const withoutCountry = (words: string) => {
  const shorter = words.replace(
    /[\s,.]+(?:u\.?\s?s\.?\s?a\.?|u\.\s?s\.?|us|(?:the )?united states(?: of america)?|(?:los )?estados unidos|e\.?e\.?\s?u\.?u\.?|(?<! of )america)[\s.]*$/i,
    '',
  )
  return shorter.trim() === '' ? words : shorter
}

// The ZIP is at the end or before the town. Five digits in between are a house number.
function takeZip(words: string): { rest: string; zip: string | null } {
  const trailing = /(?:^|[\s,.(])(\d{5})(?:[-\s]?\d{4})?[\s.,)]*$/.exec(words)
  if (trailing) return { rest: words.slice(0, trailing.index), zip: trailing[1] ?? null }
  const leading = /^[\s(]*(\d{5})(?:-\d{4})?[\s,)]+(?=\p{L}[^\d]*$)/u.exec(words)
  return leading ? { rest: words.slice(leading[0].length), zip: leading[1] ?? null } : { rest: words, zip: null }
}

function takeState(parts: string[][]): Pick<PlaceWords, 'parts' | 'state'> {
  const last = parts.at(-1)
  const state = last === undefined || parts.length < 2 ? null : readState(withoutArea(last))
  return state === null ? { parts, state: null } : { parts: parts.slice(0, -1), state }
}

// Removes "metro area" from "AZ metro area" in "Phoenix, AZ metro area".
const withoutArea = (words: readonly string[]) =>
  words
    .join(' ')
    .replace(/ (?:metro(?:politan)? )?area$| metro$/, '')
    .split(' ')

/** The state's code if the words name only a state: "TX", "Texas", "state of Texas", "all of Texas". */
export function readState(words: readonly string[]): string | null {
  const bare = words
    .join(' ')
    .replace(WHOLE_STATE, '')
    .replace(/ (?:state|state ?wide)$/, '')
  return stateCode(bare)
}

const WHOLE_STATE =
  /^(?:(?:all of|all over|all|across|throughout|(?:any|every)where in|tod[oa](?: la| el)?) )?(?:(?:the )?(?:(?:entire |whole )?state of|commonwealth of|estado de|state ?wide|entire|whole) )?/

/** All ways to split words into a town and the state after it ("Las Vegas New Mexico"), longest state first. */
export function trailingStates(words: readonly string[]): { town: string[]; state: string; isCode: boolean }[] {
  const readings: { town: string[]; state: string; isCode: boolean }[] = []
  for (let length = Math.min(3, words.length - 1); length > 0; length--) {
    const ending = words.slice(-length).join(' ')
    const state = stateCode(ending)
    if (state !== null) readings.push({ town: words.slice(0, -length), state, isCode: ending.length === 2 })
  }
  return readings
}

/** A part of a state, such as "northern". */
export const DIRECTION =
  /^(?:the )?(?:(?:up|mid|down)? ?(?:north|south)? ?(?:north|south|east|west|central|mid)(?:ern)?|upstate|downstate|coastal)$/
