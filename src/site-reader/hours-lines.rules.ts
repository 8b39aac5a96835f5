import { EDGE } from './address.rules.ts'
import { TIME } from './hours-words.ts'

export type Line = { text: string; end: number }

const MAX_LINE = 500
const HEADING_LINES = 5
const hasContent = new RegExp(`[^\\s${EDGE}]`)
const blanks = new RegExp(`[\\s${EDGE}]+`, 'g')
/** Minutes in small print: "9<sup>00</sup>". */
const smallMinutes = new RegExp(`(?<=\\d)${EDGE}+(?=(?:00|15|30|45)(?!\\d))`, 'g')

/** The lines with content, from a position in the text on. */
export function* linesFrom(text: string, start: number): Generator<Line> {
  for (let from = start; from < text.length;) {
    const at = text.indexOf('\n', from)
    const end = at === -1 ? text.length : at
    const line = text.slice(from, end).trimStart()
    if (hasContent.test(line)) yield { text: tidy(line), end }
    from = end + 1
  }
}

/** The last few lines with content before the line that starts at this position. */
export function linesBefore(text: string, start: number): string[] {
  const lines: string[] = []
  for (let end = start - 1; end > 0 && lines.length < HEADING_LINES;) {
    const from = text.lastIndexOf('\n', end - 1) + 1
    const line = text.slice(from, end).trimStart()
    if (hasContent.test(line)) lines.unshift(tidy(line))
    end = from - 1
  }
  return lines
}

/** A colon that is used as a dash: "Mon : Fri". */
const colonForDash = /(?<=\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}) ?: ?(?=(?:mon|tue|wed|thu|fri|sat|sun))/gi

const withoutOddColons = (line: string): string =>
  line.includes(':') ? line.replaceAll(/(?<=\d): (?=\d{2}\b)/g, ':').replaceAll(colonForDash, ' - ') : line

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const NUMBER = `(${NUMBERS.join('|')})(?:[ -](thirty|fifteen|forty-five))?(?: o'clock)?`
const SPAN = "(?:-|to|'?till?|until)"
/** A time in words before or after another time: "ten til five". */
const inWords = new RegExp(
  String.raw`\b${NUMBER}(?= ?${SPAN} ?(?:\d|noon|midnight|(?:${NUMBERS.join('|')})\b))|(?<=(?:\d|noon|midnight|\b(?:${NUMBERS.join('|')})|thirty|fifteen|forty-five|o'clock) ?${SPAN} ?)\b${NUMBER}(?![\w-])`,
  'gi',
)
const minutes = new Map([
  ['thirty', ':30'],
  ['fifteen', ':15'],
  ['forty-five', ':45'],
])
const someNumber = new RegExp(String.raw`\b(?:${NUMBERS.join('|')})\b`, 'i')
/** "Opens at 7am and closes at 3pm" as "opens 7am - 3pm". */
const closing = new RegExp(
  `(?<![\\d.:]|(?:-|to|till|until) ?)(?:\\bat )?(${TIME}),? ?(?:(?:and|&|-) )?(?:we )?clos(?:es?|ing)(?: at)? (${TIME})`,
  'gi',
)
/** "We close at 3 on Fridays" as "until 3 on Fridays". */
const closesAt = new RegExp(`\\b(?:we )?closes?(?: early)? at (?=${TIME})`, 'gi')
const asSpan = (line: string): string =>
  /clos[ei]/i.test(line) ? line.replaceAll(closing, '$1 - $2').replaceAll(closesAt, 'until ') : line

/** Writes times in digits: "from ten til five" as "from 10 til 5". */
const inDigits = (line: string): string =>
  someNumber.test(line)
    ? line.replaceAll(inWords, (_, before?: string, part?: string, behind?: string, itsPart?: string) => {
        const hour = NUMBERS.indexOf((before ?? behind ?? '').toLowerCase()) + 1
        return `${hour}${minutes.get((part ?? itsPart ?? '').toLowerCase()) ?? ''}`
      })
    : line

/** A line to fill in, and a mark for a note: "Monday____9am-5pm*". */
const fillers = /_{2,}|(?<=[a-z\d])\*+/gi

/** Unifies dashes and blanks, also within times such as "9:<sup>00</sup>", and removes symbols at the start of a line. */
const tidy = (said: string): string =>
  asSpan(
    inDigits(
      withoutOddColons(
        said
          .slice(0, MAX_LINE)
          .replaceAll(/[\u2010-\u2015\u2212~]+|-{2,}/g, '-')
          .replaceAll(/[\u2018\u2019]/g, "'")
          .replaceAll(smallMinutes, ':')
          .replaceAll(fillers, ' ')
          .replaceAll(blanks, ' '),
      ),
    ),
  )
    .replace(/^(?:(?!\+\d)[^\p{L}\p{N}(-])+|^a: /iu, '')
    .replace(/^\(([^()]+)\)$/, '$1')
    .trim()
