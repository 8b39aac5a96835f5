import { addressesIn } from './address.rules.ts'
import { isAboutElsewhere, isPartHeading, isTradeHeading } from './hours-parts.rules.ts'
import { type Day, days } from './hours-tokens.rules.ts'
import { heading, ofOthers } from './hours-words.ts'
import { isForeignLine, phonesIn } from './phone.rules.ts'
import type { Week } from './week.rules.ts'

const NEAR = 3
const MAX_HEADING = 80
const MAX_CONTACT = 60
/** True for a short line with a mail address or a phone number. */
export const isContact = (line: string): boolean =>
  line.length < MAX_CONTACT &&
  (addressesIn(line).length > 0 || phonesIn(line).next().done === false || isForeignLine(line))

const isOfAddress = (line: string): boolean =>
  line.length < MAX_CONTACT && (isContact(line) || /\d|, [A-Z]{2}$|\b(?:maps?|directions|e-?mail)\b/i.test(line))
/** The end of a sentence, or a label with its value: "Live chat: Chat now". */
const noHeading = /[.!?]$|\w: \w/
const weekdays = days.slice(0, 5)
/** A heading above contact details and opening hours. */
const contactHeading =
  /^(?:contact(?: (?:us|info(?:rmation)?|details))?|get in touch|reach us|(?:visit|find) (?:us|our [\w ]{3,20}))\W{0,2}$/i

/** Lines that were read as one, and what they say. */
type Read = {
  week: Week | null
  lines: number
  /** Each day has hours, is closed, or has a note: "Monday & Tuesday: resting". */
  namesAllDays: boolean
}

/** The index of the last heading for hours, or -1. */
const headingOf = (before: readonly string[]): number =>
  before.findLastIndex(
    (line, index) =>
      line.length < MAX_HEADING &&
      heading.test(line) &&
      // A heading farther above counts if only an address, contacts, or a link to a map stand between it and the hours.
      (index >= before.length - NEAR || before.slice(index + 1).every(isOfAddress)),
  )

/** The lines from the heading on, or the last two. */
function nearOf(before: readonly string[]): readonly string[] {
  const at = headingOf(before)
  return at === -1 ? before.slice(-2) : before.slice(at)
}

const isOther = (line: string): boolean => isPartHeading(line) && !isTradeHeading(line)

/** True below "Grooming", which may be a part, the trade of the whole business, or the last entry of a menu. */
export const mayBeOfPart = (before: readonly string[]): boolean => nearOf(before).some(isTradeHeading)

/**
 * True if a heading says so, a phone number or mail address is above the hours, or all seven days are named. Monday to
 * Friday is enough if each day has its own line, or if contact details are next to the hours.
 */
export function isOfBusiness(
  { week, lines, namesAllDays }: Read,
  before: readonly string[],
  isOpening: boolean,
  after: readonly string[],
): boolean {
  const above = before.at(-1) ?? ''
  // A sentence above is not a heading: "Please call us with any questions."
  if (isOther(above) || before.slice(Math.max(0, before.length - NEAR, headingOf(before))).some(isAboutElsewhere))
    return false
  if (isOpening)
    return above.length >= MAX_HEADING || noHeading.test(above) || isContact(above) || !ofOthers.test(above)
  const at = headingOf(before)
  const near = nearOf(before)
  if (near.some(line => line.length < MAX_HEADING && !isContact(line) && ofOthers.test(line))) return false
  if (near.some(isOther)) return false
  if (at !== -1 || before.slice(-NEAR).some(isContact)) return true
  const names = (wanted: readonly Day[]) => week !== null && wanted.every(day => week[day] !== undefined)
  return (
    names(days) ||
    (namesAllDays && Object.keys(week ?? {}).length >= weekdays.length) ||
    (names(weekdays) && (lines >= weekdays.length || after.some(isContact) || contactHeading.test(above)))
  )
}
