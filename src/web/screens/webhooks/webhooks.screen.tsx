import { useQuery } from '@tanstack/react-query'
import { Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { allowsFeature, plansWith } from '#contract/plans.ts'
import { ApiPage } from '../../features/plans/api-page.tsx'
import { ReadContent } from '../../shared/api/query-content.tsx'
import { paths } from '../../shared/paths.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { TextLink } from '../../shared/ui/links.tsx'
import { PageSpinner } from '../../shared/ui/spinner.tsx'
import { EmptyState } from '../../shared/ui/state-message.tsx'
import { titled, useTitle } from '../../shared/use-title.ts'
import { WebhookCard } from './webhook-card.tsx'
import { NewWebhookDialog } from './webhook-dialogs.tsx'
import { webhooksQuery } from './webhooks.queries.ts'

export default function WebhooksScreen() {
  useTitle(titled('Webhooks'))
  const isInPlan = allowsFeature(useUser().subscriptionTier, 'api')
  const [isCreating, setIsCreating] = useState(false)
  const amount = useQuery(webhooksQuery).data?.length ?? 0
  return (
    <ApiPage
      title="Webhooks"
      about={
        <>
          We call your program when something happens: signed messages with ids and links, and no contacts. Your program
          reads the rest with an <TextLink href={paths.apiKeys}>API key</TextLink>.
        </>
      }
      isInPlan={isInPlan}
      withoutPlan={
        amount > 0
          ? `Your webhooks are not called until you return to ${plansWith('api')}.`
          : 'With API access, we can tell your own programs what happens.'
      }
      create={{ label: 'New webhook', onClick: () => setIsCreating(true) }}
    >
      <ReadContent read={webhooksQuery} waiting={<PageSpinner label="Loading webhooks" />}>
        {data =>
          data.length === 0 ? (
            isInPlan && (
              <EmptyState icon={<WebhookIcon />} title="No webhooks">
                Add the address of your program, n8n, Make, or Zapier, and choose its events.
              </EmptyState>
            )
          ) : (
            <ul className="flex flex-col gap-4">
              {data.map(webhook => (
                <li key={webhook.id}>
                  <WebhookCard webhook={webhook} isInPlan={isInPlan} />
                </li>
              ))}
            </ul>
          )
        }
      </ReadContent>
      {isCreating && <NewWebhookDialog onClose={() => setIsCreating(false)} />}
    </ApiPage>
  )
}
