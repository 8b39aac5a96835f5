/** What a number is for, by a single letter in a group of numbers, by a request to call, or by the name of a company. */

import { namesOf, type SiteOwner, squeezed } from './site-owner.ts'

const NUMBER = String.raw`(?:\+?1[ .-]?)?\(?\d{3}\)?[ .-]{0,2}\d{3}[ .-]\d{4}`
/** "P:", "P.", "P)", "(P)", "P |", "P -", or only "P". */
const letter = (letters: string): string => String.raw`\(?\b[${letters}]\b\s?[).:|/\u2010-\u2015-]{0,2}\s{0,3}`
const BETWEEN = String.raw`[^\S\n]{0,4}[|/,;\u00b7\u2022\u2010-\u2015-]?\s{0,40}`
const PHONE = 'ptcmow'
/** Most numbers have no such letter, and this is found faster. */
const atEnd = new RegExp(String.raw`(?:^|\W)${letter(`${PHONE}f`)}$`, 'i')
const MAX_LETTER = 10
const own = new RegExp(String.raw`(?:^|[\n|/,;\u00b7\u2022]|\d{4})\s{0,40}(${letter(`${PHONE}f`)})$`, 'i')
const otherBefore = new RegExp(`${letter(`${PHONE}f`)}${NUMBER}${BETWEEN}${letter(`${PHONE}f`)}$`, 'i')
const otherAfter = new RegExp(`^${BETWEEN}${letter(`${PHONE}f`)}\\(?(?:\\+?1[ .-]?)?\\(?\\d{3}`, 'i')

/**
 * What the letter in front of a number says: "P - 303-440-0188, F - 303-440-0198, C - 303-440-0199". Null if no number
 * with such a letter is next to it: alone, a letter can be the end of a name or an address.
 */
export function kindByLetter(before: string, after: string): 'phone' | 'fax' | null {
  const said = atEnd.test(before.slice(-MAX_LETTER)) ? own.exec(before)?.[1] : undefined
  if (said === undefined || !(otherBefore.test(before) || otherAfter.test(after))) return null
  return /f/i.test(said) ? 'fax' : 'phone'
}

/** "Call now to book your appointment :: ". With the name of somebody else, it is their number. */
const asks =
  /\b(?:call|phone|dial|ring)(?: or text)?(?: (?:us|now|today|ahead|our office|the office|toll[ -]free)){0,2} (?:to (?:book|schedule|reserve|make|set up|arrange|request|order|get|receive|place|inquire|learn more|find out)|for (?:an?|your|our|more|free|pricing|prices|reservations?|appointments?|bookings?|details|availability|estimates?|quotes?|rates|orders?|tours?))\b(?![^\n]{0,60}\b(?:with|from|through|by|of|about) (?!(?:us|our|me|an?|one|your|the|this)\b)\w)[^\n.?;|\d]{0,50}[\s:,!.\u2010-\u2015-]{0,6}$/i
/** True behind a request to call for what customers want. */
export const isAskedFor = (before: string): boolean => asks.test(before.slice(-MAX_REQUEST))
const MAX_REQUEST = 110

const FORM = String.raw`(?:LLC|L\.L\.C\.|LLP|L\.P\.|LP|PLLC|Inc\.?|Incorporated|Corp\.?|Corporation|Ltd\.?|N\.A\.|FSB|Securities|Advis[oe]rs|Bank|Insurance Company|Investment Services)`
const provider = new RegExp(
  String.raw`\b(?:through|via|(?:offered|provided|held|issued|underwritten|financed|insured|cleared|sold|administered) (?:by|with|from|at)|(?:affiliated|registered|licensed) with|(?:representatives?|agents?|clients?|members?) (?:of|with)) ((?:\p{Lu}[\p{L}\d&'’.-]*,? (?:(?:and|of|&) )?){1,6}${FORM}),? ?[([][\p{L} .,:'’-]{0,40}$`,
  'u',
)
/** The company in "offers services through Gradient Advisors, LLC (Arden Hills, MN 303-440-0199)". */
export function providerOf(before: string, after: string): string | undefined {
  return /^\s?[^()\n]{0,30}[)\]]/.test(after) ? provider.exec(before)?.[1] : undefined
}

const holder =
  /(?:\u00a9|\(c\)|copyright)[\s\u00a9(c)]{0,8}(?:\d{4}(?: ?[-\u2013] ?(?:\d{4}|present))?)?,? ?(?:by )?(\p{Lu}[\p{L}\d&'’., -]{3,60}?) ?[|\u2022\u00b7] ?[^\n\u00a9]{0,90}$/iu
/** The name in "© 2024 Acme Tours | 12 Main St | 303-440-0199". */
export const holderOf = (before: string): string | undefined => holder.exec(before.slice(-MAX_HOLDER))?.[1]
const MAX_HOLDER = 200

const MIN_NAME = 5
const forms = /\b(?:llc|inc|ltd|corp|corporation|company|group|the|and|all rights reserved)\b/gi
/** True if a name of a company is that of the business, or has at least this part of its words: the one of its owner. */
export function isOwners(name: string, owner: SiteOwner, part: number): boolean {
  const owners = namesOf(owner).filter(one => one.length >= MIN_NAME)
  const said = squeezed(name)
  if (owners.some(one => said.includes(one) || (said.length >= MIN_NAME && one.includes(said)))) return true
  const words = name
    .replaceAll(forms, ' ')
    .split(/[^\p{L}\d]+/u)
    .map(squeezed)
    .filter(word => word.length > 2)
  const shared = words.filter(word => owners.some(one => one.includes(word)))
  return words.length === 0 || shared.length >= part * words.length
}
