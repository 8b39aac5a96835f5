import { DAY, MEAL, ZONE } from './hours-words.ts'

export const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const
export type Day = (typeof days)[number]

/** A time as it is written: "9", "9:30 am", "17:00". */
export type Time = { hour: number; minute: number; half: 'am' | 'pm' | null; hasMinutes: boolean }
export type Token =
  | { kind: 'days'; days: Day[] }
  | { kind: 'time'; time: Time }
  /** The end of the days before it, which start as usual. */
  | { kind: 'until'; time: Time }
  | { kind: 'meal'; meal: string }
  | { kind: 'closed' | 'always' | 'unknown' | 'some' | 'rarely' | 'except' | 'openEnd' | 'to' | 'and' | 'filler' }

const MAX_TOKENS = 160

const NTH = '(?:1st|2nd|3rd|4th|first|second|third|fourth|last)'
/** Patterns of tokens. The first that fits counts. */
const patterns = {
  /** Not each week: "1st & 3rd Saturday". */
  some: `(?:${NTH}(?: ?(?:,|&|and) ?${NTH}){0,2}|select(?:ed)?|some|every other|alternat(?:e|ing)) (?=${DAY})`,
  /** The days before it are not open each week: "Saturday 9am-1pm, every other week". */
  rarely: String.raw`every other(?: weeks?\b)?|alternat(?:e|ing) weeks?\b|(?:once|twice) a month|of (?:the|each|every) month`,
  span: String.raw`(?:m|tu?|w|th) ?- ?(?:f|th(?:urs?)?|sat?|sun)\b`,
  day: String.raw`${DAY}\.?`,
  short: String.raw`(?:mo|tu|we|th|fr|sa|su)\b(?= ?[-,:&/]| \d)`,
  letter: String.raw`(?:m|tu?|w|th|f|s)(?=:? ?\d{1,2}(?!\d))|(?:m|tu?|w|th|f)(?= ?[/&,] ?(?:tu?|w|th|f|sat?|sun?)\b)`,
  daily: String.raw`daily\b|every ?day\b|(?:7|seven) days(?: (?:a|per) week)?\b`,
  weekdays: String.raw`week ?days\b`,
  weekends: String.raw`week ?ends?\b`,
  always: String.raw`(?:open )?24 ?(?:hours|hrs|\/ ?7)\b(?: ?\/ ?365\b)?(?: (?:a|per) day\b)?`,
  military: String.raw`(?!(?:19|20)\d{2} ?- ?(?:19|20)\d{2}\b)(?:[01]\d|2[0-3])[0-5]\d(?:(?= ?(?:h(?:ou)?rs? ?)?(?:-|to\b))|(?<=(?:-|to) ?\d{4})(?!(?!h(?:ou)?rs?\b)\w))`,
  noon: String.raw`(?:12(?:[:.]00)? ?)?(?:noon|mid-?day|midnight)\b`,
  time: String.raw`(?<hour>\d{1,2})(?:[:.](?<minute>\d{2})|:(?=[ap]))? ?(?:(?<half>[ap])(?:\.? ?m\b\.?|(?<=\d[ap])\b)|(?![\w:]))`,
  /** Means the days before it without the days after it: "daily except Tuesday". */
  except: String.raw`(?:except|excluding|but not)(?: for| on)? (?=${DAY})`,
  /** Mentions times besides the stated ones. */
  besides: String.raw`(?:(?:or|also|and|other times|after[- ]hours|evenings?(?: (?:and|&) weekends?)?) )+by (?:appointment|appt)\b`,
  /** The usual hours are not those of holidays. */
  holidays: String.raw`(?<!(?:and|&) )(?:(?:public|bank|legal|federal|major) )?holidays?[ :-]{1,3}closed\b|(?<=(?:and|&) )(?:on )?(?:(?:public|bank|legal|federal|major) )?holidays?\b`,
  closed: String.raw`closed\b(?: all day\b)?|(?:day )?off\b`,
  meal: String.raw`${MEAL}\b(?: (?:hours|service|buffet)\b)?`,
  to: String.raw`-|(?:to|'?till?|until|through|thru)\b`,
  and: String.raw`[,&/+;]|and\b|as well as\b`,
  openEnd: String.raw`(?:close|closing|late(?:[- ]night)?|dusk|sunset|dark)\b`,
  unknown: String.raw`\?|by (?:appointment|appt\.?|(?:special )?request|arrangement)(?: only)?\b`,
  filler: String.raw`[:|·•.()!]|(?:except|excluding|not)(?: on)?(?: \w+)? holidays\b|(?:from|open|on|every|each|mornings?|afternoons?|evenings?|hours|hrs?|${ZONE})\b`,
}
const tokenPattern = new RegExp(
  Object.entries(patterns)
    .map(([name, pattern]) => `(?<${name}>${pattern})`)
    .join('|'),
  'iy',
)

