import { EDGE } from './address.rules.ts'
import { daysFirst } from './hours-layout.rules.ts'
import { namesPart } from './hours-parts.rules.ts'
import { DAY, ofOthers, opening } from './hours-words.ts'

/** Sentences before the hours: "Come and see us. Open Monday to Saturday, 8am - 5pm." */
const earlierSentences =
  /^.{1,200}?[.!?] (?=(?:(?:(?:we are|we're) )?open (?:from )?|(?:our|the) (?:[a-z]{4,10} ){0,2}hours are )(?:mon|tue|wed|thu|fri|sat|sun|daily|every|7 days|seven days)[a-z ]{0,9}\b)/i
/** Words before the hours in their sentence: "The front desk's office hours are". */
const wordsBefore = /^[^.!?]{1,80} (?=(?:office|business|opening|store|shop) hours are )/i
/** "Flatirons Plumbing is open". */
const named = /^((?:[A-Z][\w&'.-]*)(?: (?:(?:and|of|the|&) )?[A-Z][\w&'.-]*){0,5}) (?:is|are) open (?:from )?(?=\S)/

/** "We are open six days a week, Monday through Saturday". */
const countOfDays =
  /^(?:(?:three|four|five|six|[3-6]) days (?:a|per|each) week|year[- ]?round|all year(?:[- ]round)?)[,:]? ?(?=[mtwd\d])/i

/** Whose hours a line has: of `business`, if it says "we are open", or of whoever has a name. */
export type Start = { hours: string; isOpening: boolean; name: string | null }

/**
 * The part of a line from its hours on, and whether words such as "We are open" say that these are the hours of the
 * business.
 */
export function startOfHours(line: string): Start {
  const sentence = line.replace(earlierSentences, '')
  const whose = wordsBefore.exec(sentence)?.[0] ?? ''
  const said = ofOthers.test(whose) ? sentence : sentence.slice(whose.length)
  const isOpening = opening.test(said)
  const [all = '', name = null] = isOpening ? [] : (named.exec(said) ?? [])
  return {
    hours: daysFirst(isOpening ? said.replace(opening, '').replace(countOfDays, '') : said.slice(all.length)),
    isOpening,
    name,
  }
}

const MIN_NAME = 5
/** True for a name that the site's domain has, and that is not the name of a part. */
export function isOfDomain(name: string, domain: string | null): boolean {
  const letters = plain(name)
  return letters.length >= MIN_NAME && !namesPart(name) && plain(domain ?? '').startsWith(letters)
}
const plain = (text: string): string => text.toLowerCase().replaceAll(/^the (?=\w)|[^a-z0-9]/g, '')

/** Why some days are closed: "Closed Sunday and Monday so we can quilt too." */
const reason = new RegExp(
  String.raw`(\bclosed (?:on )?${DAY}(?: ?(?:,|&|and) ?${DAY}){0,3}),? (?:so|because|for|to|as)\b(?! (?:the )?(?:lunch|now|season|summer|winter|spring|fall|month|holidays?|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))[^.\d]{1,80}[.!]?$`,
  'i',
)
/** "Mon-Fri 9-5. Closed Thanksgiving and Christmas." */
const onHolidays =
  /(?<=\d ?(?:[ap]\.?m)?)(?:\.|,|;)? closed (?:on |for )?(?:(?:all |most |some )?(?:major |federal |public |bank |legal )?holidays|thanksgiving|christmas|easter|new year)[^.\d]{0,60}[.!]?$/i
/** The line without what it says about holidays, and without the reason for a closed day. */
export const withoutReason = (line: string): string =>
  /closed/i.test(line) ? line.replace(reason, '$1').replace(onHolidays, '') : line

/** Words that change the hours before them. */
const changing = new RegExp(
  String.raw`\b(?:${DAY}|clos\w+|open\w*|except|until|but|hours|week\w*|daily|every|summer|winter|spring|fall|season\w*|month\w*|holidays?|lunch|break|appointment|january|february|march|april|june|july|august|september|october|november|december)\b`,
  'i',
)
/** True for the rest of a sentence that says nothing about the hours in front of it: "8:00 to 4:30; the crews leave at 7." */
export const isAside = (read: string, rest: string): boolean => read.endsWith(';') && !changing.test(rest)

const mark = /[a-z\d.)] ?\*/i
/** A note that limits the hours with its mark: "*by appointment only". */
const limit = new RegExp(
  String.raw`\n[\s${EDGE}]{0,20}\*[*\s${EDGE}]{0,20}(?:\w+ ){0,3}(?:by appointment|by appt|appointment|only|weather|season\w*|summer|winter|spring|fall|every other|alternat\w+|1st|2nd|3rd|first|second|third|last|select\w*|limited|temporar\w*|until|starting)\b`,
  'i',
)
/** True if hours have an asterisk, and a note in the text from them on limits those with it. */
export const hasLimit = (hours: string, text: string): boolean =>
  mark.test(hours) && limit.test(text.slice(hours.search(mark)))
