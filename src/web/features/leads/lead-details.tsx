import clsx from 'clsx'
import { ChevronLeft, ChevronRight, type LucideIcon, MapPin, PhoneOff } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { isReturned } from '#contract/leads/lead-report.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { networkName } from '#contract/leads/site-lines.ts'
import { lazyPart } from '../../shared/api/lazy-part.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { CopyIcon } from '../../shared/ui/copy-button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { useKey } from '../../shared/use-key.ts'
import { CallButton } from './call-button.tsx'
import { describeLead } from './describe-lead.ts'
import { cityAndState, EmailLink, MapLink, OutLink, PhoneLink, WebsiteLink } from './lead-contact.tsx'
import { specialFacts } from './lead-marks.tsx'
import { LeadNews } from './lead-news.tsx'
import { LeadNotes } from './lead-notes.tsx'
import { LeadProgress } from './lead-progress.tsx'
import { LeadSiteFacts } from './lead-site.tsx'
import { LeadSources } from './lead-sources.tsx'
import { useChangeLead } from './lead-work.queries.ts'
import { QualityAssessment } from './quality-assessment.tsx'
import { ReportMenu } from './report-menu.tsx'
import { closeDetails, showDetails, useOpenLead } from './selection.tsx'
import { LeadSiteCheck } from './site-check-card.tsx'

const MapOfLeads = lazyPart(() => import('./map-of-leads.tsx'), { waiting: <Skeleton className="mt-3 h-52 w-full" /> })

/** `leads` is the list that contains the lead. Leads that are being loaded again are undefined. */
type LeadDetailsProps = { leads: readonly (Lead | undefined)[] }

