import type { Lead } from '#contract/leads/leads.ts'
import { scoreBand } from '#contract/leads/score-bands.ts'
import { formatDate } from '../../shared/format.ts'
import { mailHref, telHref, websiteLink } from './lead-links.ts'

/** Describes a lead in a few plain sentences, using only its own data. */
export function describeLead(lead: Lead): string {
  const place = [lead.city, lead.state].filter(Boolean).join(', ')
  const kind = lead.category === null ? 'is a business' : `is listed under ${lead.category}`
  const distance = lead.distanceMiles === null ? '' : `, ${lead.distanceMiles.toFixed(1)} miles from the searched point`
  const sentences = [`${lead.businessName} ${kind}${place === '' ? '' : ` in ${place}`}${distance}.`, reachable(lead)]
  if (lead.rating !== null)
    sentences.push(
      isRatedByItself(lead)
        ? `Its own website says that customers rate it ${lead.rating} out of 5.`
        : `Customers rate it ${lead.rating} out of 5.`,
    )
  sentences.push(
    lead.isListed
      ? `It scores ${lead.qualityScore} of 100 points, which makes it ${bandPhrase(lead.qualityScore)}.`
      : `It scored ${lead.qualityScore} of 100 points when its source still listed it.`,
  )
  const [reason] = lead.site?.reasons ?? []
  if (reason !== undefined) sentences.push(`A reason to call: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`)
  if (lead.lastConfirmed !== null)
    sentences.push(`Its listing was last confirmed on ${formatDate(lead.lastConfirmed)}.`)
  return sentences.join(' ')
}

function reachable(lead: Lead): string {
  const ways = [
    telHref(lead.phoneNumber) && 'phone',
    mailHref(lead.email) && 'email',
    websiteLink(lead.website) && 'its website',
  ].filter(way => way !== undefined)
  if (ways.length === 0) return 'We do not know how to reach it.'
  return `You can reach it by ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(ways)}.`
}

function bandPhrase(score: number): string {
  const { name } = scoreBand(score)
  return `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name.toLowerCase()}`
}

const isRatedByItself = ({ factSources }: Lead): boolean =>
  factSources.some(({ fact, source }) => fact === 'rating' && source === 'site')
