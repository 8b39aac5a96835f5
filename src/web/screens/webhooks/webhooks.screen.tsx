import { useQuery } from '@tanstack/react-query'
import { Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { allowsFeature, featureMessages, plansWith } from '#contract/plans.ts'
import { webhookLimit } from '#contract/webhooks.ts'
import { QueryContent } from '../../shared/api/query-content.tsx'
import { paths } from '../../shared/paths.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, buttonClass } from '../../shared/ui/button.tsx'
import { TextLink } from '../../shared/ui/links.tsx'
import { PageSpinner } from '../../shared/ui/spinner.tsx'
import { EmptyState } from '../../shared/ui/state-message.tsx'
import { titled, useTitle } from '../../shared/use-title.ts'
import { WebhookCard } from './webhook-card.tsx'
import { NewWebhookDialog } from './webhook-dialogs.tsx'
import { webhooksFailure, webhooksQuery } from './webhooks.queries.ts'

export default function WebhooksScreen() {
  useTitle(titled('Webhooks'))
  const isInPlan = allowsFeature(useUser().subscriptionTier, 'api')
  const webhooks = useQuery(webhooksQuery)
  const [isCreating, setIsCreating] = useState(false)
  const amount = webhooks.data?.length ?? 0
  return (
    <div className="mx-auto max-w-360 px-4 pt-6 pb-14 sm:px-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="max-w-2xl">
          <h1 className="text-2xl font-semibold tracking-tight">Webhooks</h1>
          <p className="mt-1.5 text-ink-2">
            We call your program when something happens: signed messages with ids and links, and no contacts. Your
            program reads the rest with an <TextLink href={paths.apiKeys}>API key</TextLink>.
          </p>
        </div>
        {isInPlan && (
          <Button variant="primary" disabled={amount >= webhookLimit} onClick={() => setIsCreating(true)}>
            New webhook
          </Button>
        )}
      </div>
      <div className="mt-6 flex flex-col gap-6">
        {!isInPlan && (
          <Alert
            title={featureMessages.api}
            actions={
              <a href={paths.plans} className={buttonClass({ variant: 'primary', size: 'sm' })}>
                See plans
              </a>
            }
          >
            {amount > 0
              ? `Your webhooks are not called until you return to ${plansWith('api')}.`
              : 'With API access, we can tell your own programs what happens.'}
          </Alert>
        )}
        <QueryContent query={webhooks} failure={webhooksFailure} waiting={<PageSpinner label="Loading webhooks" />}>
          {data =>
            data.length === 0 ? (
              <EmptyState icon={<WebhookIcon aria-hidden="true" />} title="No webhooks">
                Add the address of your program, n8n, Make, or Zapier, and choose what it is told.
              </EmptyState>
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
        </QueryContent>
      </div>
      {isCreating && <NewWebhookDialog onClose={() => setIsCreating(false)} />}
    </div>
  )
}
