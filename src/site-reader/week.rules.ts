import { withEnd, withEnds } from './hours-ends.rules.ts'
import { between, type Day, days, type Time, type Token } from './hours-tokens.rules.ts'

/** Open around the clock. */
export const ALL_DAY = '00:00-23:59'

/** Opening hours of each day that a text names, such as "08:00-17:00". The list is empty if the business is closed. */
export type Week = Partial<Record<Day, string[]>>

const MAX_RANGES = 3
/** A bar may close after midnight, but not later than this. */
const LATEST_END = 5 * 60
const DAY_MINUTES = 24 * 60

/** `all hours`: times are on a 24-hour clock. `any`: they may also be on one with "am" and "pm". */
export type Clock = 'any' | 'all hours'

/** The opening hours that the tokens describe. Null if they are ambiguous. */
export function weekOf(said: readonly Token[], clock: Clock = 'any', is24Hour = usesAllHours(said)): Week | null {
  const tokens = withEnds(withoutExceptions(withLists(said)))
  const isDaytime = isInDaytime(tokens)
  const week: Week = {}
  /** For each day, how many days were named along with it, itself included. */
  const sizes = new Map<Day, number>()
  const uncertain = new Set<Day>()
  let named: Day[] = []
  let times: Time[] = []
  /** The named days start as usual, and end then. */
  let until: Time | null = null
  let ranges: string[] = []
  let isClosed = false
  /** "Closed" stands before the days. */
  let isClosedBefore = false
  /** The named days are not open each week, or nobody knows how long. */
  let isUncertain = false
  let last: Token['kind'] = 'filler'

  const endOfDays = (): boolean => {
    if (times.length > 0) return false
    // "First Thursday until 8" leaves open when the other ones end.
    if (isUncertain && until !== null) return false
    for (const day of new Set(named)) {
      const known = week[day]
      if (isUncertain) uncertain.add(day)
      else if (until !== null) {
        const changed = named.length < (sizes.get(day) ?? 0) ? withEnd(known, until) : null
        if (changed === null) return false
        week[day] = changed
      } else if (!isClosed && ranges.length === 0) continue
      else if (known === undefined || known.join() === ranges.join()) week[day] = ranges
      // In "Daily 9-5, closed Tuesdays", the smaller group of days wins.
      else if (isClosed && named.length < (sizes.get(day) ?? 0)) week[day] = []
      else if (named.length < (sizes.get(day) ?? 0) && isLater(ranges, known)) week[day] = [...known, ...ranges]
      // In "Mon-Fri 9-5, Thu 9-7", the single day does.
      else if (named.length === 1 && (sizes.get(day) ?? 0) > 2 && sharesEnd(ranges, known)) week[day] = ranges
      else return false
      sizes.set(day, named.length)
    }
    const isWhole = named.length > 0 || ranges.length === 0
    named = []
    ranges = []
    until = null
    isClosed = false
    isClosedBefore = false
    isUncertain = false
    return isWhole
  }

  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'filler' || token.kind === 'meal') continue
    if (token.kind === 'days') {
      const from = named.at(-1)
      const to = token.days[0]
      if (last === 'to' && from !== undefined && to !== undefined && ranges.length === 0 && until === null)
        named.push(...between(from, to))
      else {
        // If "Tuesday" follows "Monday" directly, it is not clear which day the hours after them belong to.
        if (last === 'days' && !isClosedBefore) return null
        const isAlsoClosed = isClosedBefore && last === 'and' && !leadToTime(tokens.slice(index))
        const isEnd =
          ranges.length > 0 || until !== null || ((isClosed || isUncertain) && named.length > 0 && !isAlsoClosed)
        if (isEnd && !endOfDays()) return null
        named.push(...token.days)
      }
    } else if (token.kind === 'until') {
      if (isClosed || named.length === 0 || ranges.length > 0) return null
      until = token.time
    } else if (token.kind === 'time') {
      if (isClosed || until !== null) return null
      times.push(token.time)
      if (times.length === 2) {
        const [from, to] = times
        if (last !== 'to' || from === undefined || to === undefined) return null
        const range = rangeOf(from, to, { clock, is24Hour, isDaytime, before: ranges.at(-1) })
        if (range === null || ranges.push(range) > MAX_RANGES) return null
        times = []
      }
    } else if (token.kind === 'always') {
      if (ranges.length > 0 || isClosed) return null
      ranges.push(ALL_DAY)
    } else if (token.kind === 'closed') {
      // In "and closed Sundays", "closed" comes before its day.
      if (ranges.length > 0 && !endOfDays()) return null
      isClosed = true
      isClosedBefore = named.length === 0
    } else if (token.kind === 'some') {
      if (named.length > 0 && !endOfDays()) return null
      isUncertain = true
    } else if (token.kind === 'rarely') isUncertain = true
    else if (token.kind === 'openEnd') {
      // "Sunday: Close" means closed.
      if (last !== 'to' && times.length === 0 && ranges.length === 0) isClosed = true
      else if (times.length !== 1 || last !== 'to') return null
      else isUncertain = true
      times = []
    } else if (token.kind === 'unknown') {
      if (ranges.length === 0 && !isClosed) named = []
    } else if (token.kind === 'to' && last === 'to') return null
    last = token.kind
  }
  if (!endOfDays()) return null
  for (const day of uncertain) delete week[day]
  return Object.values(week).some(open => open.length > 0) ? week : null
}

