import type { Time, Token } from './hours-tokens.ts'
import { ALL_DAY, between, type Day, type Week } from './hours-week.ts'

type Span = readonly [from: Time, to: Time]
/** Some days, or what is said about them. */
type Item =
  | { kind: 'days'; days: readonly Day[] }
  | { kind: 'spans'; spans: readonly Span[] }
  | { kind: 'closed' | 'always' | 'unknown' }

/** A pause at noon makes two. */
const MAX_SPANS = 2

/** The opening hours that the tokens describe. Null if they are ambiguous. */
export function weekOf(tokens: readonly Token[], known?: Clock): Week | null {
  const items = itemsOf(tokens.filter(({ kind }) => kind !== 'filler'))
  if (items === null) return null
  const all = items.flatMap(item => (item.kind === 'spans' ? item.spans : []))
  const clock = known ?? clockOf(all)
  const week: Week = {}
  const sizes = new Map<Day, number>()
  for (const [named, said] of pairsOf(items) ?? []) {
    if (said.kind === 'unknown') continue
    const ranges = said.kind === 'always' ? [ALL_DAY] : said.kind === 'spans' ? rangesOf(said.spans, clock) : []
    if (ranges === null) return null
    for (const day of named) {
      // In "Mon-Fri 9-5, Thu 9-7" and "daily 9-5, closed Tuesdays", the smaller group of days wins.
      const isException = named.length < (sizes.get(day) ?? 0)
      if (week[day] !== undefined && week[day].join() !== ranges.join() && !isException) return null
      week[day] = ranges
      sizes.set(day, named.length)
    }
  }
  return Object.values(week).some(open => open.length > 0) ? week : null
}

export const namedDays = (tokens: readonly Token[]): Set<Day> =>
  new Set(
    itemsOf(tokens.filter(({ kind }) => kind !== 'filler'))?.flatMap(item => (item.kind === 'days' ? item.days : [])),
  )

/** Joins "Mon - Wed & Fri" to one item, and "9-12, 1-5" to another. Null if a time or a "to" is left over. */
function itemsOf(tokens: readonly Token[]): Item[] | null {
  const items: Item[] = []
  let isList = false
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    const last = items.at(-1)
    // "Monday - 9am to 5pm" has a dash for a colon.
    if (token === undefined || (token.kind === 'to' && last !== undefined && last.kind !== 'days')) return null
    if (token.kind === 'to') continue
    if (token.kind === 'and') {
      isList = true
      continue
    }
    if (token.kind === 'days') {
      const end = tokens[at + 1]?.kind === 'to' ? tokens[at + 2] : undefined
      const [first, to] = [token.days[0], end?.kind === 'days' ? end.days[0] : undefined]
      const named = first !== undefined && to !== undefined ? between(first, to) : token.days
      if (to !== undefined) at += 2
      // If "Tuesday" follows "Monday" directly, it is not clear which day the hours belong to.
      if (last?.kind === 'days' && isList) items[items.length - 1] = { kind: 'days', days: [...last.days, ...named] }
      else items.push({ kind: 'days', days: named })
    } else if (token.kind === 'time') {
      const end = tokens[at + 1]?.kind === 'to' ? tokens[at + 2] : undefined
      if (end?.kind !== 'time') return null
      at += 2
      const span: Span = [token.time, end.time]
      if (last?.kind === 'spans') items[items.length - 1] = { kind: 'spans', spans: [...last.spans, span] }
      else items.push({ kind: 'spans', spans: [span] })
    } else if (token.kind !== 'filler') items.push({ kind: token.kind })
    isList = false
  }
  return items
}

type Pair = readonly [named: readonly Day[], said: Exclude<Item, { kind: 'days' }>]
/** What is said about which days. It stands behind them, or in front of them: "closed Sundays", "9-5 Mon-Fri". */
function pairsOf(items: readonly Item[]): Pair[] | null {
  const pairs: Pair[] = []
  const isBehind = items[0]?.kind === 'days'
  for (let at = 0; at < items.length; at += 2) {
    const [one, other] = [items[at], items[at + 1]]
    if (one === undefined || other === undefined) return null
    if (one.kind === 'days' && other.kind !== 'days' && isBehind) pairs.push([one.days, other])
    else if (one.kind !== 'days' && other.kind === 'days' && (!isBehind || one.kind === 'closed'))
      pairs.push([other.days, one])
    else return null
  }
  return pairs
}

