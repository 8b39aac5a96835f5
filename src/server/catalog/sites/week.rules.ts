export const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const
export type Day = (typeof days)[number]
/** Opening hours of each day that a text names, such as "08:00-17:00". The list is empty if the business is closed. */
export type Week = Partial<Record<Day, string[]>>

/** A time as it is written: "9", "9:30 am", "17:00". */
type Time = { hour: number; minute: number; half: 'am' | 'pm' | null; hasMinutes: boolean }
export type Token =
  | { kind: 'days'; days: Day[] }
  | { kind: 'time'; time: Time }
  | { kind: 'meal'; meal: string }
  | { kind: 'closed' | 'always' | 'unknown' | 'to' | 'and' | 'filler' }

const MAX_TOKENS = 160
const MAX_RANGES = 3
/** A bar may close after midnight, but not later than this. */
const LATEST_END = 5 * 60
const DAY_MINUTES = 24 * 60

const tokenPattern =
  /(?<span>m ?- ?(?:f|th(?:urs?)?|sat?|sun)\b)|(?<day>(?:mon(?:days?)?|tue(?:s(?:days?)?)?|wed(?:nesdays?|s)?|thu(?:r(?:s(?:days?)?)?)?|fri(?:days?)?|sat(?:urdays?)?|sun(?:days?)?)\b\.?)|(?<short>(?:mo|tu|we|th|fr|sa|su)\b(?= ?[-,:&/]| \d))|(?<daily>daily\b|every ?day\b|(?:7|seven) days(?: (?:a|per) week)?\b)|(?<weekdays>week ?days\b)|(?<weekends>week ?ends?\b)|(?<always>(?:open )?24 ?(?:hours|hrs|\/ ?7)\b)|(?<military>(?!(?:19|20)\d{2} ?- ?(?:19|20)\d{2}\b)(?:[01]\d|2[0-3])[0-5]\d(?:(?= ?(?:h(?:ou)?rs? ?)?(?:-|to\b))|(?<=(?:-|to) ?\d{4})(?!\w)))|(?<time>(?<hour>\d{1,2})(?:[:.](?<minute>\d{2})|:(?=[ap]))? ?(?:(?<half>[ap])(?:\.? ?m\b\.?|(?<=\d[ap])\b)|(?![\w:]))|noon\b|midnight\b)|(?<closed>closed\b)|(?<meal>(?:breakfast|brunch|lunch|dinner|supper)\b(?: (?:hours|service)\b)?)|(?<to>-|(?:to|till?|until|through|thru)\b)|(?<and>[,&/+;]|and\b)|(?<unknown>\?|by appointment(?: only)?\b)|(?<filler>[:|·•.()]|(?:from|open|hours|hrs?|[ecmp][sd]?t|a[cew][sd]t|nz[sd]t|cest|gmt|utc|bst|[is]st|sast|(?:eastern|central|mountain|pacific|local)(?: (?:standard |daylight )?time)?)\b)/iy

const startsOf = (word: string): Day => {
  const start = word.slice(0, 2).toLowerCase()
  return days.find(day => day.toLowerCase() === start) ?? 'Mo'
}

function tokenOf(groups: Record<string, string | undefined>): Token {
  const { span, day, short, time, military, meal } = groups
  if (span !== undefined) {
    const end = /- ?(\w+)/.exec(span)?.[1] ?? ''
    return { kind: 'days', days: between('Mo', end.toLowerCase() === 'f' ? 'Fr' : startsOf(end)) }
  }
  if (day !== undefined || short !== undefined) return { kind: 'days', days: [startsOf(day ?? short ?? '')] }
  if (groups.daily !== undefined) return { kind: 'days', days: [...days] }
  if (groups.weekdays !== undefined) return { kind: 'days', days: between('Mo', 'Fr') }
  if (groups.weekends !== undefined) return { kind: 'days', days: ['Sa', 'Su'] }
  if (meal !== undefined) return { kind: 'meal', meal: meal.toLowerCase().split(' ')[0] ?? '' }
  if (military !== undefined) return { kind: 'time', time: ofFourDigits(military) }
  if (time !== undefined) return { kind: 'time', time: timeOf(time.toLowerCase(), groups) }
  const kind = (['always', 'closed', 'unknown', 'to', 'and'] as const).find(name => groups[name] !== undefined)
  return { kind: kind ?? 'filler' }
}

/** Reads a time such as "0900". */
const ofFourDigits = (text: string): Time => ({
  hour: Number(text.slice(0, 2)),
  minute: Number(text.slice(2)),
  half: null,
  hasMinutes: true,
})

