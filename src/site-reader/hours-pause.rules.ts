import { days, readTokens } from './hours-tokens.rules.ts'
import { RANGE } from './hours-words.ts'
import { minutesOfRange, type Week, weekOf } from './week.rules.ts'

const pause =
  /\b(?:lunch|break)\b|\bclosed (?:daily |every day |weekdays )?(?:from |between )?(?:\d{1,2}(?::\d{2})? ?(?:[ap]\.?m\.?)?|noon) ?(?:-|to|and|until|till) ?(?:\d|noon)/i
/** "Our phones are off from 12 to 1" says nothing about the door. */
const ofPhones = /^\W{0,3}(?:the |our |all )?(?:(?:tele)?phones?|(?:phone )?lines|calls)\b/i
/** True for a line such as "Closed 12-1 for lunch". */
export const isPause = (line: string): boolean => pause.test(line) && /\d/.test(line) && !ofPhones.test(line)

/** A pause on its own line, below the hours that it interrupts. */
export const isPauseLine = (line: string): boolean =>
  isPause(line) && /^(?:\(|closed|we close\b|(?:lunch )?break\b)/i.test(line)

/** What ends before the business closes: ", kitchen closes at 9pm". */
export const lastOrders =
  /(?:^|[ ,;(-]{1,3})(?:the )?(?:or (?:until|till|when) (?:we |we're |we are )?(?:sell|sold|run) out|kitchen (?:is )?(?:open )?(?:closes|closed|until|till)|last (?:orders?|call|seating|entry|admission|appointments?))\b[^|]{0,40}$/i

const behind =
  /(?<=\d ?(?:[ap]\.?m\.?)?)[ ,;(-]{1,3}(?:(?:we|with an?|with) )?(?:closed?|lunch|break)\b[^()]{0,30}\d.*$/i
const notOfPhones = / ?\((?:the |our |all )?(?:(?:tele)?phones?|(?:phone )?lines|calls)\b[^()]{1,60}\)$/i
/** A line's hours, and the pause behind them: "Mon-Fri 8-5" and "(closed 12-1 for lunch)". */
export function splitPause(said: string): [hours: string, pause: string | undefined] {
  const line = said.endsWith(')') ? said.replace(notOfPhones, '') : said
  const index = isPause(line) ? line.search(behind) : -1
  return index < 1 ? [line, undefined] : [line.slice(0, index), line.slice(index)]
}

const times = new RegExp(RANGE, 'i')
/** A longer lunch is that of a restaurant. */
const MAX_PAUSE = 90

/** The hours without the pause that the line states for each day. Null if the pause cannot be read, or does not fit. */
export function withPause(week: Week, line: string): Week | null {
  const [stated = ''] = times.exec(line) ?? []
  const pauses = weekOf(readTokens(`daily ${stated}`).tokens)
  return pauses === null ? null : withoutPauses(week, pauses)
}

/** The hours without the pauses. Null if the pauses are too long, or do not fit. */
export function withoutPauses(week: Week, pauses: Week): Week | null {
  const open: Week = {}
  let isCut = false
  for (const day of days) {
    const ranges = week[day]
    if (ranges === undefined) continue
    const left = (pauses[day] ?? []).reduce(without, ranges)
    if (left === null) return null
    isCut ||= left.length > ranges.length
    open[day] = left
  }
  return isCut ? open : null
}

const startOf = (range: string): string => range.slice(0, 5)
const endOf = (range: string): string => range.slice(6)

function without(ranges: string[] | null, range: string): string[] | null {
  const [from, to] = minutesOfRange(range)
  if (ranges === null || to - from > MAX_PAUSE) return null
  const left: string[] = []
  for (const one of ranges)
    if (startOf(one) < startOf(range) && endOf(one) > endOf(range))
      left.push(`${startOf(one)}-${startOf(range)}`, `${endOf(range)}-${endOf(one)}`)
    else if (startOf(one) < endOf(range) && endOf(one) > startOf(range)) return null
    else left.push(one)
  return left
}
