import { readTokens } from './hours-tokens.rules.ts'
import { RANGE } from './hours-words.ts'
import { isForeignLine } from './phone.rules.ts'

const note = / ?\(([^()]{1,80})\)(?=\s?(?:$|[|,;]))/g
const times = new RegExp(RANGE, 'i')
const harmless = /^(?:or|and|also|after[- ]hours|evenings?|weekends?|other times?)\b/i
/** Words that limit the hours before them: "surgery only", "two per month". */
const limiting =
  /\b(?:only|limited|var(?:y|ies)|alternat\w+|every|per|a month|1st|2nd|3rd|first|second|third|last|some|select\w*|summer|winter|spring|fall|season\w*|weather|holidays?|lunch|closed|except|until|starting|new|temporar\w+|emergenc\w+|jan\w*|feb\w*|mar(?:ch)?|apr\w*|may|june?|july?|aug\w*|sept?\w*|oct\w*|nov\w*|dec\w*)\b/i
/** Limits hours in another language: "nur Abholung", "sudý týden". What its other words mean is not known. */
const foreign =
  /[^\p{ASCII}\p{P}\p{S}\s]|\b(?:nur|solo|seulement|uniquement|alleen|tylko|kun|vain|csak|doar|ungerade)\b/iu

/**
 * Removes notes in brackets that do not change the hours of a line: "Mon-Fri 7am-6pm (drop off 7am)". Keeps notes about
 * days or times. If a note limits the hours, the line is returned as it is.
 */
export function withoutNotes(line: string): string {
  if (!line.includes('(')) return line
  const left = line.replaceAll(note, (all, said: string) =>
    readTokens(said).rest === '' ||
    times.test(said) ||
    (limiting.test(said) && !harmless.test(said)) ||
    foreign.test(said)
      ? all
      : '',
  )
  return readTokens(left).rest === '' ? left : line
}

const limitedDay = new RegExp(`^[^()]{1,30} \\([^()]{1,80}\\)[ :]{0,3}${RANGE}$`, 'i')
/** True if a line has a note between a day and its times, which limits the day: "Saturday (two per month): 9am-1pm". */
export const isLimitedDay = (line: string): boolean => limitedDay.test(line)
const limitedTimes = new RegExp(`^${RANGE} ?\\([^()]{1,80}\\)$`, 'i')
/** True if a line has only times with a note, which limits the day above it: "9am-1pm (closed in January)". */
export const areLimitedTimes = (line: string): boolean => limitedTimes.test(line)

