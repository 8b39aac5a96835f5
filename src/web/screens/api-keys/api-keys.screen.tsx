import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
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
import { apiKeysQuery } from './api-keys.queries.ts'
import { KeyList } from './key-list.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'

export default function ApiKeysScreen() {
  useTitle(titled('API keys'))
  const isInPlan = allowsFeature(useUser().subscriptionTier, 'api')
  const hasKeys = (useQuery(apiKeysQuery).data?.length ?? 0) > 0
  const [isCreating, setIsCreating] = useState(false)
  return (
    <ApiPage
      title="API keys"
      about={
        <>
          For programs that search, read, and work your leads. They use your plan’s quota.{' '}
          <TextLink href={paths.apiDocs}>Read the API reference</TextLink>. We can also call your program: see{' '}
          <TextLink href={paths.webhooks}>webhooks</TextLink>.
        </>
      }
      isInPlan={isInPlan}
      withoutPlan={
        hasKeys
          ? `Your keys do not work until you return to ${plansWith('api')}.`
          : 'With API access, your own programs can search and read your leads.'
      }
      create={{ label: 'New API key', onClick: () => setIsCreating(true) }}
    >
      <ReadContent read={apiKeysQuery} waiting={<PageSpinner label="Loading API keys" />}>
        {keys =>
          keys.length > 0 ? (
            <KeyList keys={keys} />
          ) : (
            isInPlan && (
              <EmptyState icon={<KeyRound />} title="No API keys">
                A key is shown once, when you create it. Create a separate key for each program.
              </EmptyState>
            )
          )
        }
      </ReadContent>
      {isCreating && <NewKeyDialog onClose={() => setIsCreating(false)} />}
    </ApiPage>
  )
}