function timeOf(text: string, { hour, minute, half }: Record<string, string | undefined>): Time {
  if (text === 'noon') return { hour: 12, minute: 0, half: 'pm', hasMinutes: true }
  if (text === 'midnight') return { hour: 12, minute: 0, half: 'am', hasMinutes: true }
  return {
    // "17.30 PM" means 5:30 PM.
    hour: half?.toLowerCase() === 'p' && Number(hour) > 12 && Number(hour) < 24 ? Number(hour) - 12 : Number(hour),
    minute: Number(minute ?? 0),
    half: half === undefined ? null : half.toLowerCase() === 'a' ? 'am' : 'pm',
    hasMinutes: minute !== undefined,
  }
}

/** The days from one day to another, past Sunday if necessary. */
function between(from: Day, to: Day): Day[] {
  const start = days.indexOf(from)
  const count = ((days.indexOf(to) - start + days.length) % days.length) + 1
  return Array.from({ length: count }, (_, index) => days[(start + index) % days.length] ?? 'Mo')
}

/** Reads tokens about days and times from the start of a text. `rest` is the text after them. */
export function readTokens(text: string): { tokens: Token[]; rest: string } {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length && tokens.length < MAX_TOKENS) {
    if (text[at] === ' ') {
      at++
      continue
    }
    tokenPattern.lastIndex = at
    const match = tokenPattern.exec(text)
    if (match === null) break
    tokens.push(tokenOf(match.groups ?? {}))
    at = tokenPattern.lastIndex
  }
  return { tokens, rest: text.slice(at) }
}

/** The opening hours that the tokens describe. Null if they are ambiguous. */
export function weekOf(tokens: readonly Token[], is24Hour = usesAllHours(tokens)): Week | null {
  const mornings = startsOfWork(tokens)
  const week: Week = {}
  /** For each day, how many days were named along with it, itself included. */
  const sizes = new Map<Day, number>()
  let named: Day[] = []
  let times: Time[] = []
  let ranges: string[] = []
  let isClosed = false
  let last: Token['kind'] = 'filler'

  const endOfDays = (): boolean => {
    if (times.length > 0) return false
    for (const day of new Set(named)) {
      const known = week[day]
      if (!isClosed && ranges.length === 0) continue
      if (known === undefined || known.join() === ranges.join()) week[day] = ranges
      else if (named.length < (sizes.get(day) ?? 0) && isLater(ranges, known)) week[day] = [...known, ...ranges]
      else return false
      sizes.set(day, named.length)
    }
    const isWhole = named.length > 0 || ranges.length === 0
    named = []
    ranges = []
    isClosed = false
    return isWhole
  }

  for (const token of tokens) {
    if (token.kind === 'filler' || token.kind === 'meal') continue
    if (token.kind === 'days') {
      const from = named.at(-1)
      const to = token.days[0]
      if (last === 'to' && from !== undefined && to !== undefined && ranges.length === 0)
        named.push(...between(from, to))
      else {
        // If "Tuesday" follows "Monday" directly, it is not clear which day the hours after them belong to.
        if (last === 'days') return null
        if ((ranges.length > 0 || (isClosed && named.length > 0)) && !endOfDays()) return null
        named.push(...token.days)
      }
    } else if (token.kind === 'time') {
      if (isClosed) return null
      times.push(token.time)
      if (times.length === 2) {
        const [from, to] = times
        if (last !== 'to' || from === undefined || to === undefined) return null
        const range = rangeOf(from, to, { is24Hour, mornings, before: ranges.at(-1) })
        if (range === null || ranges.push(range) > MAX_RANGES) return null
        times = []
      }
    } else if (token.kind === 'always') {
      if (ranges.length > 0 || isClosed) return null
      ranges.push('00:00-23:59')
    } else if (token.kind === 'closed') {
      // In "and closed Sundays", "closed" comes before its day.
      if (ranges.length > 0 && !endOfDays()) return null
      isClosed = true
    } else if (token.kind === 'unknown') {
      if (ranges.length === 0 && !isClosed) named = []
    } else if (token.kind === 'to' && last === 'to') return null
    last = token.kind
  }
  return endOfDays() && Object.values(week).some(open => open.length > 0) ? week : null
}

const usesAllHours = (tokens: readonly Token[]): boolean => {
  const times = tokens.flatMap(token => (token.kind === 'time' ? token.time : []))
  return times.some(({ hour }) => hour > 12) && times.every(({ half, hasMinutes }) => half === null && hasMinutes)
}

