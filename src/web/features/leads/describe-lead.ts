import type { Lead } from '#contract/leads/leads.ts'

/** One sentence about a lead, and one with the strongest reason to call it if there is any. */
export function describeLead(lead: Lead): string {
  const place = [lead.city, lead.state].filter(Boolean).join(', ')
  const kind = lead.category === null ? 'is a business' : `is listed under ${lead.category}`
  const distance = lead.distanceMiles === null ? '' : `, ${lead.distanceMiles.toFixed(1)} miles from the searched point`
  const reason = reasonToCall(lead)
  return `${lead.businessName} ${kind}${place === '' ? '' : ` in ${place}`}${distance}.${reason === null ? '' : ` A reason to call: ${reason}`}`
}

function reasonToCall({ site, website, hasWebsite, doNotContact, isSample }: Lead): string | null {
  if (doNotContact || isSample) return null
  const [reason] = site?.reasons ?? []
  if (reason !== undefined) return `${reason.charAt(0).toLowerCase()}${reason.slice(1)}`
  if (website === null) return 'its sources list no website.'
  return hasWebsite ? null : 'its only website is a page on a platform.'
}
