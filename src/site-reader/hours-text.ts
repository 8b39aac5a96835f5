import { EDGE } from './address.ts'
import { namedDays, weekOf } from './hours-reading.ts'
import { readTokens, type Token } from './hours-tokens.ts'
import { alwaysOpen, days, namesWorkingDays, type Week } from './hours-week.ts'

export type TextHours = {
  weeks: Week[]
  /** Some hours are seasonal, temporary, or unreadable, so no hours in the texts of the site are certain. */
  areDoubtful: boolean
}

const MAX_BLOCKS = 20
const MAX_LINE = 600
const MAX_LINES = 40
const NEAR = 3

/** Runs on each line, so it is fast rather than exact. */
const someDay =
  /\b(?:mon|tue|wed|thu|fri|sat|sun|lun|mar|mi[eé]|jue|vie|dom)|\b[ml] ?-|daily|every ?day|days\b|week ?ends?|d[ií]as/i
const someHours = /24 ?\/ ?7|24 h(?:ou)?rs/i
const heading = /\b(?:hours|opening times|horarios?|(?:we are|we're|now) open)\b|^(?:we )?open\b/i
/** A label in front of the hours: "Our business hours: ", "We are open ". */
const label =
  /^(?:[\w' ]{0,40}\b(?:hours(?: of operation)?|open|horarios?(?: de (?:atenci[oó]n|oficina))?)(?: (?:are|is|from))?[ :|-]{1,4}|horario:? )/i
/** Hours that are not those of the whole business. */
const OTHERS = `(?:${[
  'happy|after|staffed|breakfast|brunch|lunch|dinner|kitchen|bar|patio|delivery|pick-?up|drive|walk-?ins?|emergency|phone|call',
  'support|chat|sales|service|parts|lab|pharmacy|class|lessons?|worship|mass|school|events?|visiting|visitors?|tours?|check-?in',
  'house|holidays?|volunteers?|pool|parking|quiet|thanksgiving|christmas|easter|seniors?',
].join('|')})`
const ofOthers = new RegExp(
  String.raw`\b${OTHERS} (?:\w{1,12} ){0,2}(?:hours|schedule)\b|^${OTHERS}(?: (?:department|menu|times?|counter))?\W*$`,
  'i',
)
const seasonal =
  /\b(?:summer|winter|spring|fall|autumn|season(?:al)?|temporary|covid\S{0,4}|limited|modified|special|new) (?:\w{1,12} )?(?:hours|schedule)\b/i
const ofSeason = /^\(?(?:summer|winter|seasonal|temporary)\b|until further notice/i
const ofMonths =
  /\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6} ?(?:-|to|through) ?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i
const isSeasonal = (line: string): boolean =>
  line.length < 100 && (seasonal.test(line) || ofSeason.test(line) || ofMonths.test(line))
/** A pause at noon, which is not read. */
const lunch = /\blunch\b|^closed (?:from )?\d/i
const contact = /@|\d{3}\)?[ .-]{1,2}\d{3}[ .-]\d{4}/

const edges = new RegExp(EDGE, 'g')
/** A full stop that ends a sentence, unlike those of "Mon." and "a.m.". */
const sentenceEnd = /(?<!\b(?:mon|tues?|wed|thu|thurs?|fri|sat|sun)|[ap]\.?m)[.!] (?=[A-Z])|\n/gi
const tidy = (line: string): string =>
  line
    .replaceAll(edges, ' ')
    .replaceAll(/[\u2010-\u2015\u2212]+|-{2,}/g, '-')
    .replaceAll('\u2019', "'")
    .replaceAll(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}(-]+/u, '')
    .trim()
const linesOf = (text: string): string[] =>
  text.split(sentenceEnd).flatMap(line => tidy(line.slice(0, 2 * MAX_LINE)) || [])

/** The tokens of a line about days and times. If other words follow a day, its hours are unknown. Otherwise null. */
function readLine(line: string): { tokens: Token[]; isDay: boolean } | null {
  if (line.length > MAX_LINE) return null
  const { tokens, rest } = readTokens(line)
  const isDay = tokens.find(({ kind }) => kind !== 'filler')?.kind === 'days'
  if (rest === '') return { tokens, isDay }
  if (!isDay) return null
  const end = tokens.findIndex(({ kind }) => kind === 'time' || kind === 'closed' || kind === 'always')
  const named = tokens.slice(0, end === -1 ? tokens.length : end)
  while (named.at(-1)?.kind === 'to' || named.at(-1)?.kind === 'and') named.pop()
  return { tokens: [...named, { kind: 'unknown' }], isDay }
}

type Block = { tokens: Token[]; label: string; from: number; to: number }

/** The lines around the one at an index that are about days and times. Null if there are none. */
function blockAt(lines: readonly string[], index: number, from: number): Block | null {
  const line = lines[index] ?? ''
  const [said = ''] = label.exec(line) ?? []
  const first = readLine(line.slice(said.length)) ?? readLine(line)
  if (first === null) return null
  const tokens = [...first.tokens]
  // In some tables, the times are above their days.
  const above = said === '' && index > from && !first.tokens.some(isValue) ? readLine(lines[index - 1] ?? '') : null
  const isAbove = above?.isDay === false && above.tokens.some(isValue)
  if (isAbove) tokens.unshift(...above.tokens)
  let to = index + 1
  for (const behind of lines.slice(to, to + MAX_LINES)) {
    const next = readLine(behind)
    if (next === null) break
    tokens.push(...next.tokens)
    to++
  }
  return { tokens, label: said, from: isAbove ? index - 1 : index, to }
}
const isValue = ({ kind }: Token): boolean => kind === 'time' || kind === 'closed' || kind === 'always'

/**
 * True if a heading or contact details are above the hours, or if they name each day. If they name each working day, it
 * is enough that they have five lines, or contact details behind them.
 */
function isOfBusiness(block: Block, week: Week | null, lines: readonly string[]): boolean {
  const before = lines.slice(Math.max(0, block.from - NEAR), block.from)
  const at = before.findLastIndex(line => line.length < 80 && heading.test(line))
  const near = [...before.slice(at === -1 ? -1 : at), block.label]
  if (near.some(line => line.length < 80 && ofOthers.test(line.trim().replace(/[ :|-]+$/, '')))) return false
  if (block.label !== '' || at !== -1 || before.some(line => line.length < 60 && contact.test(line))) return true
  const hasContactBehind = lines.slice(block.to, block.to + 2).some(line => line.length < 60 && contact.test(line))
  const isList = block.to - block.from >= 5 || hasContactBehind
  return namedDays(block.tokens).size === days.length || (week !== null && namesWorkingDays(week) && isList)
}

/** Reads unambiguous opening hours from plain text in which `EDGE` marks the edges of elements. */
export function hoursInText(text: string): TextHours {
  const found: TextHours = { weeks: [], areDoubtful: false }
  const lines = linesOf(text)
  let end = 0
  let blocks = 0
  for (let index = 0; index < lines.length && blocks < MAX_BLOCKS; index++) {
    const line = lines[index] ?? ''
    if (someHours.test(line) && isAlways(line, lines[index - 1] ?? '')) {
      blocks++
      found.weeks.push(alwaysOpen)
    }
    if (index < end || !someDay.test(line)) continue
    const block = blockAt(lines, index, end)
    if (block === null) continue
    end = block.to
    if (!block.tokens.some(isValue)) continue
    blocks++
    const week = weekOf(block.tokens)
    if (!isOfBusiness(block, week, lines)) continue
    // If some hours are unreadable, the others on the page may be incomplete.
    if (week !== null) found.weeks.push(week)
    else if (block.tokens.some(token => token.kind === 'time' && token.time.half !== null)) found.areDoubtful = true
    const near = [...lines.slice(Math.max(0, block.from - NEAR), block.from), ...lines.slice(block.to, block.to + 2)]
    if ([block.label, ...near].some(isSeasonal) || lunch.test(lines[block.to] ?? '')) found.areDoubtful = true
  }
  return found
}

const hoursTitle = /^(?:(?:our|business|opening|operating|working|store|office|shop) ){0,2}hours\W{0,2}$/i
const openAlways =
  /^(?<open>(?:(?:we are|we're) )?(?:(?:always )?open )|(?:[\w ]{0,20}\bhours ?[:-] ?)(?:open )?)?24 ?(?:\/ ?7|h(?:ou)?rs(?: (?:a|per) day)?,? ?(?:and )?(?:7|seven) days(?: (?:a|per) week)?)\W*$/i
/** True for "Open 24/7", and for "24/7" below "Hours". */
function isAlways(line: string, above: string): boolean {
  const match = openAlways.exec(line)
  return match !== null && !ofOthers.test(line) && (match.groups?.open !== undefined || hoursTitle.test(above))
}
