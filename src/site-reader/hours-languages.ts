import { EDGE } from './address.rules.ts'
import { languages } from './hours-language-table.ts'
import type { Language } from './hours-language.ts'
import { hoursInText, type TextHours } from './hours-text.rules.ts'

/** Reads the opening hours of the site at a domain: in English, or in another language if there are none in English. */
export function hoursInAnyLanguage(text: string, domain: string | null = null): TextHours {
  const hours = hoursInText(text, 'any', domain)
  if (areFound(hours)) return hours
  const hasLetters = someLetters.test(text)
  for (const language of languages) {
    if (!(language.sign?.test(text) ?? (hasLetters && isLikelyIn(text, language)))) continue
    const clock = language.countsToTwelve?.test(text) === true ? 'any' : 'all hours'
    const found = hoursInText(inEnglish(text, language), clock)
    if (areFound(found)) return found
  }
  return hours
}

/** Most pages have no letter of any of these languages, so one search is enough for them. */
const someLetters = /[\u0102-\u021b\u0391-\u045fåäæøÅÆØ]/
const isLikelyIn = (text: string, { letters, announced }: Language): boolean =>
  hasMany(text, letters) || announced?.test(text) === true
const MANY = 8
function hasMany(text: string, letters: RegExp | undefined): boolean {
  if (letters === undefined) return false
  letters.lastIndex = 0
  for (let found = 0; found < MANY; found++) if (!letters.test(text)) return false
  return true
}
const areFound = ({ weeks, areDoubtful }: TextHours): boolean => weeks.length > 0 || areDoubtful

type Translate = (text: string) => string
const translators = new Map<Language, Translate>()
/** Puts the words about opening hours into English. The other words stay as they are. */
function inEnglish(text: string, language: Language): string {
  const translate = translators.get(language) ?? translatorOf(language)
  translators.set(language, translate)
  return translate(text)
}

const english = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const DAY = `${english.join('|')}|daily|weekdays|weekends`
const GAP = `[ ${EDGE}]{0,3}`
const BETWEEN = 'tussen|zwischen|entre|mellan|mellem|mellom|[îi]ntre(?: orele)?'
const OUR = 'unsere|nuestros?|nos|notre|i nostri|onze|nosso|naše|nasze|наши?|våra|våre|vores'
const BLANKS = `[\\s${EDGE}]{1,20}`

