import type { ReactNode } from 'react'
import { type Lead, scoreBand } from '#contract/leads.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { CallButton } from './call-button.tsx'
import { describeLead } from './describe-lead.ts'
import { cityAndState, EmailLink, PhoneLink, WebsiteLink } from './lead-contact.tsx'
import { specialFacts } from './lead-marks.tsx'
import { LeadNews } from './lead-news.tsx'
import { LeadSources } from './lead-sources.tsx'
import { QualityAssessment } from './quality-assessment.tsx'

type LeadDetailsProps = { lead: Lead | undefined; onClose: () => void }

export function LeadDetails({ lead, onClose }: LeadDetailsProps) {
  if (!lead) return null
  const stateAndZip = [lead.state, lead.zipCode].filter(Boolean).join(' ')
  const address = [lead.address, lead.city, stateAndZip].filter(Boolean).join(', ')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isWide
      title={lead.businessName}
      description={[lead.category, cityAndState(lead)].filter(Boolean).join(' · ') || scoreBand(lead.qualityScore).name}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <CallButton lead={lead} label="Call Now" variant="primary" size="md" />
        </>
      }
    >
      <LeadNews lead={lead} />
      <p className="max-w-prose text-sm text-pretty text-ink-2">{describeLead(lead)}</p>
      <dl className="mt-5 grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        <Fact name="Phone">
          <PhoneLink lead={lead} />
        </Fact>
        <Fact name="Email">
          <EmailLink lead={lead} />
        </Fact>
        <Fact name="Website">
          <WebsiteLink lead={lead} />
        </Fact>
        <Fact name="Address">{address === '' ? <span className="text-ink-3">No address</span> : address}</Fact>
        {specialFacts(lead).map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
      <QualityAssessment lead={lead} />
      <LeadSources lead={lead} />
    </Dialog>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs text-ink-3">{name}</dt>
    <dd className="mt-0.5 flex wrap-anywhere *:whitespace-normal">{children}</dd>
  </div>
)
