import type { Line } from './hours-lines.rules.ts'
import { readTokens } from './hours-tokens.rules.ts'
import { MEAL, RANGE, TIME, ZONE } from './hours-words.ts'
import { weekOf } from './week.rules.ts'

const timesFirst = new RegExp(`^(?:from )?(${RANGE}),? ?(?:[|·] ?)?(?:on )?\\(?([a-z][a-z ,&.-]{1,60}?)\\)?\\.?$`, 'i')
const mealFirst = new RegExp(`^(${MEAL}(?: (?:hours|service))?[ :-]{0,3})?(.*)$`, 'i')
const nextTimes = /(?<=[a-z]\)?)(?:,? and |,? ?& ?|[,;] ?| ?[/|] ?)(?=\d)/i
const nextSentence = /(?<=[A-Za-z][a-z]{2})\. (?=[A-Z])(?!(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun))/
/** True for text that has only days: "Mon-Fri", "Monday and Tuesday". */
export const areDays = (text: string): boolean => {
  const { tokens, rest } = readTokens(text)
  return (
    rest === '' &&
    tokens.some(({ kind }) => kind === 'days') &&
    tokens.every(({ kind }) => kind === 'days' || kind === 'to' || kind === 'and' || kind === 'filler')
  )
}

const zones = new RegExp(String.raw`,? ?(?:\(${ZONE}\)|\b${ZONE}\b)`, 'gi')
/** "Between 9am and 5pm", "between the hours of 9am and 5pm". */
const between = new RegExp(`\\bbetween (?:the hours of )?(${TIME}) (?:and|to|-) (${TIME})`, 'gi')

/** Days in brackets in front of their times: "(Mon-Fri) 8am - 8pm". A line may have lost its first bracket. */
const bracketed = /(?:^|[([]) ?([a-z][a-z ,&/.-]{1,40}?) ?[)\]](?= ?[:-]? ?(?:\d|noon\b|closed\b))/gi
/** Only if the line starts with them: in "8am - 8pm (Mon-Fri) 10am - 6pm (Sat)", the times are in front. */
const withoutBrackets = (line: string): string =>
  /^[([]|^[a-z ,&/.-]{2,41}[)\]]/i.test(line)
    ? line.replaceAll(bracketed, (all, named: string) => (areDays(named) ? named : all))
    : line

/** Turns "9am-5pm Mon-Fri, 10am-2pm Sat" into "Mon-Fri 9am-5pm, Sat 10am-2pm". Other lines stay as they are. */
export function daysFirst(text: string): string {
  const said = withoutBrackets(text)
  const line = said.includes('etween ') ? said.replaceAll(between, '$1 - $2') : said
  const [, meal = '', times = ''] = mealFirst.exec(line) ?? []
  if (!/^(?:from )?\d/i.test(times)) return line
  const turned = (times.replaceAll(zones, '').split(nextSentence, 1)[0] ?? '').split(nextTimes).map(part => {
    const [, span = '', named = ''] = timesFirst.exec(part) ?? []
    return areDays(named) ? `${named} ${span}` : null
  })
  return turned.includes(null) ? line : meal + turned.join(', ')
}

const MIN_ROWS = 3
const MAX_NOTE = 40
export const areTimes = ({ text }: Pick<Line, 'text'>): boolean => {
  const { tokens, rest } = readTokens(text)
  const said = tokens.filter(({ kind }) => kind !== 'filler')
  return rest === '' && said.length > 0 && said.every(({ kind }) => kind !== 'days')
}
const isNoteInCell = ({ text }: Line): boolean => text.length <= MAX_NOTE && !/\d/.test(text) && !areDayWords(text)
const areDayWords = (text: string): boolean => readTokens(text).tokens.some(({ kind }) => kind === 'days')

/**
 * Joins a column of days and the equally long column of times after it, row by row. The last row has to be a time or
 * "closed": if a cell were empty, the text after the table would be read as the last row.
 */
export function* inRows(first: Line, others: IteratorObject<Line, undefined>): Generator<Line> {
  if (!areDays(first.text)) {
    yield first
    yield* others
    return
  }
  const lines = [first]
  const read = (): Line | undefined => {
    const { value } = others.next()
    if (value !== undefined) lines.push(value)
    return value
  }
  while (areDays(read()?.text ?? '')) continue
  const rows = lines.findIndex(line => !areDays(line.text))
  if (rows > 1) for (let behind = 0; behind < rows && read() !== undefined; behind++) continue
  const times = lines.slice(rows, 2 * rows)
  const next = lines[2 * rows]
  const isTable =
    (rows >= MIN_ROWS || (rows === 2 && areOfRows(times))) &&
    times.length === rows &&
    times.every(line => areTimes(line) || isNoteInCell(line)) &&
    times.slice(-1).every(areTimes) &&
    (next === undefined || !(areTimes(next) || areDayWords(next.text)))
  if (isTable)
    for (const [row, line] of times.entries())
      yield { text: `${lines[row]?.text} ${areTimes(line) ? line.text : '?'}`, end: line.end }
  else {
    yield* lines
    yield* others
  }
}

/** True if the times cannot belong to the same day. False for "9-12" and "1-5", which may be the hours of one day. */
const areOfRows = (times: readonly Line[]): boolean => {
  const { tokens } = readTokens(`daily ${times.map(({ text }) => text).join(' | ')}`)
  return tokens.some(({ kind }) => kind === 'closed') || weekOf(tokens) === null
}

const isOneTime = (text: string): boolean => {
  const { tokens, rest } = readTokens(text)
  const said = tokens.filter(({ kind }) => kind !== 'filler' && kind !== 'days')
  return rest === '' && said.length === 1 && said[0]?.kind === 'time'
}

/** Joins the start and the end, which are in two columns: "8 am" and "5 pm". */
export function* inPairs(lines: Iterable<Line>): Generator<Line> {
  let start: Line | null = null
  for (const line of lines)
    if (start !== null) {
      if (isOneTime(line.text)) yield { text: `${start.text} - ${line.text}`, end: line.end }
      else yield* [start, line]
      start = null
    } else if (isOneTime(line.text)) start = line
    else yield line
  if (start !== null) yield start
}

const hasTime = (text: string): boolean =>
  readTokens(text).tokens.some(({ kind }) => kind === 'time' || kind === 'always' || kind === 'closed')
const behindDays = (times: string, { text, end }: Line): Line => {
  const [, meal = '', rest = ''] = mealFirst.exec(times) ?? []
  return { text: `${meal}${text} ${rest}`, end }
}

/**
 * Joins days with the times in the line above them: "Noon - 10pm" above "(7 days a week)". More pairs of lines may
 * follow in the same order. Removes the times from the lines above.
 */
export function withTimesAbove(named: Line, above: string[], after: Iterable<Line>): Line[] {
  const times = above.at(-1) ?? ''
  if (!areDays(named.text) || !areTimes({ text: times }) || !hasTime(times) || areDays(above.at(-2) ?? ''))
    return [named]
  const rows = [behindDays(times, named)]
  let next: Line | null = null
  for (const line of after)
    if (next === null && areTimes(line) && hasTime(line.text)) next = line
    else if (next !== null && areDays(line.text)) {
      rows.push(behindDays(next.text, line))
      next = null
    } else break
  // If times come last, each line of days has its times below it, not above it.
  if (next !== null) return [named]
  above.pop()
  return rows
}
