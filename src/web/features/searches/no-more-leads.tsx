import { problemOf } from '../../shared/api/api-error.ts'
import { ResendButton } from '../../shared/session/email-confirmation.tsx'
import { useUser } from '../../shared/session/session-user.tsx'
import { Alert } from '../../shared/ui/alert.tsx'
import { LimitReachedBanner } from '../plans/limit-reached-banner.tsx'
import { toldAtButton } from './search-failures.ts'

const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

type NoMoreLeadsProps = {
  error: Error | null
  /** No leads are left in the quota, although the search has more. */
  isOut: boolean
}

/** Explains next to the button why more leads were refused, and what to do. */
export function NoMoreLeads({ error, isOut }: NoMoreLeadsProps) {
  const problem = problemOf(error)
  const isConfirmed = useUser().emailVerified
  if (isOut && problem === undefined) return <LimitReachedBanner type="contacts" />
  if (problem === undefined || !toldAtButton.has(problem.errorType)) return null
  // The email may have been confirmed since, perhaps in another tab.
  if (problem.errorType === 'UNCONFIRMED_LIMIT' && isConfirmed) return null
  return (
    <div ref={bringIntoView} className="scroll-my-36 print:hidden">
      {problem.errorType === 'QUOTA_EXCEEDED' ? (
        <LimitReachedBanner type="contacts" live="alert" />
      ) : (
        <Alert tone="warning" live="alert" title="Please confirm your email" actions={<ResendButton size="sm" />}>
          {problem.message}
        </Alert>
      )}
    </div>
  )
}
