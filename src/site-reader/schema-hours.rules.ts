import { namedDays, readTokens } from './hours-tokens.rules.ts'
import { ALL_DAY, weekOf, writeWeek } from './week.rules.ts'

type Node = { readonly [key: string]: unknown }

const MAX_HOURS = 14
const MAX_TEXTS = 20
const MAX_TEXT = 500

/** The texts in a value, which may be one text or a list. */
export const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value.slice(0, MAX_TEXTS) : [value]).flatMap(item =>
    typeof item === 'string' ? item.slice(0, MAX_TEXT) : [],
  )

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const dayOf = (text: string): string | undefined =>
  days.find(day => text.endsWith(day) || text === day.slice(0, 2))?.slice(0, 2)
const wholeTimes = /\d{1,2}:\d{2} ?- ?\d{1,2}:\d{2}(?! ?[ap]m?\b)/i
/** Turns "Mo-Fr 9am-5pm" into "Mo-Fr 09:00-17:00". */
function inDigits(text: string): string[] {
  const { tokens, rest } = readTokens(text)
  const week = rest === '' ? weekOf(tokens) : null
  return week === null ? [] : writeWeek(week).split('; ')
}
const dayNames = /\b(?:Mon|Tue|Wednes|Wed|Thurs|Thu|Fri|Satur|Sat|Sun)s?(?:day)?s?\b/gi
const shortDay = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1, 2).toLowerCase()}`
/**
 * The commas after a time in "Mo 08:00-17:00, , We 09:00-17:00", where Tuesday is empty, but not the one in
 * "Mo,Tu 08:00-17:00".
 */
const nextDays = /(?<=\d)(?:, ?){1,7}(?=[A-Z])/
const emptyDays = /^[, ]{1,20}|[, ]{1,20}$/g

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** The hours of an item, in the words of schema.org: "Mo-Fr 08:00-17:00". */
export function hoursOf({ openingHours, openingHoursSpecification }: Node): string[] {
  const rows = Array.isArray(openingHoursSpecification) ? openingHoursSpecification : [openingHoursSpecification]
  const all = rows.slice(0, MAX_HOURS).filter(isNode)
  const usual = all.filter(row => !isOfSomeDays(row))
  const specified = (usual.length > 0 ? usual : all).flatMap(({ dayOfWeek, opens, closes }) => {
    const open = timeOf(opens)
    const close = timeOf(closes)
    const on = textsOf(dayOfWeek).flatMap(text => dayOf(text) ?? [])
    return open === null || close === null || on.length === 0 ? [] : `${on.join(',')} ${open}-${close}`
  })
  return withoutEmpty(onOneClock([...writtenHours(textsOf(openingHours)), ...specified].slice(0, MAX_HOURS)))
}

/** The hours in texts such as "Mo-Fr 9am-5pm" and "Mo 08:00-17:00, Tu 09:00-17:00". */
const writtenHours = (texts: readonly string[]): string[] =>
  texts
    .flatMap(text => text.replaceAll(dayNames, shortDay).replaceAll(emptyDays, '').split(nextDays))
    .filter(text => /^[A-Z][a-z][\w ,:-]{3,60}$/.test(text))
    .flatMap(text => (!/\d/.test(text) || wholeTimes.test(text) ? text : inDigits(text)))

const TIME = /^ ?(\d{1,2}):(\d{2})(?::\d{2})? ?(?:([ap])\.?m)?/i
/** "9:30 PM" as "21:30", and "9:30" as "09:30". */
function timeOf(value: unknown): string | null {
  const [, hour = '', minute = '', half] = TIME.exec(String(value)) ?? []
  if (hour === '') return null
  if (half === undefined || Number(hour) > 12) return `${hour.padStart(2, '0')}:${minute}`
  return `${twoDigits((Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0))}:${minute}`
}
const twoDigits = (number: number): string => String(number).padStart(2, '0')

const MAX_DAYS = 45
const DAY = 24 * 60 * 60 * 1000
/** True for the hours of a holiday or of some weeks. */
function isOfSomeDays({ validFrom, validThrough }: Node): boolean {
  const from = Date.parse(String(validFrom))
  const through = Date.parse(String(validThrough))
  return through - from <= MAX_DAYS * DAY
}

const RANGE = /(\d{1,2}):(\d{2}) ?- ?(\d{1,2}):(\d{2})(?!.*\d)/
/** The start and the end in minutes. */
function minutesOf(text: string): [start: number, end: number] | null {
  const [, hour, minute, endHour, endMinute] = RANGE.exec(text) ?? []
  return hour === undefined ? null : [Number(hour) * 60 + Number(minute), Number(endHour) * 60 + Number(endMinute)]
}

const midnights = /\b0?0:00 ?- ?(?:24|0?0):00/
const countOfDays = (hours: readonly string[]): number =>
  new Set(hours.flatMap(text => [...namedDays(readTokens(text).tokens)])).size
/**
 * "Su 00:00-00:00" means closed beside other hours, and open around the clock without others. If it is said of most days,
 * it may mean both.
 */
function withoutEmpty(hours: readonly string[]): string[] {
  const open = hours.filter(text => {
    const [start, end] = minutesOf(text) ?? []
    return start === undefined || start !== end
  })
  const empty = hours.filter(text => !open.includes(text))
  if (open.length > 0 && countOfDays(empty) > countOfDays(open)) return []
  return (open.length > 0 ? open : hours).map(text => text.replace(midnights, ALL_DAY))
}

const NOON = 12 * 60
const FIRST_START = 5 * 60
const LAST_START = 10 * 60 + 30
/** Whoever opens in the morning does not close at a later time on the next day: "9:30-6:00" ends in the evening. */
const LATEST_END = 4 * 60
/** Nobody is open from 1 to 5 at night only. */
const FIRST_NIGHT = 60
const LAST_NIGHT = 7 * 60
/**
 * Some owners leave out "am" and "pm", so that their hours end before they start: "9:30-6:00". Then all times without
 * them are read so.
 */
function onOneClock(hours: string[]): string[] {
  const starts = hours.map(text => minutesOf(text)?.[0] ?? 0)
  const hasMorning = starts.some(start => start >= FIRST_START && start <= LAST_START)
  const isOfHalfDays = hours.some(text => {
    const [start = 0, end = 0] = minutesOf(text) ?? []
    if (end > start) return hasMorning && start >= FIRST_NIGHT && start < FIRST_START && end <= LAST_NIGHT
    return start >= FIRST_START && start <= LAST_START && end > LATEST_END && end < start
  })
  const hasAllHours = hours.some(text => minutesOf(text)?.some(time => time >= NOON + 60) === true)
  if (!isOfHalfDays || hasAllHours) return hours
  return hours.map(text =>
    text.replace(RANGE, (range: string, hour: string, minute: string, endHour: string, endMinute: string) => {
      const [start = 0, end = 0] = minutesOf(range) ?? []
      const isAfternoon = start < FIRST_START && end > start
      if ((end > start && !isAfternoon) || end >= NOON || end === 0) return range
      return `${isAfternoon ? Number(hour) + 12 : hour}:${minute}-${Number(endHour) + 12}:${endMinute}`
    }),
  )
}
