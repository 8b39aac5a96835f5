import { type Day, days, readTokens } from './hours-tokens.rules.ts'
import { type Week, weekOf } from './week.rules.ts'

const start = '"structuredHours":['
const MAX_LENGTH = 3000
type Hour = { day?: unknown; openTime?: unknown; closeTime?: unknown; closed?: unknown; byAppointmentOnly?: unknown }

/**
 * The hours in a script of GoDaddy's website builder, whose contact block shows those of today until somebody clicks.
 * Null if the script has none, or if some cannot be read.
 */
export function hoursOfWidget(script: string): Week | null {
  if (!script.includes('structuredHours')) return null
  const from = script.indexOf('structuredHours') - 2
  const text = script.slice(Math.max(0, from), from + MAX_LENGTH).replaceAll('\\', '')
  const end = text.indexOf(']')
  const at = text.indexOf(start)
  if (at === -1 || end === -1) return null
  const week: Week = {}
  for (const hour of hoursIn(text.slice(at + start.length - 1, end + 1))) {
    const day = days.find(one => String(hour.day).startsWith(one))
    if (day === undefined || week[day] !== undefined) return null
    if (hour.byAppointmentOnly === true) continue
    const open = hour.closed === true ? [] : rangesOf(day, hour)
    if (open === null) return null
    week[day] = open
  }
  return Object.values(week).some(open => open.length > 0) ? week : null
}

function hoursIn(json: string): Hour[] {
  try {
    const rows: unknown = JSON.parse(json)
    return Array.isArray(rows) ? rows.map(row => (row as { hour?: Hour } | null)?.hour ?? {}) : []
  } catch {
    return []
  }
}

/** On a clock with 24 hours: "08:00" and "17:00". */
function rangesOf(day: Day, { openTime, closeTime }: Hour): string[] | null {
  const said = `${day} ${String(openTime)}-${String(closeTime)}`
  return /^\w\w \d\d:\d\d-\d\d:\d\d$/.test(said) ? (weekOf(readTokens(said).tokens, 'any', true)?.[day] ?? null) : null
}
