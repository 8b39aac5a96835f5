import { addressesIn, EDGE } from './address.rules.ts'
import { areDays, areTimes, daysFirst, inRows, type Line } from './hours-layout.rules.ts'
import { isMeal, isOneMeal, weekOfMeals } from './hours-meals.rules.ts'
import { isForeignLine, phonesIn } from './phone.rules.ts'
import { type Day, days, readTokens, type Week } from './week.rules.ts'

/** The opening hours that the text of a page gives. */
export type TextHours = {
  weeks: Week[]
  /** Some hours are seasonal, temporary, or unreadable, so none of the site's hours are certain. */
  areDoubtful: boolean
}

const MAX_BLOCKS = 20
const MAX_LINES = 40
const MAX_LINE = 240
const HEADING_LINES = 3
const MAX_HEADING = 80
const MAX_NOTE = 60

/** Runs on the full text of every page, so it is fast rather than exact. Lists the usual capitalization of words. */
const hasDays =
  /\b(?:[Mm](?:on|ON|\W?[-\u2010-\u2015])|[Tt](?:ue|UE|hu|HU)|[Ww](?:ed|ED|eek|EEK)|[Ff](?:ri|RI)|[Ss](?:at|AT|un|UN)|[Dd](?:aily|AILY|ays|AYS)|[Ee](?:very|VERY))/g
