import { namedDays, weekOf } from './hours-reading.ts'
import { readTokens } from './hours-tokens.ts'
import { days, type Week, writeWeek } from './hours-week.ts'

const day = '(?:Mo|Tu|We|Th|Fr|Sa|Su)'
const someDays = `${day}(?:-${day})?(?:, ?${day}(?:-${day})?)*`
const range = String.raw`\d{1,2}:\d\d ?- ?\d{1,2}:\d\d`
const rule = new RegExp(`^(?:(${someDays}):? )?(off|closed|24/7|${range}(?:, ?${range})*)$`, 'i')
/** A comma that ends one rule and begins the next: after times, and before days. */
const nextRule = new RegExp(String.raw`(?<=\d|off|closed), ?(?=${day})`, 'i')
const ofHolidays = /^[PS]H(?:, ?[PS]H)? (?:off|closed|\d)/i

/**
 * The hours in a usual form of OpenStreetMap's tag `opening_hours`, as `writeWeek` writes them: "Mo-Fr 08:00-17:00".
 * Null for anything else, such as months, weeks, sunrise, and comments.
 */
export function hoursOfTag(text: string): string | null {
  const week: Week = {}
  // A later part replaces the days of earlier ones.
  for (const part of text.split(';').map(one => one.trim())) {
    const named: Week = {}
    for (const said of part.split(nextRule).filter(one => one !== '' && !ofHolidays.test(one))) {
      const ofRule = weekOfRule(said.trim())
      if (ofRule === null || days.some(one => ofRule[one] !== undefined && named[one] !== undefined)) return null
      Object.assign(named, ofRule)
    }
    Object.assign(week, named)
  }
  return writeWeek(week) || null
}

function weekOfRule(said: string): Week | null {
  const [, named = 'Mo-Su', times] = rule.exec(said) ?? []
  if (times === undefined) return null
  const { tokens } = readTokens(`${named} ${times.replace(/^0?0:00 ?- ?24:00$/, '24/7')}`)
  if (/\d/.test(times)) return weekOf(tokens, 'all hours')
  return Object.fromEntries([...namedDays(tokens)].map(one => [one, []]))
}
