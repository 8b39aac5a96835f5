import type { PublicPreview } from '#contract/searches/public-preview.ts'
import { registrableDomain } from '#domains/index.ts'
import type { FoundPlace } from '#server/catalog/place/places-provider.ts'
import { nationalPhone } from '#server/leads/lead-facts.rules.ts'

const HIDDEN_DIGITS = 4
const SHOWN_LETTERS = 3
const SHOWN_OF_MAILBOX = 2

/** The part of a place that visitors see. It shows that the place is real, but the contacts are masked. */
export const shownInPublic = (place: FoundPlace): PublicPreview['leads'][number] => ({
  businessName: place.name,
  phone: place.phone === null ? null : maskedPhone(nationalPhone(place.phone)),
  website: place.website === null ? null : maskedDomain(place.website),
  email: place.email === null ? null : maskedEmail(place.email),
  qualityScore: place.quality,
})

/** "(303) 555-••••" */
const maskedPhone = (phone: string): string => phone.slice(0, -HIDDEN_DIGITS) + '•'.repeat(HIDDEN_DIGITS)

/** "fla•••.com" */
function maskedDomain(website: string): string {
  const domain = registrableDomain(website) ?? ''
  const dot = domain.indexOf('.')
  return dot === -1 ? '•••' : `${domain.slice(0, Math.min(SHOWN_LETTERS, dot - 1))}•••${domain.slice(dot)}`
}

/** "in•••@fla•••.com" */
function maskedEmail(email: string): string {
  const [mailbox = '', domain = ''] = email.split('@')
  return `${mailbox.slice(0, Math.min(SHOWN_OF_MAILBOX, mailbox.length - 1))}•••@${maskedDomain(`https://${domain}`)}`
}

/** A share in whole percent. It is only 100% if the part is everything, and only 0% if the part is nothing. */
export function wholePercent(part: number, whole: number): number {
  if (part === 0 || part === whole) return part === 0 ? 0 : 100
  return Math.min(99, Math.max(1, Math.round((100 * part) / whole)))
}