const separators = / ?[|•·] ?| (?=\p{Extended_Pictographic})/u
const symbols = /^[^\p{L}\p{N}(]+/u
const NUMBER = String.raw`(?:\+?1[ .-])?\(?[2-9]\d{2}\)?[ .-]{0,2}[2-9]\d{2}[ .-]\d{4}`
const number = /\d{3}[ .-]\d{4}/
const behindNumber = new RegExp(String.raw`(?<=${NUMBER})[,;:.]? ?(?=[\w(])`, 'g')
const beforeNumber = new RegExp(
  String.raw`(?<=\d|[ap]\.?m|\b[ecmp][sd]?t|\))\.?[,;:]? (?:(?:at|on) )?(?=${NUMBER})`,
  'gi',
)
const labelBeforeHours = /^(?:phone|tel(?:ephone)?|call(?: us)?) ?(?=\([^()]*[a-z][^()]*\))/i
/** "Call us Monday to Friday, 9am - 5pm at 303-440-0188". */
const requestBeforeHours =
  /^(?:(?:you|can|may|please|just|or|also),? ){0,4}(?:call|phone|reach|contact)(?: us)?(?: by (?:tele)?phone)?,? (?=(?:from |between )?(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\b|week ?days\b|daily\b|m ?-|\d{1,2}(?::\d{2})? ?[ap]\.?m))/i
const inBrackets = / ?\(([^()]*[a-z][^()]*)\):?/gi
/** Says that a number is not the one to call about business: hours next to it are of something else. */
const ofOtherNumber =
  /\bfax\b|\b(?:emergenc\w+|after[- ]hours|hot ?line|help ?line|help ?desk|support|tech\w*|billing|claims?|tty|tdd)\b/i
const firstNumber = new RegExp(NUMBER)
/** A label, or a request to call the business. With other words, a number may be that of others: "Poison control". */
const isToCall =
  /^(?:(?:you|can|may|please|just|or|also),? ){0,4}(?:call|phone|reach|contact|tel(?:ephone)?|mobile|cell|office|store|shop|sales|parts|service|toll[ -]?free|ph?|t)(?: (?:us|our (?:office|shop|store|sales|team)|now|today|toll[ -]?free|by (?:tele)?phone|number|no)){0,3}\.? ?(?:at|on)? ?[:#-]? ?\(?$/i
/** True if only hours, or a label or a request to call, are in front of the first number of a line. */
function isOwnNumber(line: string): boolean {
  const at = firstNumber.exec(line)?.index
  if (at === undefined) return false
  const left = line.slice(0, at)
  if (isToCall.test(left)) return true
  const hours = left
    .replace(labelBeforeHours, '')
    .replace(requestBeforeHours, '')
    .replace(/[,;:. ]{0,3}(?:\b(?:at|on) )?$/, '')
    .replace(/^ ?\((.*)\)$/, '$1')
  return hours !== '' && readTokens(hours).rest === ''
}
/** A line with a number to call, cut around it: "Call 303-440-0188, Mon-Fri 9-5" and "Phone (Mon-Fri 9-5): 303-440-0188". */
const cutAtNumbers = (line: string): string =>
  !number.test(line) || ofOtherNumber.test(line) || !isOwnNumber(line)
    ? line
    : line
        .replace(labelBeforeHours, '')
        .replace(requestBeforeHours, '')
        .replaceAll(inBrackets, ' | $1 | ')
        .replaceAll(behindNumber, ' | ')
        .replaceAll(beforeNumber, ' | ')

/** "Po - Pá 9:00 - 17:00 0948 313 028": hours with a number of another country behind them. */
const beforeForeign = /^(.{5,80}?\d)[,;]? (?=[+0]\d[\d ()./-]{6,16}\d$)/
const cutAtForeign = (line: string): string => {
  if (!/\d/.test(line.slice(-1))) return line
  const [all = '', hours = ''] = beforeForeign.exec(line) ?? []
  return all !== '' && isForeignLine(line.slice(all.length)) ? `${hours} | ${line.slice(all.length)}` : line
}

/** A line that has only a number and hours, without a word: "303-440-0188 Mon-Fri 9am-5pm". */
function cutBehindBareNumber(line: string): string | null {
  // Most lines start with a letter.
  if (!/^[(+\d]/.test(line)) return null
  const [found = ''] = firstNumber.exec(line) ?? []
  if (found === '' || !line.startsWith(found)) return null
  const hours = line.slice(found.length).replace(/^[ ,;:.|-]{1,3}/, '')
  return hours !== '' && readTokens(hours).rest === '' ? `${found} | ${hours}` : null
}

/** One line in segments: some before the hours, the hours themselves, and some after them. */
export type Segments = {
  before: string[]
  hours: string
  after: string[]
  /** No word says whose number it is, so the hours count only if the site gives no others. */
  isBehindBareNumber: boolean
}

/**
 * Finds the hours in a line such as "123 Main St | Mon-Fri 9am-5pm | 303-440-0188". Null if the line has no hours next
 * to other segments.
 */
export function segmentsOf(text: string, startsHours: (segment: string) => boolean): Segments | null {
  const bare = cutBehindBareNumber(text)
  const line = bare ?? cutAtForeign(cutAtNumbers(text))
  if (!separators.test(line)) return null
  const segments = line
    .split(separators)
    .map(segment => segment.replace(symbols, ''))
    .filter(Boolean)
  const start = segments.findIndex(startsHours)
  if (segments.length < 2 || start === -1) return null
  const others = segments.slice(start).findIndex(segment => readTokens(segment).rest !== '')
  const end = others === -1 ? segments.length : start + others
  const hours = segments.slice(start, end)
  return hours.length === 0 || hours.length === segments.length
    ? null
    : {
        before: segments.slice(0, start),
        hours: hours.join(' | '),
        after: segments.slice(end),
        isBehindBareNumber: bare !== null,
      }
}
