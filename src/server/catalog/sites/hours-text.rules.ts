import { days, readTokens, type Week, weekOf } from './week.rules.ts'

/** What the text of a page says about when the business is open. */
export type TextHours = {
  weeks: Week[]
  /** Hours that hold only for a part of the year, or differ for now: then no hours of the site are certain. */
  areDoubtful: boolean
}

const MAX_BLOCKS = 20
const MAX_LINES = 40
const MAX_LINE = 240
const HEADING_LINES = 3
const MAX_HEADING = 80
const MAX_NOTE = 60

/** Tried on every line of every page, so it is fast rather than exact: two ways to write each word, and no flag. */
const hasDays =
  /\b(?:[Mm](?:on|ON| ?[-\u2010-\u2015])|[Tt](?:ue|UE|hu|HU)|[Ww](?:ed|ED|eek|EEK)|[Ff](?:ri|RI)|[Ss](?:at|AT|un|UN)|[Dd](?:aily|AILY|ays|AYS)|[Ee](?:very|VERY))/
const hasContent = /\S/
const startsWithDays =
  /^(?:mon|tue|wed|thu|fri|sat|sun|daily\b|every ?day\b|m ?- ?(?:f|s|th)|week ?(?:days|ends?)\b|(?:7|seven) days\b|closed (?:on )?(?:mon|sat|sun))/i
const opening =
  /^(?:(?:we are|we're|our|regular|normal|current|store|shop|office|business|clinic|opening|operating|working|salon|showroom) ){0,3}(?:hours?(?: of (?:operation|business))?(?: are)?|open(?: from)?|opening times?)[ :|-]{1,4}/i
const heading = /\b(?:hours|opening times)\b|\b(?:we are|we're|now|when) open\b|^open\b/i
/** Hours of something else than the business. */
const ofOthers =
  /\b(?:happy|after|breakfast|brunch|lunch|dinner|kitchen|bar|patio|delivery|pick-?up|drive|walk-?ins?|emergency|phone|call|support|chat|sales|service|parts|lab|pharmacy|class(?:es)?|lessons?|schedule|worship|mass|school|events?|music|trivia|visiting|visitors?|tours?|check-?in|house|24 ?(?:\/ ?7|hours?|hrs?))\b/i
const seasonal =
  /\b(?:summer|winter|spring|fall|autumn|season|seasonal|holiday|temporary|covid\S{0,4}|limited|modified|reduced|adjusted|special|new) (?:\w{1,12} )?(?:hours|schedule)\b|^\(?(?:summer|winter|spring|fall|autumn|seasonal|temporary)\b|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.? ?(?:-|to|through|until|thru) ?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\buntil further notice\b/i
const pause = /\blunch\b|\bbreak\b/i

/** Says something about a day, but no time: "Sunday by appointment". */
const isNote = (line: string): boolean => line.length <= MAX_NOTE && !/\d/.test(line)
/** As a word, it stands for what is not known of a day. */
const UNKNOWN = '?'

/** Opening hours in plain text, where they can be read in one way only. */
export function hoursInText(text: string): TextHours {
  const found: TextHours = { weeks: [], areDoubtful: false }
  if (!hasDays.test(text)) return found
  const lines = text.split('\n').filter(line => hasContent.test(line))
  let blocks = 0
  for (let at = 0; at < lines.length && blocks < MAX_BLOCKS; at++) {
    // Most lines say nothing about days, and need no more work.
    if (!hasDays.test(lines[at] ?? '')) continue
    const line = tidy(lines[at] ?? '')
    const isOpening = opening.test(line)
    const start = isOpening ? line.replace(opening, '') : line
    if (!startsWithDays.test(start)) continue
    blocks++
    // "Open every day" is a heading, if a line for some days follows.
    if (isEveryDay(start) && startsWithDays.test(tidy(lines[at + 1] ?? ''))) continue
    const block = readBlock([start, ...lines.slice(at + 1, at + MAX_LINES).map(tidy)])
    const before = lines.slice(Math.max(0, at - HEADING_LINES), at).map(tidy)
    const after = lines.slice(at + block.lines, at + block.lines + 2).map(tidy)
    if ((block.week !== null || block.isUnreadable) && isOfBusiness(block.week, before, isOpening)) {
      if (after.some(next => pause.test(next) && /\d/.test(next))) found.areDoubtful = true
      if ([...before, ...after].some(next => next.length < 100 && seasonal.test(next))) found.areDoubtful = true
      // Hours that cannot be read: whether others on the page are whole, is not certain either.
      if (block.week === null) found.areDoubtful = true
      else found.weeks.push(block.week)
    }
    at += Math.max(1, block.lines) - 1
  }
  return found
}

/** One kind of dash and of "a.m.", and no symbols in front. */
const tidy = (line: string): string =>
  line
    .slice(0, MAX_LINE)
    .replaceAll(/[\u2010-\u2015\u2212~]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}(-]+/u, '')
    .trim()

/** Reads lines as long as they are about days and times. No week if one of them says more than that. */
function readBlock(lines: readonly string[]): { week: Week | null; lines: number; isUnreadable: boolean } {
  const parts: string[] = []
  let isCertain = true
  for (const line of lines) {
    const { tokens, rest } = readTokens(line)
    const isDay = startsWithDays.test(line)
    const read = line.slice(0, line.length - rest.length).trim()
    if (rest === '') parts.push(line)
    else if (read.endsWith('.')) {
      // "…and closed Sundays. The closest stop is Midland Station."
      parts.push(read)
      break
    } else if ((isDay || (tokens.length === 0 && endsWithDays(parts))) && isNote(line)) parts.push(UNKNOWN)
    else if (isDay) {
      isCertain = false
      parts.push(UNKNOWN)
    } else break
  }
  const { tokens } = readTokens(parts.join(' | '))
  const week = isCertain ? weekOf(tokens) : null
  const isUnreadable = week === null && tokens.some(token => token.kind === 'time' && token.time.half !== null)
  return { week, lines: parts.length, isUnreadable }
}

const isEveryDay = (line: string): boolean => {
  const { tokens, rest } = readTokens(line)
  return (
    rest === '' && tokens.every(token => token.kind === 'filler' || (token.kind === 'days' && token.days.length === 7))
  )
}

const endsWithDays = (parts: readonly string[]): boolean =>
  readTokens(parts.at(-1) ?? '').tokens.findLast(({ kind }) => kind !== 'filler')?.kind === 'days'

/** A heading says so, or all seven days are named. */
function isOfBusiness(week: Week | null, before: readonly string[], isOpening: boolean): boolean {
  if (isOpening) return !ofOthers.test(before.at(-1)?.slice(0, MAX_HEADING) ?? '')
  const at = before.findLastIndex(line => line.length < MAX_HEADING && heading.test(line))
  const near = at === -1 ? before.slice(-2) : before.slice(at)
  if (near.some(line => line.length < MAX_HEADING && ofOthers.test(line))) return false
  return at !== -1 || (week !== null && days.every(day => week[day] !== undefined))
}
