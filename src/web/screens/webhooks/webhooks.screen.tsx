import { Webhook as WebhookIcon } from 'lucide-react'
import { plansWith } from '#contract/plans.ts'
import { ApiPage } from '../../features/plans/api-page.tsx'
import { paths } from '../../shared/paths.ts'
import { TextLink } from '../../shared/ui/links.tsx'
import { WebhookCard } from './webhook-card.tsx'
import { NewWebhookDialog } from './webhook-dialogs.tsx'
import { webhooksQuery } from './webhooks.queries.ts'

export default function WebhooksScreen() {
  return (
    <ApiPage
      title="Webhooks"
      about={
        <>
          We call your program when something happens: signed messages with ids and links, and no contacts. Your program
          reads the rest with an <TextLink href={paths.apiKeys}>API key</TextLink>.
        </>
      }
      read={webhooksQuery}
      loading="Loading webhooks"
      withoutPlan={{
        entries: `Your webhooks are not called until you return to ${plansWith('api')}.`,
        nothing: 'With API access, we can tell your own programs what happens.',
      }}
      empty={{
        icon: <WebhookIcon />,
        title: 'No webhooks',
        text: 'Add the address of your program, n8n, Make, or Zapier, and choose its events.',
      }}
      create={{ label: 'New webhook', Dialog: NewWebhookDialog }}
    >
      {(webhooks, isInPlan) => (
        <ul className="flex flex-col gap-4">
          {webhooks.map(webhook => (
            <li key={webhook.id}>
              <WebhookCard webhook={webhook} isInPlan={isInPlan} />
            </li>
          ))}
        </ul>
      )}
    </ApiPage>
  )
}
