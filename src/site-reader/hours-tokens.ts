import { type Day, days } from './hours-week.ts'

/** A time as it is written: "9", "9:30 am", "17:00". */
export type Time = { hour: number; minute: number; half: 'am' | 'pm' | null }
export type Token =
  | { kind: 'days'; days: readonly Day[] }
  | { kind: 'time'; time: Time }
  | { kind: 'closed' | 'always' | 'unknown' | 'to' | 'and' | 'filler' }

const ENGLISH = '(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:days?(?:.s\\b)?)?'
const SPANISH = 'lunes|lun|martes|mar|mi[eé]rcoles|mi[eé]|jueves|jue|viernes|vie|s[aá]bados?|s[aá]b|domingos?|dom'
const ZONE = '[ecmp][sd]?t|(?:eastern|central|mountain|pacific)(?: (?:standard |daylight )?time)?'
/** The first pattern that matches counts. */
const patterns = {
  span: String.raw`(?:m|tu?|l) ?- ?(?:f|v|th|sat?|sun?|s|d)\b`,
  day: String.raw`(?:${ENGLISH}|${SPANISH}|mo|tu|we|th|fr|sa|su)(?![\p{L}\d])\.?`,
  daily: String.raw`daily\b|every ?day\b|(?:7|seven) days(?: (?:a|per) week)?\b|todos los d[ií]as|diario\b`,
  weekdays: String.raw`week ?days\b|entre semana\b`,
  weekends: String.raw`week ?ends?\b|fines? de semana\b`,
  always: String.raw`24 ?(?:hours|hrs|horas|\/ ?7)\b(?: (?:a|per) day\b| al d[ií]a)?`,
  noon: String.raw`(?:12(?::00)? ?)?(?:noon|midnight)\b|mediod[ií]a|medianoche`,
  time: String.raw`(?<hour>\d{1,2})(?:[:.](?<minute>\d{2}))? ?(?:(?<half>[ap])(?:\.? ?m\b\.?|(?<=\d[ap])\b)|(?![\p{L}\d:])|(?=hrs?\b|h\b))`,
  closed: String.raw`(?:closed|cerrad[oa])\b`,
  to: String.raw`-|(?:to|'?till?|until|through|thru|hasta)\b|a(?= )`,
  and: String.raw`[,&/+;]|(?:and|y|as well as)\b`,
  unknown: String.raw`by (?:appointment|appt\.?)(?: only)?(?![\p{L}])|(?:con|previa) cita(?: previa)?\b`,
  filler: String.raw`[:|·•.()!]|(?:from|open|on|every|each|hours|hrs?|h|horas|de|las?|los|abierto|${ZONE})\b`,
  other: String.raw`\S`,
}
const anyToken = new RegExp(
  Object.entries(patterns)
    .map(([name, pattern]) => `(?<${name}>${pattern})`)
    .join('|'),
  'giu',
)
const plain = ['always', 'closed', 'unknown', 'to', 'and'] as const

/** Starts of the names of days in English and Spanish, without accents. */
const starts = ['mo lu', 'tu mar', 'we mi', 'th ju', 'fr vi', 'sa', 'su do'].map(names => names.split(' '))
const dayOf = (name: string): Day => {
  const word = name.toLowerCase().replace('á', 'a')
  return days[starts.findIndex(names => names.some(start => word.startsWith(start)))] ?? 'Mo'
}

const spanEnds: Readonly<Record<string, number>> = { th: 4, f: 5, v: 5, s: 6, sa: 6, sat: 6, su: 7, sun: 7, d: 7 }
const ofSpan = (span: string): readonly Day[] => {
  const [from = '', to = ''] = span.toLowerCase().split(/ ?- ?/)
  return days.slice(from.startsWith('t') ? 1 : 0, spanEnds[to])
}

const timeOf = ({ hour, minute = '0', half }: Record<string, string | undefined>): Time => ({
  hour: Number(hour),
  minute: Number(minute),
  half: half === undefined ? null : half.toLowerCase() === 'a' ? 'am' : 'pm',
})

function tokenOf(groups: Record<string, string | undefined>): Token {
  const { span, day, noon, time } = groups
  if (span !== undefined) return { kind: 'days', days: ofSpan(span) }
  if (day !== undefined) return { kind: 'days', days: [dayOf(day)] }
  if (groups.daily !== undefined) return { kind: 'days', days }
  if (groups.weekdays !== undefined) return { kind: 'days', days: days.slice(0, 5) }
  if (groups.weekends !== undefined) return { kind: 'days', days: days.slice(5) }
  if (noon !== undefined)
    return { kind: 'time', time: { hour: 12, minute: 0, half: /midnight|media/i.test(noon) ? 'am' : 'pm' } }
  if (time !== undefined) return { kind: 'time', time: timeOf(groups) }
  return { kind: plain.find(name => groups[name] !== undefined) ?? 'filler' }
}

const MAX_TOKENS = 160
/** Reads tokens about days and times from the start of a text. `rest` is the text after them. */
export function readTokens(text: string): { tokens: Token[]; rest: string } {
  const tokens: Token[] = []
  for (const { index, groups = {} } of text.matchAll(anyToken)) {
    if (groups.other !== undefined || tokens.length > MAX_TOKENS) return { tokens, rest: text.slice(index) }
    tokens.push(tokenOf(groups))
  }
  return { tokens, rest: '' }
}
