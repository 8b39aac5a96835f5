import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { allowsFeature, featureMessages, plansWith } from '#contract/plans.ts'
import { LoadError } from '../../shared/api/query-content.tsx'
import { paths } from '../../shared/paths.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, buttonClass } from '../../shared/ui/button.tsx'
import { TextLink } from '../../shared/ui/links.tsx'
import { PageSpinner } from '../../shared/ui/spinner.tsx'
import { EmptyState } from '../../shared/ui/state-message.tsx'
import { titled, useTitle } from '../../shared/use-title.ts'
import { apiKeysFailure, apiKeysQuery } from './api-keys.queries.ts'
import { KeyList } from './key-list.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'

export default function ApiKeysScreen() {
  useTitle(titled('API keys'))
  const isInPlan = allowsFeature(useUser().subscriptionTier, 'api')
  const hasKeys = (useQuery(apiKeysQuery).data?.length ?? 0) > 0
  const [isCreating, setIsCreating] = useState(false)
  return (
    <div className="mx-auto max-w-360 px-4 pt-6 pb-14 sm:px-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="max-w-2xl">
          <h1 className="text-2xl font-semibold tracking-tight">API keys</h1>
          <p className="mt-1.5 text-ink-2">
            For programs that search, read, and work your leads. They use your plan’s quota.{' '}
            <TextLink href={paths.apiDocs}>Read the API reference</TextLink>. We can also call your program: see{' '}
            <TextLink href={paths.webhooks}>webhooks</TextLink>.
          </p>
        </div>
        {isInPlan && (
          <Button variant="primary" onClick={() => setIsCreating(true)}>
            New API key
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
            {hasKeys
              ? `Your keys do not work until you return to ${plansWith('api')}.`
              : 'With API access, your own programs can search and read your leads.'}
          </Alert>
        )}
        <Keys />
      </div>
      {isCreating && <NewKeyDialog onClose={() => setIsCreating(false)} />}
    </div>
  )
}

function Keys() {
  const keys = useQuery(apiKeysQuery)
  if (keys.isPending) return <PageSpinner label="Loading API keys" />
  if (!keys.data) return <LoadError error={keys.error} failure={apiKeysFailure} onRetry={() => void keys.refetch()} />
  if (keys.data.length === 0)
    return (
      <EmptyState icon={<KeyRound aria-hidden="true" />} title="No API keys">
        A key is shown once, when you create it. Create a separate key for each program.
      </EmptyState>
    )
  return <KeyList keys={keys.data} />
}