/** Reads "Mon-Wed-Fri" as a list of days. "Tue-Thu" beside it is then also a list, not a range. */
function withLists(tokens: readonly Token[]): readonly Token[] {
  const kinds = tokens.flatMap(({ kind }) => (kind === 'filler' ? [] : kind)).join(' ')
  if (!kinds.includes('days to days to days')) return tokens
  return tokens.map((token, index) =>
    token.kind === 'to' && tokens[index - 1]?.kind === 'days' && tokens[index + 1]?.kind === 'days'
      ? { kind: 'and' }
      : token,
  )
}

/**
 * Removes the days after "except" from the days before it. If "except" comes after times, the business is closed on the
 * days that follow.
 */
function withoutExceptions(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(({ kind }) => kind === 'except')
  if (at === -1) return tokens
  const [before, after] = [tokens.slice(0, at), tokens.slice(at + 1)]
  const named = before.findLast(({ kind }) => kind !== 'filler' && kind !== 'and')
  if (named?.kind !== 'days') return [...before, { kind: 'closed' }, ...after]
  const other = after.findIndex(({ kind }) => kind !== 'filler' && !isOfList(kind))
  const end = other === -1 ? after.length : other
  const excepted = new Set(after.slice(0, end).flatMap(token => (token.kind === 'days' ? token.days : [])))
  const left = { ...named, days: named.days.filter(day => !excepted.has(day)) }
  return [...before.map(token => (token === named ? left : token)), ...after.slice(end)]
}

/** True if these days have hours: "Tue-Sat 9-5". False for the first of "Mon, Tue-Sat 9-5", which begins another list. */
const leadToTime = (tokens: readonly Token[]): boolean => {
  const said = tokens.filter(({ kind }) => kind !== 'filler')
  const end = said.findIndex(
    ({ kind }, index) => !isOfList(kind) || (kind === 'days' && said[index - 1]?.kind === kind),
  )
  const isOne = said.slice(0, end).every(({ kind }) => kind !== 'and')
  return isOne && (said[end]?.kind === 'time' || said[end]?.kind === 'always')
}
const isOfList = (kind: Token['kind']): boolean => kind === 'days' || kind === 'to' || kind === 'and'

const timesOf = (tokens: readonly Token[]): Time[] => tokens.flatMap(token => (token.kind === 'time' ? token.time : []))

/** True for "17:00" and "0:00". */
const isOfAllHours = ({ hour, half }: Time): boolean => half === null && (hour > 12 || hour === 0)

const usesAllHours = (tokens: readonly Token[]): boolean => {
  const times = timesOf(tokens)
  return times.some(isOfAllHours) && times.every(({ half }) => half === null)
}

const minutesOf = ({ hour, minute }: Time, half: 'am' | 'pm'): number =>
  ((hour % 12) + (half === 'pm' ? 12 : 0)) * 60 + minute

const NOON = 12 * 60
/** Nobody opens between this time and the one below at night. "1-6" is after noon. */
const FIRST_START = 6 * 60
const isBare = (from: Time, to: Time): boolean => from.half === null && to.half === null

/** True for "9-5" and "11-7". False for "9-2", which may be at night. */
function isWorkingDay(from: Time, to: Time): boolean {
  const [start, end] = [minutesOf(from, 'am'), minutesOf(to, 'am')]
  return isBare(from, to) && end <= start && start >= FIRST_START && end >= 4 * 60 && start < NOON
}

const LAST_START = 10 * 60 + 30
/** Next to "Mon-Fri 9-5", "Sat 9-1" is in the daytime too. So is "9-12" if "1-5" follows it. */
function isInDaytime(tokens: readonly Token[]): boolean {
  const times = timesOf(tokens)
  return times.some((from, index) => {
    const [to, next] = [times[index + 1], times[index + 2]]
    if (index % 2 === 1 || to === undefined || minutesOf(from, 'am') > LAST_START) return false
    const isBeforePause = isBare(from, to) && next?.half === null && minutesOf(next, 'am') < FIRST_START
    return isBeforePause || isWorkingDay(from, to)
  })
}

/** "8:30 am" in minutes, and "16:30" too. */
const minutesOfDay = (time: Time): number =>
  time.half === null ? time.hour * 60 + time.minute : minutesOf(time, time.half)

type Context = { clock: Clock; is24Hour: boolean; isDaytime: boolean; before: string | undefined }

