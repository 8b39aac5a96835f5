import { isReturned } from '#contract/leads/lead-report.ts'
import type { FactChange, Lead } from '#contract/leads/leads.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { doNotContactEntryName } from './do-not-contact-entry-name.ts'
import { useRemoveDoNotContactEntry } from './do-not-contact.queries.ts'
import { describeReport } from './lead-reports.queries.ts'
import { useLeadWork } from './lead-work.queries.ts'

const factNames: Record<FactChange['fact'], string> = {
  businessName: 'Name',
  phoneNumber: 'Phone',
  website: 'Website',
  email: 'Email',
  address: 'Street',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP',
}

/** Says if the lead is not to be contacted, was reported, is no longer listed, or has changed since it was pulled. */
export const LeadNews = ({ lead }: { lead: Lead }) => (
  <div className="not-empty:mb-4">
    <News lead={lead} />
  </div>
)

function DoNotContact({ leadId }: { leadId: number }) {
  const { data: work } = useLeadWork(leadId)
  const remove = useRemoveDoNotContactEntry()
  const entries = work?.doNotContactEntries ?? []
  const reason =
    entries.length > 0
      ? `On your do-not-contact list: ${entries.map(doNotContactEntryName).join(', ')}.`
      : work && 'This business asked not to be contacted.'
  return (
    <Alert
      tone="warning"
      title="Do not contact"
      actions={entries.map(entry => (
        <Button
          key={entry.id}
          size="sm"
          isLoading={remove.isPending && remove.variables === entry.id}
          onClick={() => remove.mutate(entry.id)}
        >
          Remove from the list<span className="sr-only"> {doNotContactEntryName(entry)}</span>
        </Button>
      ))}
    >
      {reason} Its contact details are not shown or exported.
    </Alert>
  )
}

function News({ lead }: { lead: Lead }) {
  if (lead.doNotContact) return <DoNotContact leadId={lead.id} />
  if (lead.report !== null)
    return (
      <Alert tone="info" live="status" title={describeReport(lead.report)}>
        {isReturned(lead) &&
          'Its contact details are no longer shown or exported. Your searches leave it out until its name, contacts, or address change.'}
      </Alert>
    )
  if (!lead.isListed)
    return (
      <Alert tone="warning" title="No longer listed">
        The source no longer lists this business. It may have closed or moved.
      </Alert>
    )
  if (lead.changes.length === 0) return null
  return (
    <Alert tone="info" title="Changed since you pulled this lead">
      <ul>
        {lead.changes.map(({ fact, was, is }) => (
          <li key={fact} className="wrap-anywhere">
            {factNames[fact]}: {is ?? 'none'} <span className="text-ink-3">(was {was ?? 'none'})</span>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