const minutesOf = ({ hour, minute }: Time, half: 'am' | 'pm'): number =>
  ((hour % 12) + (half === 'pm' ? 12 : 0)) * 60 + minute

/** True for "9-5". False for "9-2", which may be at night. */
function isWorkingDay(from: Time, to: Time): boolean {
  const [start, end] = [minutesOf(from, 'am'), minutesOf(to, 'am')]
  return from.half === null && to.half === null && end <= start && start >= 6 * 60 && end >= 4 * 60 && start <= 10 * 60
}

/** The times at which working days start. Next to "Mon-Fri 9-5", "Sat 9-1" is in the daytime too. */
function startsOfWork(tokens: readonly Token[]): Set<number> {
  const times = tokens.flatMap(token => (token.kind === 'time' ? token.time : []))
  return new Set(
    times.flatMap((from, index) => {
      const to = times[index + 1]
      return index % 2 === 0 && to !== undefined && isWorkingDay(from, to) ? minutesOf(from, 'am') : []
    }),
  )
}

type Context = { is24Hour: boolean; mornings: ReadonlySet<number>; before: string | undefined }

/** Turns "9am-5pm" into "09:00-17:00". Null if a range is ambiguous, such as "8-11pm". */
function rangeOf(from: Time, to: Time, { is24Hour, mornings, before }: Context): string | null {
  if (from.minute > 59 || to.minute > 59 || from.hour > 24 || to.hour > 24) return null
  if (is24Hour) return written(from.hour * 60 + from.minute, to.hour * 60 + to.minute, before)
  if (from.hour > 12 || to.hour > 12 || from.hour === 0 || to.hour === 0) return null
  if (from.half !== null && to.half !== null) return written(minutesOf(from, from.half), minutesOf(to, to.half), before)
  const [start, end] = [minutesOf(from, 'am'), minutesOf(to, 'am')]
  if (to.half === 'pm') {
    // "1-6:30pm" starts after noon, and "9-5pm" starts before noon.
    const closes = minutesOf(to, 'pm')
    const isAfterNoon = start < 6 * 60 || from.hour === 12
    const wasAfter = before !== undefined && minutesAfter(before) > start
    if (isAfterNoon || wasAfter) return written(minutesOf(from, 'pm'), closes, before)
    return start >= end || closes === 12 * 60 ? written(start, closes, before) : null
  }
  if (to.half === 'am') return start < end ? written(start, end, before) : null
  const isOverNoon = end <= start
  if (from.half === 'am') return isOverNoon ? written(start, minutesOf(to, 'pm'), before) : null
  const isDay = isWorkingDay(from, to) || (from.half === null && isOverNoon && mornings.has(start))
  return isDay ? written(start, minutesOf(to, 'pm'), before) : null
}

const TIME_LENGTH = '00:00'.length
/** True for extra hours later on the same day: "Mon-Fri 8am-5pm, Tue 5pm-8pm". False after hours past midnight. */
function isLater([first = '']: readonly string[], known: readonly string[]): boolean {
  const last = known.at(-1) ?? ''
  const end = last.slice(-TIME_LENGTH)
  return last.slice(0, TIME_LENGTH) < end && first.slice(0, TIME_LENGTH) >= end
}

const minutesAfter = (range: string): number => {
  const [hour = 0, minute = 0] = range
    .slice(range.indexOf('-') + 1)
    .split(':')
    .map(Number)
  return hour * 60 + minute
}

function written(from: number, to: number, before: string | undefined): string | null {
  const start = from % DAY_MINUTES
  const end = to % DAY_MINUTES
  if (start === end || (end < start && end > LATEST_END)) return null
  if (before !== undefined && minutesAfter(before) > start) return null
  return `${clock(start)}-${clock(end)}`
}

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Merges opening hours from several texts in schema.org's format. Null if one of them is ambiguous. */
export function mergedWeek(texts: readonly string[]): Week | null {
  const merged: Week = {}
  for (const text of texts) {
    const week = weekOf(readTokens(text).tokens, true)
    if (week === null) return null
    for (const day of days) if (week[day] !== undefined) merged[day] = [...(merged[day] ?? []), ...week[day]]
  }
  return merged
}

/** The week with the most days, if the others agree with it on each day they name. Null if they differ. */
export function agreedWeek(weeks: readonly Week[]): Week | null {
  const [most, ...others] = weeks.toSorted((a, b) => Object.keys(b).length - Object.keys(a).length)
  if (most === undefined) return null
  const agrees = (week: Week) => days.every(day => week[day] === undefined || week[day].join() === most[day]?.join())
  return others.every(agrees) ? most : null
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
