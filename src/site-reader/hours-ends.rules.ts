import { type Time, type Token } from './hours-tokens.rules.ts'

const isBlank = (token: Token | undefined): boolean => token?.kind === 'filler' || token?.kind === 'and'
const isOfDays = (token: Token | undefined): boolean =>
  token?.kind === 'days' || token?.kind === 'and' || token?.kind === 'filler' || token?.kind === 'to'

/**
 * Marks times that only say when some days end: "Thursday until 7" and "until 7 on Thursdays", which is turned into the
 * first form. "Open late" before such days says nothing more.
 */
export function withEnds(tokens: readonly Token[]): readonly Token[] {
  const ends = tokens.flatMap((token, index) => (isEnd(tokens, index) ? index : []))
  if (ends.length === 0) return tokens
  const turned: Token[] = []
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]
    const time = tokens[index + 1]
    if (token === undefined) continue
    if (!ends.includes(index) || time?.kind !== 'time') {
      // "Late Thursday until 8" is not a day that ends late.
      if (token.kind !== 'openEnd' || !leadsToEnd(tokens, index + 1, ends)) turned.push(token)
      continue
    }
    index++
    if (turned.findLast(one => !isBlank(one))?.kind !== 'days')
      while (isOfDays(tokens[index + 1]) && !ends.includes(index + 1)) turned.push(tokens[++index] ?? token)
    turned.push({ kind: 'until', time: time.time })
  }
  return turned
}

/** True for "until" with a time, if no start is in front of it and no other time follows. */
function isEnd(tokens: readonly Token[], index: number): boolean {
  if (tokens[index]?.kind !== 'to' || tokens[index + 1]?.kind !== 'time') return false
  const before = tokens.slice(0, index).findLast(one => one.kind !== 'filler')
  if (before !== undefined && before.kind !== 'days' && before.kind !== 'and' && before.kind !== 'openEnd') {
    // After a whole span, "until" starts something new: "10am-6pm. Until 8 on Thursdays".
    const isBehindSpan = before.kind === 'time' && tokens[index - 1]?.kind === 'filler'
    if (!isBehindSpan) return false
  }
  const next = tokens.slice(index + 2).find(one => one.kind !== 'filler')
  return next === undefined || next.kind === 'days' || next.kind === 'and'
}

const leadsToEnd = (tokens: readonly Token[], from: number, ends: readonly number[]): boolean => {
  const at = ends.find(end => end >= from)
  return at !== undefined && tokens.slice(from, at).every(isOfDays) && tokens[from] !== undefined
}

const DAY_MINUTES = 24 * 60
/** A day's only span with another end. Null if the time does not fit: "Thursday until 7" means 7 pm. */
export function withEnd(ranges: readonly string[] | undefined, { hour, minute, half }: Time): string[] | null {
  const [range = '', another] = ranges ?? []
  if (range === '' || another !== undefined || hour > 24 || minute > 59) return null
  const start = Number(range.slice(0, 2)) * 60 + Number(range.slice(3, 5))
  const isAfternoon = half === 'pm' || (half === null && hour < 12)
  const end = (half === null && hour >= 12 ? hour : (hour % 12) + (isAfternoon ? 12 : 0)) * 60 + minute || DAY_MINUTES
  if (end <= start) return null
  const clock = `${String(Math.floor(end / 60) % 24).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
  return clock === range.slice(6) ? null : [`${range.slice(0, 6)}${clock}`]
}
