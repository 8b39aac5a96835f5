import { CircleQuestionMark } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import type { User } from '#contract/accounts/account.ts'
import type { Choice, ErrorType, Problem } from '#contract/errors.ts'
import { bringAccountBannersIntoView } from '../../features/plans/account-banners.tsx'
import { MoreLeadsActions } from '../../features/plans/more-leads-actions.tsx'
import { LoadOffer } from '../../features/searches/load-offer.tsx'
import { isQuestion } from '../../features/searches/search-failures.ts'
import { formatNumber } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { ResendButton } from '../../shared/session/email-confirmation.tsx'
import { useUser } from '../../shared/session/session-user.tsx'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, buttonClass } from '../../shared/ui/button.tsx'

const titles: Partial<Record<ErrorType, string>> = {
  AMBIGUOUS_LOCATION: 'Which place do you mean?',
  CATEGORY_UNSURE: 'What are you looking for?',
  AREA_NOT_LOADED: 'This area is not loaded yet',
  SEARCH_QUOTA_EXCEEDED: 'No searches left',
  QUOTA_EXCEEDED: 'No leads left',
  FEATURE_NOT_IN_PLAN: 'Not part of your plan',
  UNCONFIRMED_LIMIT: 'Please confirm your email',
}

const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** Focuses the question, so that Tab reaches its choices, and a second Enter does not choose one. */
function bringToAnswer(element: HTMLElement | null): void {
  bringIntoView(element)
  element?.focus({ preventScroll: true })
}

type SearchProblemProps = {
  problem: Problem
  location: string
  onChoose: (choice: Choice) => void
}

/** The question that a search raised, or why it was refused, with actions. The search cost nothing. */
export default function SearchProblem(props: SearchProblemProps) {
  const { problem } = props
  const user = useUser()
  const isAbove = isSaidAbove(problem, user)
  const isAsked = isQuestion(problem)
  const title = titles[problem.errorType] ?? (isAsked ? questionOf(problem) : undefined)
  if (isAbove) return <InAccountBanners key={problem.message} />
  if (title === undefined) return null
  // The email may have been confirmed meanwhile, perhaps in another tab.
  if (problem.errorType === 'UNCONFIRMED_LIMIT' && user.emailVerified) return null
  return (
    <div
      key={problem.message}
      ref={isAsked ? bringToAnswer : bringIntoView}
      tabIndex={isAsked ? -1 : undefined}
      className="scroll-my-36 rounded-lg"
    >
      <Alert
        tone={isAsked ? 'info' : 'warning'}
        icon={isAsked ? <CircleQuestionMark className="mt-0.5 size-4 shrink-0" /> : undefined}
        live="alert"
        title={title}
        actions={<Ways {...props} />}
      >
        {/* The location's field has the same message. */}
        {problem.errorType === 'UNKNOWN_LOCATION' ? undefined : problem.message}
      </Alert>
    </div>
  )
}

function InAccountBanners() {
  useEffect(bringAccountBannersIntoView, [])
  return null
}

/** Whether the notices about the account, above the form, already say this and have the same buttons. */
const isSaidAbove = ({ errorType }: Problem, { remainingContactPulls, remainingSearches }: User): boolean =>
  (errorType === 'QUOTA_EXCEEDED' && remainingContactPulls <= 0) ||
  (errorType === 'SEARCH_QUOTA_EXCEEDED' && remainingSearches <= 0)

const questionOf = ({ choices = [] }: Problem): string =>
  choices.length === 1 ? 'Did you mean this place?' : 'Which one do you mean?'

function Ways({ problem, location, onChoose }: SearchProblemProps) {
  const choices = problem.choices?.map(choice => (
    <Button key={choice.label} size="choice" onClick={() => onChoose(choice)}>
      {'count' in choice ? `${choice.label} · ${formatNumber(choice.count)}` : choice.label}
    </Button>
  ))
  if (problem.errorType === 'AREA_NOT_LOADED')
    return (
      <>
        {choices}
        <LoadOffer location={location} />
        <span className="self-center text-xs text-ink-3">This search cost nothing.</span>
      </>
    )
  if (choices) return choices
  if (problem.errorType === 'QUOTA_EXCEEDED') return <MoreLeadsActions />
  if (problem.errorType === 'UNCONFIRMED_LIMIT') return <ResendButton size="sm" />
  return (
    <Link href={paths.subscription} className={buttonClass({ size: 'sm', variant: 'primary' })}>
      Upgrade Plan
    </Link>
  )
}
