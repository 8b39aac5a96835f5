import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import type { LeadSite, SiteFact } from '#contract/leads/site-facts.ts'
import { ReadContent } from '../../shared/api/query-content.tsx'
import { count, formatDayOf, formatPhone } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { CopyIcon } from '../../shared/ui/copy-button.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { EmailLink, OutLink, textLinkClass } from './lead-contact.tsx'
import { leadSiteRead, useCheckSite } from './lead-site.queries.ts'

/** The facts that were found on a business's website, and the button that requests reading it. */
export function LeadSiteFacts({ lead }: { lead: Lead }) {
  const check = useCheckSite(lead.id)
  const siteRead = leadSiteRead(lead.id)
  const { data } = useQuery(siteRead)
  const isWaiting = check.isPending || data?.state === 'waiting'
  // This installation reads no websites, and has not read this one before.
  if (data?.hasOwnWebsite === true && !data.canBeRead && data.state === 'unread') return null
  return (
    <section aria-labelledby="site-title" className="mt-5 border-t border-line pt-4">
      <h3 id="site-title" className="text-sm font-semibold">
        From their website
      </h3>
      <ReadContent read={siteRead} waiting={<Skeleton className="mt-3 h-8 w-40 animate-late" />}>
        {site => (
          <>
            <Found site={site} />
            {(isWaiting || site.isDue) && (
              <div className="mt-3 flex flex-wrap items-center gap-3">
                <Button size="sm" isLoading={isWaiting} onClick={() => check.mutate()}>
                  {site.readAt === null ? 'Check their website' : 'Check again'}
                </Button>
                <output className="text-sm text-ink-3">
                  {isWaiting ? 'Reading their website. This takes about 10 seconds.' : leftWords(site.left)}
                </output>
              </div>
            )}
          </>
        )}
      </ReadContent>
    </section>
  )
}

function Found({ site }: { site: LeadSite }) {
  const shown = site.facts.filter(({ kind }) => siteFacts[kind] !== null)
  return (
    <>
      {shown.length > 0 && (
        <ul className="mt-3 flex flex-col gap-2 text-sm">
          {shown.map(fact => (
            <li key={`${fact.kind} ${fact.value}`} className="wrap-anywhere">
              <SiteFactLine fact={fact} />
            </li>
          ))}
        </ul>
      )}
      {site.state !== 'waiting' && site.state !== 'unread' && (
        <p className="mt-3 text-sm text-ink-3">{endWords(site)}</p>
      )}
      {!site.hasOwnWebsite && <p className="mt-3 text-sm text-ink-3">The business has no website of its own.</p>}
    </>
  )
}

/** "9 checks left this month", or nothing if the plan has no limit. */
const leftWords = (left: number | null): string => (left === null ? '' : `${count(left, 'check')} left this month`)

function endWords({ state, readAt, dueAt, facts }: LeadSite): string {
  const on = readAt === null ? '' : ` on ${formatDayOf(readAt)}`
  if (state === 'read')
    return !facts.some(({ kind }) => siteFacts[kind]?.isContact)
      ? `Read${on}. We found no contacts there.`
      : `Read${on}.`
  const again = dueAt === null ? '' : ` You can check it again from ${formatDayOf(dueAt)}.`
  return `${endings[state] ?? 'Not read'}${on}.${again}`
}

const endings: Partial<Record<LeadSite['state'], string>> = {
  forbidden: 'The website asks programs not to read it',
  moved: 'The website now redirects elsewhere',
  closed: 'The website is gone or for sale',
  failed: 'The website could not be read',
  refused: 'The business asked not to be contacted',
}

type ShownFact = {
  name: string
  /** Whether it is a way to reach the business. */
  isContact: boolean
  show: (value: string) => ReactNode
}
const asText = (value: string) => <span>{value}</span>
const asLink = (value: string) => (
  <OutLink url={value}>{value.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')}</OutLink>
)

/** How each kind of fact is shown here; null if another part of the details shows it. */
const siteFacts: Record<SiteFact['kind'], ShownFact | null> = {
  email: { name: 'Email', isContact: true, show: email => <EmailLink lead={{ email }} className={textLinkClass} /> },
  phone: {
    name: 'Phone',
    isContact: true,
    show: value => <span className="tabular-nums">{formatPhone(value)}</span>,
  },
  social: { name: 'Profile', isContact: true, show: asLink },
  booking: { name: 'Booking', isContact: true, show: asLink },
  contact_page: { name: 'Contact page', isContact: true, show: asLink },
  hours: { name: 'Hours', isContact: false, show: asText },
  rating: { name: 'Rating', isContact: false, show: value => <span>{value}, own website</span> },
  kind: { name: 'Kind of business', isContact: false, show: asText },
  platform: null,
  gone: null,
}

/** "Email info@… · found on their contact page, Nov 20, 2026 · mail server found" */
function SiteFactLine({ fact }: { fact: SiteFact }) {
  const { kind, value, pageUrl, seenAt, isGeneric, takesMail } = fact
  const notes = [
    ...(kind === 'email' && !isGeneric ? ['may be a person’s'] : []),
    ...(takesMail === null ? [] : [takesMail ? 'mail server found' : 'no mail server found']),
  ]
  return (
    <>
      <span className="text-ink-3">{siteFacts[kind]?.name} </span>
      {siteFacts[kind]?.show(value)}
      {kind === 'email' && <CopyIcon text={value} fact="email" />}
      <span className="text-ink-3">
        {' '}
        · <OutLink url={pageUrl}>{`found on ${pageName(pageUrl)}`}</OutLink>, {formatDayOf(seenAt)}
        {notes.map(note => ` · ${note}`)}
      </span>
    </>
  )
}

/** "their contact page" */
export const pageName = (url: string): string => {
  const path = URL.canParse(url) ? new URL(url).pathname : '/'
  if (/contact/i.test(path)) return 'their contact page'
  return path === '/' ? 'their front page' : 'their website'
}
