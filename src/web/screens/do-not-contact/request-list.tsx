import type { RemovalRequest } from '#contract/places/suppression.ts'
import { QuerySection } from '../../shared/api/query-content.tsx'
import { formatPhone } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { CardList, Decision, DecisionCard, FirstOf } from '../../shared/ui/decision-card.tsx'
import { requestsRead, useDecide } from './do-not-contact.queries.ts'

/** Removal requests from the public page. Those that wait for an admin come first. */
export const RequestList = () => (
  <QuerySection title="Requests from businesses" loading="Loading the requests" read={requestsRead}>
    {requests => (
      <FirstOf items={requests.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.id - a.id)} first={5}>
        {items => (
          <CardList items={items} empty="No business has asked to be removed.">
            {request => <Request request={request} />}
          </CardList>
        )}
      </FirstOf>
    )}
  </QuerySection>
)

const isOpen = ({ status }: RemovalRequest): boolean => status === 'awaiting_admin'

const words: Record<RemovalRequest['status'], { label: string; tone: 'neutral' | 'danger' | 'green' }> = {
  awaiting_admin: { label: 'Waiting for you', tone: 'danger' },
  awaiting_mail: { label: 'Mail sent', tone: 'neutral' },
  removed: { label: 'Removed', tone: 'green' },
  refused: { label: 'Refused', tone: 'neutral' },
}

function Request({ request }: { request: RemovalRequest }) {
  const { id, businessName, email, phone, websiteDomain, message, status, createdAt } = request
  const decide = useDecide(id)
  const isOver = status === 'removed' || status === 'refused'
  return (
    <DecisionCard
      title={businessName}
      createdAt={createdAt}
      badges={<Badge tone={words[status].tone}>{words[status].label}</Badge>}
      decisions={
        isOver ? undefined : (
          <>
            <Decision
              value="remove"
              label="Remove"
              about={businessName}
              variant={isOpen(request) ? 'primary' : 'secondary'}
              decide={decide}
            />
            <Decision value="refuse" label="Refuse" about={businessName} variant="ghost" decide={decide} />
          </>
        )
      }
    >
      <p className="mt-1 text-sm wrap-anywhere text-ink-2">
        {[email, phone && formatPhone(phone), websiteDomain].filter(fact => fact !== null).join(' · ')}
      </p>
      {message !== '' && <p className="mt-2 text-sm wrap-anywhere whitespace-pre-wrap">{message}</p>}
    </DecisionCard>
  )
}
