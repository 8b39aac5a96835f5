import { alwaysOpen, mentionsTimes } from './hours-always.rules.ts'
import { isContact, isOfBusiness, mayBeOfPart } from './hours-business.rules.ts'
import { areDays, areTimes, daysFirst, inPairs, inRows, withTimesAbove } from './hours-layout.rules.ts'
import { type Line, linesBefore, linesFrom } from './hours-lines.rules.ts'
import { isMeal, isOneMeal, weekOfMeals } from './hours-meals.rules.ts'
import { areLimitedTimes, isLimitedDay, segmentsOf, withoutNotes } from './hours-notes.rules.ts'
import { isOfRoom, isPartHeading, namesPart } from './hours-parts.rules.ts'
import { isPause, isPauseLine, lastOrders, splitPause, withPause } from './hours-pause.rules.ts'
import { isAside, isOfDomain, hasLimit, startOfHours, withoutReason } from './hours-sentences.rules.ts'
import { days, namedDays, readTokens, type Token } from './hours-tokens.rules.ts'
import { hasDays, heading, hoursTitle, ofOthers, opening, seasonal, startsWithDays } from './hours-words.ts'
import { ALL_DAY, type Clock, type Week } from './week.rules.ts'
import { areLong } from './weeks.rules.ts'

/** The opening hours that the text of a page gives. */
export type TextHours = {
  weeks: Week[]
  /** Some hours are seasonal, temporary, or unreadable, so none of the site's hours are certain. */
  areDoubtful: boolean
  /** Hours that count only if the site gives no others. */
  ifNoOthers?: Week[]
  /** A sentence says "24/7". It counts if the site gives no other hours, and the business is of such a trade. */
  mayBeAlways?: true
  /** The text has other times that may be hours, even if these are not read. */
  hasTimes?: true
}

const MAX_BLOCKS = 20
const MAX_LINES = 40
const MAX_HEADING = 80
const MAX_NOTE = 60

/** Hours of something else at the end of a line: "Mon-Fri 8-5 | Emergency service 24/7". */
const otherHours = /(?<=.{6}) ?[|·•;] ?(?:emergenc(?:y|ies)|after[- ]hours|24 ?(?:\/ ?7|hours?|hrs?))\b[^|·•;]{0,60}$/i
/** A short line without a time. After a day, it is a note: "Sunday by appointment". */
const isNote = (line: string): boolean => line.length <= MAX_NOTE && !/\d/.test(line)
/** Stands in the text for the unknown hours of a day. */
const UNKNOWN = '?'

/**
 * Reads unambiguous opening hours from plain text in which `EDGE` marks the edges of elements. If the site's domain is
 * given, it also reads those in "Flatirons is open Monday to Friday".
 */
