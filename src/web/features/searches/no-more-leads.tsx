import type { ReactNode } from 'react'
import type { ErrorType } from '#contract/errors.ts'
import { problemOf } from '../../shared/api/api-error.ts'
import { ResendButton } from '../../shared/session/email-confirmation.tsx'
import { useUser } from '../../shared/session/session-user.tsx'
import { Alert } from '../../shared/ui/alert.tsx'
import { buttonClass } from '../../shared/ui/button.tsx'
import { LimitReachedBanner } from '../plans/limit-reached-banner.tsx'
import { PlansLink } from '../plans/more-leads-actions.tsx'
import { toldAtButton } from './search-failures.ts'

const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

const waysOn: Partial<Record<ErrorType, { title: string; actions: ReactNode }>> = {
  UNCONFIRMED_LIMIT: { title: 'Please confirm your email', actions: <ResendButton size="sm" /> },
  FEATURE_NOT_IN_PLAN: {
    title: 'Not part of your plan',
    actions: <PlansLink className={buttonClass({ variant: 'primary', size: 'sm' })}>Upgrade Plan</PlansLink>,
  },
}

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
        <Alert tone="warning" live="alert" {...waysOn[problem.errorType]}>
          {problem.message}
        </Alert>
      )}
    </div>
  )
}