function translatorOf(language: Language): Translate {
  const { days, short, from, to, and, oClock, first = [], last = [] } = language
  const names = daysIn(days)
  const shortNames = daysIn(short)
  const words: (readonly [RegExp, string])[] = [
    ...(['always', 'hours', 'daily', 'weekends', 'weekdays', 'closed', 'open', 'byAppointment', 'lunch'] as const).map(
      kind =>
        [word(kind === 'hours' ? `(?:(?:${OUR}) )?(?:${language.hours})` : language[kind]), meanings[kind]] as const,
    ),
    [new RegExp(`(?<=\\d) ?(?:${oClock})(?!\\p{L})`, 'giu'), ''],
    ...last,
    // "Between 9 and 17", as in "zwischen 9 und 17 Uhr".
    [
      new RegExp(
        `(?<!\\p{L})(?:${BETWEEN})(?: (?:las|les))? (\\d{1,2}(?:[:.]\\d{2})?) ?-? ?(?:${and})(?: (?:las|les))? (?=\\d)`,
        'giu',
      ),
      '$1 - ',
    ],
    [new RegExp(`(?<!\\p{L})(?:(?:${from})${GAP}){1,3}(?=\\d|${DAY})`, 'giu'), ''],
    ...(['holidays', 'seasons', 'months', 'others'] as const).map(
      kind => [word(language[kind]), meanings[kind]] as const,
    ),
    [new RegExp(`(?<=\\d|[ap]\\.?m\\.?|${DAY}|May)${GAP}(?:${to})${GAP}(?=\\d|${DAY}|May)`, 'giu'), ' - '],
    [new RegExp(`(?<=\\d|${DAY})${GAP}(?:${and})${GAP}(?=\\d|holidays|${DAY})`, 'giu'), ' and '],
  ]
  const full = new RegExp(`(?<![\\p{L}\\d])(?:${groupsOf(names)})(?![\\p{L}\\d])`, 'giu')
  const next = `(?:${to}|${language.closed}|${from})`
  const any = shortNames.join('|')
  const abbreviated = new RegExp(
    [
      `(?<![\\p{L}\\d])(?:${groupsOf(shortNames)})(?:\\.`,
      `(?=\\s?[-\u2010-\u2015:/])`,
      `(?=(?:,| ?&) ?(?:${any})(?![\\p{L}\\d]))`,
      `(?<=[,&] ?\\p{L}{2,5})(?![\\p{L}\\d])`,
      `(?=${BLANKS}${next}(?!\\p{L}))`,
      `(?<=(?:${to}) \\p{L}{2,5})(?![\\p{L}\\d])`,
      `(?=${BLANKS}\\d{1,2}[.:]\\d{2})`,
      `(?<=[-\u2010-\u2015]\\s?\\p{L}{2,5})(?![\\p{L}\\d])`,
      `(?<=(?:^|[\\n,;|])[ ${EDGE}]{0,3}\\p{L}{1,5})(?=${BLANKS}\\d{1,2} ?[-\u2010-\u2015]))`,
    ].join('|'),
    'giu',
  )
  const allDays = new RegExp(
    `${english.join('|')}|(?<!\\p{L})(?:${language.daily}|${language.weekdays}|${language.always})(?!\\p{L})`,
    'giu',
  )
  return text => {
    let result = first.reduce((done, [pattern, meaning]) => done.replaceAll(pattern, meaning), withoutIndents(text))
    result = result.replaceAll(full, (whole: string, ...groups: unknown[]) => dayOf(groups, whole))
    result = result.replaceAll(abbreviated, (whole: string, ...groups: unknown[]) =>
      dayOf(groups, whole.replace('.', '')),
    )
    const near = aroundDays(result, allDays)
    return words.reduce((done, [pattern, meaning]) => done.replaceAll(pattern, meaning), near)
  }
}

/** Some pages have more blanks than text around their hours. */
const withoutIndents = (text: string): string =>
  text.replaceAll(/\s{4,}/g, blanks => (blanks.includes('\n') ? '\n\n' : ' '))

const BEFORE = 800
const AFTER = 500
/** More lines than a heading may be above its hours. */
const CUT = '\n-'.repeat(8)
/** The text around days, because words elsewhere are not about hours, and most pages have few days. */
function aroundDays(text: string, anyDay: RegExp): string {
  let near = ''
  let end = 0
  for (const { index } of text.matchAll(anyDay)) {
    if (index + AFTER <= end) continue
    const start = Math.max(0, index - BEFORE)
    const from = start <= end ? end : text.lastIndexOf('\n', start) + 1
    if (from > end) near += CUT
    const to = text.indexOf('\n', index + AFTER)
    near += text.slice(Math.max(from, end), to === -1 ? text.length : to)
    end = to === -1 ? text.length : to
  }
  return near
}

const daysIn = (text: string): string[] => text.split(' / ')
const groupsOf = (names: readonly string[]): string => names.map(name => `(${name})`).join('|')
const word = (pattern: string): RegExp => new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, 'giu')
const dayOf = (groups: readonly unknown[], whole: string): string =>
  english[groups.slice(0, english.length).indexOf(whole)] ?? whole

const meanings = {
  always: '24 hours',
  hours: 'Hours',
  daily: 'daily',
  weekends: 'weekends',
  weekdays: 'weekdays',
  closed: 'closed',
  open: 'Open',
  byAppointment: 'by appointment',
  lunch: 'lunch',
  holidays: 'holidays',
  seasons: 'Summer',
  months: 'May',
  others: 'kitchen',
}