export function hoursInText(text: string, clock: Clock = 'any', domain: string | null = null): TextHours {
  const found: TextHours = { weeks: [], areDoubtful: false }
  hasDays.lastIndex = 0
  for (let blocks = 0; blocks < MAX_BLOCKS;) {
    // Most lines do not mention days, so skip to the next one that does.
    const match = hasDays.exec(text)
    if (match === null) break
    const from = startOf(text, match.index)
    const [line = { text: '', end: text.length }] = linesFrom(text, from)
    hasDays.lastIndex = endOf(text, match.index, line.end)
    // Hours have digits. Without any, a long line is a sentence about days.
    if (line.text.length > MAX_START && !hasDigit.test(line.text)) continue
    const segments = segmentsOf(line.text, isStartOfHours)
    const start = startOfHours(segments?.hours ?? line.text)
    const { hours } = start
    if (!startsWithDays.test(hours)) continue
    blocks++
    const before = [...linesBefore(text, from), ...(segments?.before ?? [])]
    const isOpening = start.isOpening || (start.name !== null && isOfSite(start.name, before, domain))
    if (start.name !== null && !isOpening) continue
    const above = before.at(-1) ?? ''
    const rows = withTimesAbove({ ...line, text: hours }, before, linesFrom(text, line.end).take(MAX_LINES))
    const first = rows[0]?.text ?? hours
    const end = rows.at(-1)?.end ?? line.end
    if (rows.length === 1 && isTitle(first, textsOf(linesFrom(text, end)))) continue
    const meal = before.at(-1) ?? ''
    const named = isMeal(meal) ? `${before.pop()} ${first}` : first
    const others = rows.length > 1 ? rows.slice(1).values() : linesFrom(text, end).take(MAX_LINES)
    const all =
      segments !== null && segments.after.length > 0
        ? [{ ...line, text: named }]
        : inRows({ ...line, text: named }, others)
    const isWhole = isOpening || heading.test(before.at(-1) ?? '') || isContact(before.at(-1) ?? '')
    const block = readBlock(hasColumns(before) ? inPairs(all) : all, clock, isWhole)
    hasDays.lastIndex = block.end
    const after = [...(segments?.after ?? []), ...textsOf(linesFrom(text, block.end)).slice(0, 2)]
    const pause = block.pause ?? after.find(isPause)
    if (block.week === null && !block.isUnreadable && pause === undefined) continue
    // "Hours: 8am - 5pm" above the days is a heading, too.
    const isLabeled = isOpening || (opening.test(above) && before.at(-1) !== above)
    if (!isOfBusiness(block, before, isLabeled, after)) continue
    const upTo = Math.min(block.end, from + MAX_PARAGRAPH)
    const known = hasLimit(text.slice(from, upTo), text.slice(from, upTo + MAX_START)) ? null : block.week
    const week = known === null || pause === undefined ? known : withPause(known, pause)
    // If some hours are unreadable, the others on the page may be incomplete.
    if (mayBeOfPart(before) || isOfRoom(start.isOpening, line.text)) {
      if (week !== null) (found.ifNoOthers ??= []).push(week)
      continue
    }
    if (segments?.isBehindBareNumber === true) {
      if (week !== null && !before.slice(-2).some(isOfStranger)) (found.ifNoOthers ??= []).push(week)
      continue
    }
    if (week === null) found.areDoubtful = true
    else found.weeks.push(week)
    if ([...before.slice(-NEAR), ...after].some(next => next.length < 100 && seasonal.test(next)))
      found.areDoubtful = true
  }
  const open = alwaysOpen(text)
  if (open === 'certain') found.weeks.push(always)
  if (open === 'likely') found.mayBeAlways = true
  if (mentionsTimes(text)) found.hasTimes = true
  return found
}

export const always: Week = Object.fromEntries(days.map(day => [day, [ALL_DAY]]))

const hasDigit = /\d/
const MAX_BEFORE = 400
const MAX_START = 120
/** The start of the line, or the start of the sentence if the line is long. */
function startOf(text: string, index: number): number {
  const before = text.slice(Math.max(0, index - MAX_BEFORE), index)
  const line = before.lastIndexOf('\n') + 1
  if (before.length - line <= MAX_START) return index - before.length + line
  const ends = Array.from(before.slice(line).matchAll(sentenceEnd), end => end.index + end[0].length)
  return index - before.length + line + (ends.at(-1) ?? 0)
}
/** "5 p.m. Central Time" and "8 a.m. to" go on. */
const sentenceEnd =
  /(?<![AaPp]\.?[Mm])[.!?] |(?<=[AaPp]\.?[Mm])\. (?=[A-Z])(?!Eastern|Central|Mountain|Pacific|[ECMP][SD]?T\b)/g

const MAX_PARAGRAPH = 4000
/** The end of the sentence, or the end of the line if no sentence ends in it or the line is too long. */
function endOf(text: string, index: number, lineEnd: number): number {
  const sentence = lineEnd - index < MAX_PARAGRAPH ? text.slice(index, lineEnd).indexOf('. ') : -1
  return sentence === -1 ? lineEnd : index + sentence + 1
}

const isStartOfHours = (segment: string): boolean => startsWithDays.test(startOfHours(segment).hours)

/** True for a name in the domain, and below a heading of hours. */
const isOfSite = (name: string, before: readonly string[], domain: string | null): boolean =>
  isOfDomain(name, domain) || (hoursTitle.test(before.at(-1) ?? '') && !namesPart(name))

const NEAR = 3
const textsOf = (lines: IteratorObject<Line, undefined>): string[] => Array.from(lines.take(NEAR), ({ text }) => text)

/** True below the heads of a table with a column for the start, and one for the end. */
const hasColumns = (before: readonly string[]): boolean =>
  before.some(line => /^opens?(?:ing)?(?: time)?$/i.test(line)) &&
  before.some(line => /^clos(?:e|es|ing)(?: time)?$/i.test(line))

type Block = {
  week: Week | null
  lines: number
  end: number
  isUnreadable: boolean
  /** What a line says about a pause: "(lunch 12-1)". */
  pause: string | undefined
  /** Each day has hours, is closed, or has a note: "Monday & Tuesday: resting". */
  namesAllDays: boolean
}