const NOON = 12 * 60
const DAY_MINUTES = 2 * NOON
/** Nobody opens between midnight and this time: "1-6" is after noon. */
const FIRST_START = 6 * 60
const LAST_MORNING = 10 * 60 + 30
/** A bar may close after midnight, but not later than this. */
const LATEST_END = 5 * 60

const onHalfClock = ({ hour, minute }: Time): number => (hour % 12) * 60 + minute
const isBare = ([from, to]: Span): boolean => from.half === null && to.half === null
const isMorning = (start: number): boolean => start >= FIRST_START && start <= LAST_MORNING
/** True for "17:00" and "0:00". */
const isOfAllHours = ({ hour, half }: Time): boolean => half === null && (hour > 12 || hour === 0)

/** `all hours`: the times are on a clock with 24 hours. `daytime`: on one with 12, and some are surely in the daytime. */
export type Clock = 'all hours' | 'daytime' | 'unknown'
function clockOf(spans: readonly Span[]): Clock {
  const bare = spans.filter(isBare)
  if (bare.length === spans.length && spans.flat().some(isOfAllHours)) return 'all hours'
  const isDaytime = bare.some(([from, to], index) => {
    const next = bare[index + 1]
    const isBeforePause = next !== undefined && onHalfClock(next[0]) < FIRST_START
    return isMorning(onHalfClock(from)) && (isBeforePause || isWorkingDay(onHalfClock(from), onHalfClock(to)))
  })
  return isDaytime ? 'daytime' : 'unknown'
}
/** True for "9-5" and "11-7". False for "9-2", which may be at night. */
const isWorkingDay = (start: number, end: number): boolean => start >= FIRST_START && end <= start && end >= 4 * 60

/** Turns "9am-5pm" into "09:00-17:00". Null if a span is ambiguous, such as "8-11pm", or if spans overlap. */
function rangesOf(spans: readonly Span[], clock: Clock): string[] | null {
  if (spans.length > MAX_SPANS) return null
  let before = -1
  const ranges: string[] = []
  for (const span of spans) {
    const found = minutesOf(span, clock)
    if (found === null) return null
    const [start, end] = [found[0] % DAY_MINUTES, found[1] % DAY_MINUTES]
    if (start === end || (end < start && end > LATEST_END) || start <= before) return null
    before = end < start ? DAY_MINUTES : end
    ranges.push(`${written(start)}-${written(end)}`)
  }
  return ranges
}

function minutesOf([from, to]: Span, clock: Clock): readonly [number, number] | null {
  if (from.minute > 59 || to.minute > 59 || from.hour > 24 || to.hour > 24) return null
  if (clock === 'all hours' || isOfAllHours(from) || isOfAllHours(to))
    return [from.hour * 60 + from.minute, to.hour * 60 + to.minute]
  if (from.hour > 12 || to.hour > 12 || from.hour === 0 || to.hour === 0) return null
  const [start, end] = [onHalfClock(from), onHalfClock(to)]
  const [startHalf, endHalf] = halvesOf(from, to, clock === 'daytime') ?? []
  if (startHalf === undefined || endHalf === undefined) return null
  return [start + (startHalf === 'pm' ? NOON : 0), end + (endHalf === 'pm' ? NOON : 0)]
}

type Half = 'am' | 'pm'
/** The halves of the day that the times leave out. */
function halvesOf(from: Time, to: Time, isDaytime: boolean): readonly [Half, Half] | null {
  const [start, end] = [onHalfClock(from), onHalfClock(to)]
  if (from.half !== null && to.half !== null) return [from.half, to.half]
  if (to.half === 'am') return start < end ? ['am', 'am'] : null
  if (to.half === 'pm') {
    if (start < FIRST_START) return ['pm', 'pm']
    return start >= end ? ['am', 'pm'] : null
  }
  if (from.half === 'am') return end <= start ? ['am', 'pm'] : null
  if (from.half === 'pm' || start < FIRST_START) return start < end ? ['pm', 'pm'] : null
  return isWorkingDay(start, end) || (isDaytime && isMorning(start) && end <= start) ? ['am', 'pm'] : null
}

const written = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
