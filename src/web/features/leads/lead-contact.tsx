import type { ReactNode } from 'react'
import { isReturned } from '#contract/leads/lead-report.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { mailHref, mapHref, telHref, websiteLink } from './lead-links.ts'

const linkClass = 'truncate text-ink underline-offset-4 hover:text-accent-ink hover:underline'
const longLinkClass = `${linkClass} wrap-anywhere whitespace-normal`
export const textLinkClass = 'text-ink underline underline-offset-4 hover:text-accent-ink'
/** A part of a lead, which says whether its contacts are hidden. */
type Some<Facts extends keyof Lead> = Pick<Lead, Facts> & Partial<Pick<Lead, 'doNotContact' | 'report'>>

const Missing = ({ what, lead: { doNotContact, report = null } }: { what: string; lead: Some<never> }) => (
  <span className="text-ink-3">{doNotContact === true || isReturned({ report }) ? 'Hidden' : `No ${what}`}</span>
)

export function PhoneLink({ lead }: { lead: Some<'phoneNumber' | 'phoneKind'> }) {
  if (lead.phoneNumber === null) return <Missing what="phone" lead={lead} />
  const href = telHref(lead.phoneNumber)
  if (href === undefined) return <span className="tabular-nums">{lead.phoneNumber}</span>
  const note = lead.phoneKind === null ? undefined : phoneNotes[lead.phoneKind]
  return (
    <span className="inline-flex min-w-0 flex-wrap items-baseline gap-x-1.5">
      <a href={href} className={`${linkClass} tabular-nums`}>
        {lead.phoneNumber}
      </a>
      {note !== undefined && <span className="text-xs text-ink-3">{note}</span>}
    </span>
  )
}

const phoneNotes: Partial<Record<NonNullable<Lead['phoneKind']>, string>> = {
  'out-of-state': 'out of state',
  'toll-free': 'toll-free',
}

export function WebsiteLink({ lead }: { lead: Some<'website'> }) {
  if (lead.website === null) return <Missing what="website" lead={lead} />
  const link = websiteLink(lead.website)
  if (link === undefined) return <span className="wrap-anywhere">{lead.website}</span>
  return <NewTabLink href={link.href}>{link.label}</NewTabLink>
}

type NewTabLinkProps = { href: string; className?: string; note?: string; children: ReactNode }

const NewTabLink = ({ href, className = longLinkClass, note = 'opens in a new tab', children }: NewTabLinkProps) => (
  <a href={href} target="_blank" rel="noopener noreferrer nofollow" className={className}>
    {children}
    <span className="sr-only"> ({note})</span>
  </a>
)

/** A link to a page of another website. If the address is not valid, only the text. */
export function OutLink({ url, children }: { url: string; children: ReactNode }) {
  const link = websiteLink(url)
  if (link === undefined) return children
  return (
    <NewTabLink href={link.href} className={textLinkClass}>
      {children}
    </NewTabLink>
  )
}

type EmailLinkProps = { lead: Some<'email'>; className?: string }

export function EmailLink({ lead, lead: { email }, className = longLinkClass }: EmailLinkProps) {
  if (email === null) return <Missing what="email" lead={lead} />
  const href = mailHref(email)
  if (href === undefined) return <span className="wrap-anywhere">{email}</span>
  return (
    <a href={href} className={className}>
      {email}
    </a>
  )
}

export const MapLink = ({ address }: { address: string }) => (
  <NewTabLink href={mapHref(address)} note="opens a map in a new tab">
    {address}
  </NewTabLink>
)

/** "Boulder, CO", or "near Boulder, CO" if no source states the town. */
export function cityAndState({ city, state, derivedLocation }: Lead): string {
  const place = [city, state].filter(Boolean).join(', ')
  return derivedLocation?.includes('city') === true ? `near ${place}` : place
}

/** "1200 Pearl St, 80302" */
export const addressWithZip = ({ address, zipCode }: Lead): string => [address, zipCode].filter(Boolean).join(', ')