/** Each line together with the next one. Lines are read only as needed, because most blocks are short. */
function* withNext(lines: Iterable<Line>): Generator<[Line, Line | undefined]> {
  let last: Line | undefined
  for (const line of lines) {
    if (last !== undefined) yield [last, line]
    last = line
  }
  if (last !== undefined) yield [last, undefined]
}

/**
 * Reads lines until one is not about days and times. The week is null if it is uncertain. The heading of a part, such
 * as "Kitchen", ends the hours of the whole business.
 */
function readBlock(lines: Iterable<Line>, clock: Clock, isWhole: boolean): Block {
  const parts: string[] = []
  const noted: Token[] = []
  let isCertain = true
  let pause: string | undefined
  let end = 0
  for (const [next, behind] of withNext(lines)) {
    const [said, stated] = splitPause(daysFirst(next.text))
    const isPaused = isPauseLine(said)
    const line = isPaused ? '' : withoutReason(withoutNotes(said.replace(lastOrders, '').replace(otherHours, '')))
    pause ??= isPaused ? said : stated
    if (line === '') {
      if (startsWithDays.test(behind?.text ?? '')) continue
      break
    }
    const { tokens, rest } = readTokens(line)
    const isDay = startsWithDays.test(line)
    const read = line.slice(0, line.length - rest.length).trim()
    if (rest === '') parts.push(line)
    else if ((read.endsWith('.') && !/^\d{1,2}\.(?!\d)/.test(line)) || isAside(read, rest)) {
      // The hours end with a sentence: "…and closed Sundays. The closest stop is Midland Station."
      parts.push(read)
      end = next.end
      break
    } else if ((isDay || (tokens.length === 0 && endsWithDays(parts))) && isNote(line)) {
      noted.push(...tokens)
      parts.push(UNKNOWN)
    } else if (isDay) {
      // "Sat 9am-1pm (surgery only)" makes that day uncertain, and a line without times all days.
      isCertain &&= tokens.some(({ kind }) => kind === 'time') || isLimitedDay(line)
      parts.push(UNKNOWN)
    } else if (areLimitedTimes(line) && endsWithDays(parts)) parts.push(UNKNOWN)
    else if ((isWhole && isPartHeading(line)) || !isBetween(line, parts, behind)) break
    end = next.end
  }
  // "Lunch" below the hours is the heading of a menu.
  while (isMeal(parts.at(-1) ?? '')) parts.pop()
  const { tokens } = readTokens(parts.join(' | '))
  const week = isCertain ? weekOfMeals(tokens, clock) : null
  const startsWithMeal = tokens[0]?.kind === 'meal' && isOneMeal(tokens)
  const hasTimes = tokens.some(token => token.kind === 'time' && token.time.half !== null)
  const isUnreadable = week === null && hasTimes && !startsWithMeal
  return {
    week,
    lines: parts.length,
    end,
    isUnreadable,
    pause,
    namesAllDays: namedDays([...noted, ...tokens]).size === days.length && (noted.length === 0 || areLong(week)),
  }
}

const startsWithMeal = (line: string): boolean => readTokens(line).tokens[0]?.kind === 'meal'

/** True for "Open every day" and "Tue - Sat" above hours of single days. */
function isTitle(line: string, [next = '', afterNext = '', last = '']: readonly string[]): boolean {
  const { tokens, rest } = readTokens(line)
  const isMenu = startsWithMeal(next) && areDays(afterNext)
  if (rest !== '' || !(isMenu || startsWithDays.test(next))) return false
  const isSpan = areDays(line) && tokens.some(({ kind }) => kind === 'to')
  const isEveryDay = tokens.every(
    ({ kind, ...token }) => kind === 'filler' || ('days' in token && token.days.length === days.length),
  )
  return isEveryDay || (isSpan && areDays(next) && areTimes({ text: afterNext }) && !areTimes({ text: last }))
}

/** True for a short note between two days, such as "Restaurant & Bar". */
const isBetween = (line: string, parts: readonly string[], next: Line | undefined): boolean =>
  next !== undefined &&
  startsWithDays.test(next.text) &&
  parts.length > 0 &&
  isNote(line) &&
  !ofOthers.test(line) &&
  !heading.test(line) &&
  !isContact(line) &&
  !isMeal(line)

const endsWithDays = (parts: readonly string[]): boolean =>
  readTokens(parts.at(-1) ?? '').tokens.findLast(({ kind }) => kind !== 'filler')?.kind === 'days'

/** A line above a number that is not of the business. */
const isOfStranger = (line: string): boolean =>
  line.length < MAX_HEADING &&
  /\b(?:poison|police|crisis|hot ?line|county|department|suppliers?|partners?|distributors?)\b/i.test(line)