/** The details of the open lead. Buttons and the arrow keys go to the previous and next lead in the list. */
export function LeadDetails({ leads }: LeadDetailsProps) {
  const opened = useOpenLead()
  const [hasMap, setMap] = useState(false)
  const position = opened === undefined ? -1 : leads.findIndex(other => other?.id === opened.id)
  // The list's current version of the lead is used, because a change can show or hide its contacts.
  const lead = leads[position] ?? opened
  const previous = position > 0 ? leads[position - 1] : undefined
  const next = position === -1 ? undefined : leads[position + 1]
  useKey(previous && 'ArrowLeft', () => showDetails(previous))
  useKey(next && 'ArrowRight', () => showDetails(next))
  useShownInList(lead?.id)
  if (!lead) return null
  const stateAndZip = [lead.state, lead.zipCode].filter(Boolean).join(' ')
  const address = [lead.address, lead.city, stateAndZip].filter(Boolean).join(', ')
  return (
    <Dialog
      onClose={closeDetails}
      isWide
      isPanel
      title={<span aria-live="polite">{lead.businessName}</span>}
      description={[lead.category, cityAndState(lead)].filter(Boolean).join(' · ') || undefined}
      footer={
        <>
          <div className="mr-auto flex gap-2">
            <Neighbor lead={previous} label="Previous lead" Icon={ChevronLeft} />
            <Neighbor lead={next} label="Next lead" Icon={ChevronRight} />
          </div>
          <Button onClick={closeDetails}>Close</Button>
          <CallButton lead={lead} label="Call Now" variant="primary" size="md" />
        </>
      }
    >
      <LeadNews lead={lead} />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm">
        <Fact name="Phone" isLong="on phones">
          <PhoneLink lead={lead} />
          {lead.phoneNumber !== null && <CopyIcon text={lead.phoneNumber} fact="phone number" />}
        </Fact>
        <Fact name="Website" isLong="on phones">
          <WebsiteLink lead={lead} />
          {lead.website !== null && <CopyIcon text={lead.website} fact="website" />}
        </Fact>
        <Fact name="Email" isLong>
          <EmailLink lead={lead} />
          {lead.email !== null && <CopyIcon text={lead.email} fact="email" />}
        </Fact>
        <Fact name="Address" isLong>
          <Address address={address} isOnMap={!lead.isSample} />
        </Fact>
        <Profiles lead={lead} />
        {specialFacts(lead).map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
      <LeadProgress key={lead.id} lead={lead} />
      {!isReturned(lead) && <p className="mt-5 max-w-prose text-sm text-pretty text-ink-2">{describeLead(lead)}</p>}
      {lead.hasWebsite && !lead.isSample && (
        <>
          <LeadSiteFacts key={`site ${lead.id}`} lead={lead} />
          <LeadSiteCheck key={`check ${lead.id}`} lead={lead} />
        </>
      )}
      <LeadNotes key={`notes ${lead.id}`} lead={lead} />
      <div className="mt-4 flex flex-wrap gap-2">
        {!lead.isSample && (
          <Button size="sm" aria-expanded={hasMap} onClick={() => setMap(!hasMap)}>
            <MapPin className="size-4" />
            {hasMap ? 'Hide the map' : 'Show on a map'}
          </Button>
        )}
        <Refusals key={`refusals ${lead.id}`} lead={lead} />
      </div>
      {hasMap && !lead.isSample && <SmallMap lead={lead} />}
      <QualityAssessment lead={lead} />
      <LeadSources lead={lead} />
    </Dialog>
  )
}

function Profiles({ lead: { socials } }: { lead: Lead }) {
  if (socials === null || socials.length === 0) return null
  return (
    <Fact name="Profiles" isLong>
      <span className="flex flex-wrap gap-x-3 gap-y-1">
        {socials.map(profile => (
          <OutLink key={profile} url={profile}>
            {networkName(profile)}
          </OutLink>
        ))}
      </span>
    </Fact>
  )
}

/** For a lead that is no use, or that the user may not contact. */
function Refusals({ lead }: { lead: Lead }) {
  const change = useChangeLead(lead.id)
  if (lead.doNotContact) return null
  return (
    <>
      {!lead.isSample && lead.report === null && <ReportMenu leadIds={[lead.id]} />}
      <Button size="sm" isLoading={change.isPending} onClick={() => change.mutate({ kind: 'doNotContact' })}>
        <PhoneOff className="size-4" />
        Do not contact
      </Button>
    </>
  )
}

function SmallMap({ lead }: { lead: Lead }) {
  const leads = useMemo(() => [lead], [lead])
  return <MapOfLeads leads={leads} className="mt-3 h-52" />
}

function Address({ address, isOnMap }: { address: string; isOnMap: boolean }) {
  if (address === '') return <span className="text-ink-3">No address</span>
  return (
    <>
      {isOnMap ? <MapLink address={address} /> : <span>{address}</span>}
      <CopyIcon text={address} fact="address" />
    </>
  )
}

type NeighborProps = { lead: Lead | undefined; label: string; Icon: LucideIcon }

/** A button that stays focusable at the end of the list, so that the focus is not lost there. */
const Neighbor = ({ lead, label, Icon }: NeighborProps) => (
  <Button size="icon" aria-label={label} title={label} aria-disabled={!lead} onClick={() => lead && showDetails(lead)}>
    <Icon className="size-4" />
  </Button>
)

/** Scrolls the list so that the open lead is visible beside the panel. Closes the details together with the list. */
function useShownInList(leadId: number | undefined): void {
  useEffect(() => {
    if (leadId === undefined) return undefined
    const frame = requestAnimationFrame(() => {
      document.querySelector(`[data-lead="${leadId}"]`)?.scrollIntoView({ block: 'nearest' })
    })
    return () => cancelAnimationFrame(frame)
  }, [leadId])
  useEffect(() => closeDetails, [])
}

type FactProps = { name: string; children: ReactNode; /** Has a row of its own. */ isLong?: boolean | 'on phones' }

const Fact = ({ name, children, isLong = false }: FactProps) => (
  <div
    className={clsx('min-w-0', isLong === true ? 'col-span-full' : isLong === 'on phones' && 'max-sm:col-span-full')}
  >
    <dt className="text-xs text-ink-3">{name}</dt>
    <dd className="mt-0.5 flex items-center gap-1.5 wrap-anywhere *:whitespace-normal">{children}</dd>
  </div>
)