const hasContent = new RegExp(`[^\\s${EDGE}]`)
const blanks = new RegExp(`[\\s${EDGE}]+`, 'g')
const startsWithDays =
  /^(?:(?:breakfast|brunch|lunch|dinner|supper)(?: (?:hours|service))?[ :|-]{0,3})?(?:mon|tue|wed|thu|fri|sat|sun|daily\b|every ?day\b|m ?- ?(?:f|s|th)|week ?(?:days|ends?)\b|\(?(?:7|seven) days\b|closed (?:on )?(?:mon|sat|sun))/i
const opening =
  /^(?:(?:we are|we're|our|is|are|the|regular|normal|current|store|shop|office|business|clinic|restaurant|practice|opening|operating|working|salon|showroom) ){0,4}(?:hours?(?: of (?:operation|business))?(?: are)?|open(?: from)?|opening times?)[ :|-]{1,4}/i
const heading = /\b(?:hours|opening times)\b|\b(?:we are|we're|now|when) open\b|^open\b/i
const MAX_CONTACT = 60
/** True for a short line with a mail address or a phone number. */
const isContact = (line: string): boolean =>
  line.length < MAX_CONTACT &&
  (addressesIn(line).length > 0 || phonesIn(line).next().done === false || isForeignLine(line))
/** Words for hours that are not those of the whole business. */
const ofOthers =
  /\b(?:happy|after|breakfast|brunch|lunch|dinner|kitchen|bar|patio|delivery|pick-?up|drive|walk-?ins?|emergency|phone|call|support|assistance|chat|whats ?app|sales|service|parts|lab|pharmacy|class(?:es)?|lessons?|schedule|worship|mass|school|events?|music|trivia|visiting|visitors?|tours?|check-?in|house|24 ?(?:\/ ?7|hours?|hrs?))\b/i
const seasonal =
  /\b(?:summer|winter|spring|fall|autumn|season|seasonal|holiday|temporary|covid\S{0,4}|limited|modified|reduced|adjusted|special|new) (?:\w{1,12} )?(?:hours|schedule)\b|^\(?(?:summer|winter|spring|fall|autumn|seasonal|temporary)\b|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.? ?(?:-|to|through|until|thru) ?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\buntil further notice\b/i
const pause = /\b(?:lunch|break)\b|\bclosed (?:from |between )?\d{1,2}(?::\d{2})? ?(?:[ap]\.?m\.?)? ?(?:-|to|and) ?\d/i
const isPause = (line: string): boolean => pause.test(line) && /\d/.test(line)

/** A short line without a time. After a day, it is a note: "Sunday by appointment". */
const isNote = (line: string): boolean => line.length <= MAX_NOTE && !/\d/.test(line)
/** Stands in the text for the unknown hours of a day. */
const UNKNOWN = '?'

/** Reads unambiguous opening hours from plain text in which `EDGE` marks the edges of elements. */
export function hoursInText(text: string): TextHours {
  const found: TextHours = { weeks: [], areDoubtful: false }
  hasDays.lastIndex = 0
  for (let blocks = 0; blocks < MAX_BLOCKS;) {
    // Most lines do not mention days, so skip to the next one that does.
    const match = hasDays.exec(text)
    if (match === null) break
    const from = text.lastIndexOf('\n', match.index) + 1
    const [line = { text: '', end: text.length }] = linesFrom(text, from)
    hasDays.lastIndex = line.end
    const said = line.text.replace(earlierSentences, '')
    const isOpening = opening.test(said)
    const opened = daysFirst(isOpening ? said.replace(opening, '') : said)
    if (!startsWithDays.test(opened)) continue
    blocks++
    const before = linesBefore(text, from)
    const first = withTimesAbove(opened, before, linesFrom(text, line.end))
    // "Open every day" is a heading if the next line starts with days.
    if (
      isEveryDay(first) &&
      linesFrom(text, line.end)
        .take(1)
        .some(next => startsWithDays.test(next.text))
    )
      continue
    const meal = before.at(-1) ?? ''
    const named = isMeal(meal) ? `${before.pop()} ${first}` : first
    const block = readBlock(inRows({ ...line, text: named }, linesFrom(text, line.end).take(MAX_LINES)))
    hasDays.lastIndex = block.end
    const after = Array.from(linesFrom(text, block.end).take(2), next => next.text)
    const hasPause = after.some(isPause)
    if (block.week === null && !block.isUnreadable && !hasPause) continue
    if (!isOfBusiness(block, before, isOpening, after)) continue
    // If some hours are unreadable, the others on the page may be incomplete.
    if (block.week === null) found.areDoubtful = true
    else found.weeks.push(block.week)
    if (hasPause) found.areDoubtful = true
    if ([...before, ...after].some(next => next.length < 100 && seasonal.test(next))) found.areDoubtful = true
  }
  return found
}

/** Sentences before the hours: "Come and see us. Open Monday to Saturday, 8am - 5pm." */
const earlierSentences =
  /^.{1,200}?[.!?] (?=(?:(?:we are|we're) )?open (?:from )?(?:mon|tue|wed|thu|fri|sat|sun|daily|every|7 days|seven days)[a-z ]{0,9}\b)/i

/** Moves times from the line above behind their days: "Noon - 10pm" above "(7 days a week)". */
function withTimesAbove(named: string, before: string[], after: IteratorObject<Line, undefined>): string {
  const times = before.at(-1) ?? ''
  if (!areDays(named) || !areTimes({ text: times }) || after.take(1).some(areTimes)) return named
  before.pop()
  return `${named} ${times}`
}

/** The lines with content, from a position in the text on. */
function* linesFrom(text: string, start: number): Generator<Line> {
  for (let from = start; from < text.length;) {
    const at = text.indexOf('\n', from)
    const end = at === -1 ? text.length : at
    const line = text.slice(from, end).trimStart()
    if (hasContent.test(line)) yield { text: tidy(line), end }
    from = end + 1
  }
}

/** The last few lines with content before the line that starts at this position. */
function linesBefore(text: string, start: number): string[] {
  const lines: string[] = []
  for (let end = start - 1; end > 0 && lines.length < HEADING_LINES;) {
    const from = text.lastIndexOf('\n', end - 1) + 1
    const line = text.slice(from, end).trimStart()
    if (hasContent.test(line)) lines.unshift(tidy(line))
    end = from - 1
  }
  return lines
}

/** A colon that is used as a dash: "Mon : Fri". */
const colonForDash = /(?<=\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}) ?: ?(?=(?:mon|tue|wed|thu|fri|sat|sun))/gi

/** Unifies dashes and blanks, and removes symbols at the start of a line. */
const tidy = (line: string): string =>
  line
    .slice(0, MAX_LINE)
    .replaceAll(/[\u2010-\u2015\u2212~]/g, '-')
    .replaceAll(blanks, ' ')
    .replaceAll(colonForDash, ' - ')
    .replace(/^(?:(?!\+\d)[^\p{L}\p{N}(-])+/u, '')
    .trim()

type Block = { week: Week | null; lines: number; end: number; isUnreadable: boolean }

/** Reads lines until one is not about days and times. The week is null if it would not be certain. */
function readBlock(lines: Iterable<Line>): Block {
  const parts: string[] = []
  let isCertain = true
  let end = 0
  for (const next of lines) {
    const line = daysFirst(next.text)
    const { tokens, rest } = readTokens(line)
    const isDay = startsWithDays.test(line)
    const read = line.slice(0, line.length - rest.length).trim()
    if (rest === '') parts.push(line)
    else if (read.endsWith('.')) {
      // The hours end with a sentence: "…and closed Sundays. The closest stop is Midland Station."
      parts.push(read)
      end = next.end
      break
    } else if ((isDay || (tokens.length === 0 && endsWithDays(parts))) && isNote(line)) parts.push(UNKNOWN)
    else if (isDay) {
      isCertain = false
      parts.push(UNKNOWN)
    } else break
    end = next.end
  }
  // "Lunch" below the hours is the heading of a menu.
  while (isMeal(parts.at(-1) ?? '')) parts.pop()
  const { tokens } = readTokens(parts.join(' | '))
  const week = isCertain ? weekOfMeals(tokens) : null
  const startsWithMeal = tokens[0]?.kind === 'meal' && isOneMeal(tokens)
  const hasTimes = tokens.some(token => token.kind === 'time' && token.time.half !== null)
  return { week, lines: parts.length, end, isUnreadable: week === null && hasTimes && !startsWithMeal }
}

const isEveryDay = (line: string): boolean => {
  const { tokens, rest } = readTokens(line)
  return (
    rest === '' && tokens.every(token => token.kind === 'filler' || (token.kind === 'days' && token.days.length === 7))
  )
}

const endsWithDays = (parts: readonly string[]): boolean =>
  readTokens(parts.at(-1) ?? '').tokens.findLast(({ kind }) => kind !== 'filler')?.kind === 'days'

const weekdays = days.slice(0, 5)
/** A heading above contact details and opening hours. */
const contactHeading =
  /^(?:contact(?: (?:us|info(?:rmation)?|details))?|get in touch|reach us|(?:visit|find) (?:us|our [\w ]{3,20}))\W{0,2}$/i

/**
 * True if a heading says so, a phone number or mail address is above the hours, or all seven days are named. Monday to
 * Friday is enough if each day has its own line, or if contact details are next to the hours.
 */
function isOfBusiness(
  { week, lines }: Block,
  before: readonly string[],
  isOpening: boolean,
  after: readonly string[],
): boolean {
  const above = before.at(-1)?.slice(0, MAX_HEADING) ?? ''
  // A sentence above is not a heading: "Please call us with any questions."
  if (isOpening) return /[.!?]$/.test(above) || !ofOthers.test(above)
  const at = before.findLastIndex(line => line.length < MAX_HEADING && heading.test(line))
  const near = at === -1 ? before.slice(-2) : before.slice(at)
  if (near.some(line => line.length < MAX_HEADING && !isContact(line) && ofOthers.test(line))) return false
  if (at !== -1 || before.some(isContact)) return true
  const names = (wanted: readonly Day[]) => week !== null && wanted.every(day => week[day] !== undefined)
  return (
    names(days) ||
    (names(weekdays) && (lines >= weekdays.length || after.some(isContact) || contactHeading.test(above)))
  )
}
