import { isReturned } from '#contract/lead-report.ts'
import type { FactChange, Lead } from '#contract/leads.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { describeReport } from './lead-reports.queries.ts'

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

/** What has changed since the lead was pulled. Renders nothing if nothing has. */
export const LeadNews = ({ lead }: { lead: Lead }) => (
  <div className="not-empty:mb-4">
    <News lead={lead} />
  </div>
)

function News({ lead }: { lead: Lead }) {
  if (lead.doNotContact)
    return (
      <Alert tone="warning" title="Do not contact">
        This business asked not to be contacted. Its contact details are no longer shown or exported.
      </Alert>
    )
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
