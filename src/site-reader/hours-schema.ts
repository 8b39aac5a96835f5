import { parseJson } from '#json/index.ts'
import { type Clock, weekOf } from './hours-reading.ts'
import { readTokens } from './hours-tokens.ts'
import { days, type Week } from './hours-week.ts'

/** An item of schema.org data, and its properties. */
export type Node = { readonly [key: string]: unknown }

const MAX_ROWS = 20
const MAX_TEXT = 500

export const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value.slice(0, MAX_ROWS) : [value]).flatMap(item =>
    typeof item === 'string' ? item.slice(0, MAX_TEXT) : [],
  )

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Without the seconds and the time zone: "9:30 AM" and "09:30:00-06:00". */
const timeOf = (value: unknown): string =>
  /^ ?\d{1,2}:\d{2}/.exec(String(value))?.[0].concat(/ ?[ap]\.?m\b/i.exec(String(value))?.[0] ?? '') ?? ''

/** The opening hours of an item. Null if they are ambiguous, and undefined if there are none. */
export function hoursOf({ openingHours, openingHoursSpecification }: Node): Week | null | undefined {
  const rows = Array.isArray(openingHoursSpecification) ? openingHoursSpecification : [openingHoursSpecification]
  const all = rows.slice(0, MAX_ROWS).filter(isNode)
  const usual = all.filter(row => !isOfSomeDays(row))
  const specified = (usual.length > 0 ? usual : all).flatMap(({ dayOfWeek, opens, closes }) => {
    const named = textsOf(dayOfWeek)
      .map(text => text.replace(/^https?:\/\/schema\.org\//, ''))
      .filter(day => day !== 'PublicHolidays')
    const [open, close] = [timeOf(opens), timeOf(closes)]
    return named.length === 0 || open === '' || close === '' ? [] : `${named.join(', ')} ${open}-${close}`
  })
  // "Su Closed" has no hours.
  const texts = [...textsOf(openingHours), ...specified].filter(text => /\d/.test(text))
  return texts.length === 0 ? undefined : mergedWeek(withoutEmpty(texts))
}

const MAX_DAYS = 45
const DAY = 24 * 60 * 60 * 1000
/** True for the hours of a holiday or of some weeks. */
const isOfSomeDays = ({ validFrom, validThrough }: Node): boolean =>
  Date.parse(String(validThrough)) - Date.parse(String(validFrom)) <= MAX_DAYS * DAY

const sameTime = /\b0?0:00 ?- ?0?0:00/
/** "Su 00:00-00:00" means closed beside other hours, and open around the clock without others. */
function withoutEmpty(texts: readonly string[]): string[] {
  const open = texts.filter(text => !sameTime.test(text))
  return (open.length > 0 ? open : texts).map(text => text.replace(/\b0?0:00 ?- ?(?:24|0?0):00/, '24 hours'))
}

/** Some owners leave out "am" and "pm", so that their hours end before they start: "9:30-6:00". */
function clockOf(texts: readonly string[]): Clock | undefined {
  if (texts.some(text => /\d ?[ap]\.?m/i.test(text))) return undefined
  const spans = texts.flatMap(text => [...text.matchAll(/(\d{1,2}):\d{2} ?- ?(\d{1,2}):(\d{2})/g)])
  const endEarly = spans.some(([, from, to, minute]) => {
    const end = Number(to) + Number(minute) / 60
    return Number(from) >= 5 && Number(from) <= 10 && end > 4 && end < Number(from)
  })
  const hasAllHours = spans.some(([, from, to]) => Number(from) > 12 || Number(to) > 12)
  return endEarly && !hasAllHours ? 'daytime' : 'all hours'
}

function mergedWeek(texts: readonly string[]): Week | null {
  const clock = clockOf(texts)
  const merged: Week = {}
  for (const text of texts) {
    const { tokens, rest } = readTokens(text)
    const week = rest === '' ? weekOf(tokens, clock) : null
    if (week === null) return null
    for (const day of days)
      if (week[day] !== undefined) merged[day] = [...new Set([...(merged[day] ?? []), ...week[day]])].toSorted()
  }
  return Object.values(merged).some(isOverlapping) ? null : merged
}

/** True for "11:00-15:00" beside "14:00-21:00". */
const isOverlapping = (ranges: readonly string[]): boolean =>
  ranges.some((range, index) => {
    const next = ranges[index + 1]
    return next !== undefined && (range.slice(6) > next.slice(0, 5) || range.slice(6) < range.slice(0, 5))
  })

const start = 'structuredHours":['
const MAX_LENGTH = 3000
type Hour = { day?: unknown; openTime?: unknown; closeTime?: unknown; closed?: unknown; byAppointmentOnly?: unknown }

/**
 * The hours in a script of GoDaddy's website builder, whose contact block shows those of today until somebody clicks.
 * Null if the script has none, or if some cannot be read.
 */
export function hoursOfWidget(script: string): Week | null {
  const from = script.indexOf('structuredHours')
  if (from === -1) return null
  const text = script.slice(from, from + MAX_LENGTH).replaceAll('\\', '')
  const end = text.indexOf(']')
  const at = text.indexOf(start)
  if (at === -1 || end === -1) return null
  const week: Week = {}
  for (const { day, openTime, closeTime, closed, byAppointmentOnly } of hoursIn(
    text.slice(at + start.length - 1, end + 1),
  )) {
    const said = closed === true ? 'closed' : `${String(openTime)}-${String(closeTime)}`
    const name = days.find(one => String(day).startsWith(one))
    if (name === undefined || week[name] !== undefined) return null
    if (byAppointmentOnly === true) continue
    const open = /^\d\d:\d\d-\d\d:\d\d$/.test(said)
      ? weekOf(readTokens(`${name} ${said}`).tokens, 'all hours')?.[name]
      : []
    if (open === undefined || (open.length === 0 && closed !== true)) return null
    week[name] = open
  }
  return Object.values(week).some(open => open.length > 0) ? week : null
}

function hoursIn(json: string): Hour[] {
  const rows = parseJson(json)
  return Array.isArray(rows) ? rows.map(row => (row as { hour?: Hour } | null)?.hour ?? {}) : []
}
