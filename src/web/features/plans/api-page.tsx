import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useState } from 'react'
import { allowsFeature, featureMessages } from '#contract/plans.ts'
import type { WithFailure } from '../../shared/api/failures.ts'
import { ReadContent } from '../../shared/api/query-content.tsx'
import { paths } from '../../shared/paths.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, buttonClass } from '../../shared/ui/button.tsx'
import { TextLink } from '../../shared/ui/links.tsx'
import { PageSpinner } from '../../shared/ui/spinner.tsx'
import { EmptyState } from '../../shared/ui/state-message.tsx'
import { titled, useTitle } from '../../shared/use-title.ts'

type ApiPageProps<Entry, Key extends QueryKey> = {
  title: string
  about: ReactNode
  read: UseQueryOptions<Entry[], Error, Entry[], Key> & WithFailure
  /** The label of the spinner. */
  loading: string
  /** Shown to users without API access: with entries of a former plan, and without entries. */
  withoutPlan: { entries: string; nothing: string }
  empty: { icon: ReactNode; title: string; text: string }
  create: { label: string; Dialog: ComponentType<{ onClose: () => void }> }
  children: (entries: Entry[], isInPlan: boolean) => ReactNode
}

/** A page for API keys or webhooks. If the plan has no API access, nothing can be created. */
export function ApiPage<Entry, Key extends QueryKey>(props: ApiPageProps<Entry, Key>) {
  const { title, about, read, loading, withoutPlan, empty, create, children } = props
  useTitle(titled(title))
  const isInPlan = allowsFeature(useUser().subscriptionTier, 'api')
  const hasEntries = (useQuery(read).data?.length ?? 0) > 0
  const [isCreating, setCreating] = useState(false)
  return (
    <div className="mx-auto max-w-360 px-4 pt-6 pb-14 sm:px-6">
      <TextLink href={paths.profile}>Profile</TextLink>
      {/* An element of its own, so that the focus stays in it if the last entry is deleted. */}
      <div className="mt-2">
        <div className="flex items-start justify-between gap-4 max-sm:flex-col">
          <div className="max-w-2xl">
            <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
            <p className="mt-1.5 text-ink-2">{about}</p>
          </div>
          {isInPlan && (
            <Button variant="primary" className="shrink-0" onClick={() => setCreating(true)}>
              {create.label}
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
              {hasEntries ? withoutPlan.entries : withoutPlan.nothing}
            </Alert>
          )}
          <ReadContent read={read} waiting={<PageSpinner label={loading} />}>
            {entries => {
              if (entries.length > 0) return children(entries, isInPlan)
              return isInPlan && <EmptyState {...empty}>{empty.text}</EmptyState>
            }}
          </ReadContent>
        </div>
      </div>
      {isCreating && <create.Dialog onClose={() => setCreating(false)} />}
    </div>
  )
}