/** Turns "9am-5pm" into "09:00-17:00". Null if a range is ambiguous, such as "8-11pm". */
function rangeOf(from: Time, to: Time, { clock, is24Hour, isDaytime, before }: Context): string | null {
  if (from.minute > 59 || to.minute > 59 || from.hour > 24 || to.hour > 24) return null
  if (is24Hour || isOfAllHours(from) || isOfAllHours(to)) return written(minutesOfDay(from), minutesOfDay(to), before)
  // Where people count to 24, "8-12" and "9-11" are in the morning.
  const isMorningOfAllHours = clock === 'all hours' && isBare(from, to) && minutesOfDay(from) >= FIRST_START
  if (isMorningOfAllHours && minutesOfDay(from) < minutesOfDay(to))
    return written(minutesOfDay(from), minutesOfDay(to), before)
  if (from.hour > 12 || to.hour > 12 || from.hour === 0 || to.hour === 0) return null
  if (from.half !== null && to.half !== null) return written(minutesOf(from, from.half), minutesOf(to, to.half), before)
  const [start, end] = [minutesOf(from, 'am'), minutesOf(to, 'am')]
  if (to.half === 'pm') {
    // "1-6:30pm" starts after noon, and "9-5pm" starts before noon.
    const closes = minutesOf(to, 'pm')
    const isAfterNoon = start < 6 * 60 || from.hour === 12
    const wasAfter = before !== undefined && minutesAfter(before) > start
    if (isAfterNoon || wasAfter) return written(minutesOf(from, 'pm'), closes, before)
    return start >= end || closes === NOON ? written(start, closes, before) : null
  }
  if (to.half === 'am') return start < end ? written(start, end, before) : null
  const isOverNoon = end <= start
  // "12-8" is after noon, and so is "1-5".
  if (from.half === null && start < FIRST_START && start < end) return written(start + NOON, end + NOON, before)
  if (from.half === 'am') return isOverNoon ? written(start, minutesOf(to, 'pm'), before) : null
  // "Noon to 5" ends in the afternoon. It is unclear when "9pm-1" ends, so it is not read.
  if (from.half === 'pm') return isOverNoon ? null : written(minutesOf(from, 'pm'), minutesOf(to, 'pm'), before)
  const isMorning = isDaytime && from.half === null && start >= FIRST_START && start <= LAST_START
  const isDay = isWorkingDay(from, to) || (isOverNoon && isMorning)
  return isDay ? written(start, minutesOf(to, 'pm'), before) : null
}

const TIME_LENGTH = '00:00'.length
/** True for extra hours later on the same day: "Mon-Fri 8am-5pm, Tue 5pm-8pm". False after hours past midnight. */
function isLater([first = '']: readonly string[], known: readonly string[]): boolean {
  const last = known.at(-1) ?? ''
  const end = last.slice(-TIME_LENGTH)
  return last.slice(0, TIME_LENGTH) < end && first.slice(0, TIME_LENGTH) >= end
}

/** True for hours that start or end like the known ones. */
const sharesEnd = ([one = '', ...more]: readonly string[], [known = '', ...others]: readonly string[]): boolean =>
  more.length + others.length === 0 &&
  (one.slice(0, TIME_LENGTH) === known.slice(0, TIME_LENGTH) || one.slice(-TIME_LENGTH) === known.slice(-TIME_LENGTH))

/** The start and the end of "09:00-17:00" in minutes. */
export const minutesOfRange = (range: string): [from: number, to: number] => {
  const [hour = 0, minute = 0, endHour = 0, endMinute = 0] = range.split(/[:-]/).map(Number)
  return [hour * 60 + minute, endHour * 60 + endMinute]
}
const minutesAfter = (range: string): number => minutesOfRange(range)[1]

function written(from: number, to: number, before: string | undefined): string | null {
  const start = from % DAY_MINUTES
  const end = to % DAY_MINUTES
  if (start === end || (end < start && end > LATEST_END)) return null
  if (before !== undefined && minutesAfter(before) > start) return null
  return `${clock(start)}-${clock(end)}`
}

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** True for "11:00-15:00" beside "14:00-21:00". */
export const isOverlapping = (said: readonly string[]): boolean => {
  const ranges = said.toSorted()
  return ranges.some((range, index) => {
    const next = ranges[index + 1]
    return next !== undefined && (range.slice(6) > next.slice(0, 5) || range.slice(6) < range.slice(0, 5))
  })
}

/** Writes a week in schema.org's format: "Mo-Fr 08:00-17:00; Sa 09:00-12:00". */
export function writeWeek(week: Week): string {
  const parts: string[] = []
  for (let index = 0; index < days.length;) {
    const first = days[index] ?? 'Mo'
    const open = week[first] ?? []
    let end = index + 1
    while (end < days.length && open.join() === (week[days[end] ?? 'Mo'] ?? []).join()) end++
    const to = days[end - 1] ?? first
    for (const range of open) parts.push(`${to === first ? first : `${first}-${to}`} ${range}`)
    index = end
  }
  return parts.join('; ')
}