const letters = new Map<string, Day>([
  ['m', 'Mo'],
  ['t', 'Tu'],
  ['tu', 'Tu'],
  ['w', 'We'],
  ['th', 'Th'],
  ['f', 'Fr'],
  ['s', 'Sa'],
])
const startsOf = (word: string): Day => {
  const start = word.slice(0, 2).toLowerCase()
  return days.find(day => day.toLowerCase() === start) ?? 'Mo'
}

const plain = ['some', 'rarely', 'except', 'always', 'closed', 'openEnd', 'unknown', 'to', 'and'] as const

function tokenOf(groups: Record<string, string | undefined>): Token {
  const { span, day, short, letter, time, military, noon, meal } = groups
  if (span !== undefined) {
    const [from = '', to = ''] = span.toLowerCase().split(/ ?- ?/)
    return { kind: 'days', days: between(letters.get(from) ?? 'Mo', to === 'f' ? 'Fr' : startsOf(to)) }
  }
  if (day !== undefined || short !== undefined) return { kind: 'days', days: [startsOf(day ?? short ?? '')] }
  if (letter !== undefined) return { kind: 'days', days: [letters.get(letter.toLowerCase()) ?? 'Mo'] }
  if (groups.daily !== undefined) return { kind: 'days', days: [...days] }
  if (groups.weekdays !== undefined) return { kind: 'days', days: between('Mo', 'Fr') }
  if (groups.weekends !== undefined) return { kind: 'days', days: ['Sa', 'Su'] }
  if (meal !== undefined) return { kind: 'meal', meal: meal.toLowerCase().split(' ')[0] ?? '' }
  if (military !== undefined) return { kind: 'time', time: ofFourDigits(military) }
  if (noon !== undefined) return { kind: 'time', time: noonOf(noon.toLowerCase()) }
  if (time !== undefined) return { kind: 'time', time: timeOf(groups) }
  const kind = plain.find(name => groups[name] !== undefined)
  return { kind: kind ?? 'filler' }
}

/** Reads a time such as "0900". */
const ofFourDigits = (text: string): Time => ({
  hour: Number(text.slice(0, 2)),
  minute: Number(text.slice(2)),
  half: null,
  hasMinutes: true,
})

const noonOf = (text: string): Time => ({
  hour: 12,
  minute: 0,
  half: text.endsWith('midnight') ? 'am' : 'pm',
  hasMinutes: true,
})

function timeOf({ hour, minute, half }: Record<string, string | undefined>): Time {
  return {
    // "17.30 PM" means 5:30 PM.
    hour: half?.toLowerCase() === 'p' && Number(hour) > 12 && Number(hour) < 24 ? Number(hour) - 12 : Number(hour),
    minute: Number(minute ?? 0),
    half: half === undefined ? null : half.toLowerCase() === 'a' ? 'am' : 'pm',
    hasMinutes: minute !== undefined,
  }
}

/** The days from one day to another, past Sunday if necessary. */
export function between(from: Day, to: Day): Day[] {
  const start = days.indexOf(from)
  const count = ((days.indexOf(to) - start + days.length) % days.length) + 1
  return Array.from({ length: count }, (_, index) => days[(start + index) % days.length] ?? 'Mo')
}

/** All days that the tokens name. */
export function namedDays(tokens: readonly Token[]): Set<Day> {
  const said = tokens.filter(({ kind }) => kind !== 'filler')
  return new Set(
    said.flatMap((token, index) => {
      const [from, to] = [said[index - 2], said[index - 1]]
      if (token.kind !== 'days') return []
      const first = from?.kind === 'days' && to?.kind === 'to' ? from.days.at(-1) : undefined
      const [last] = token.days
      return first === undefined || last === undefined ? token.days : between(first, last)
    }),
  )
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
