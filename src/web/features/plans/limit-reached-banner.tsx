import { errorTable } from '#contract/errors.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { PlanWays } from './plan-ways.tsx'

type LimitReachedBannerProps = {
  type: 'contacts' | 'usage'
  /** Where it comes by what the user has just done. */
  live?: 'alert'
  onUpgrade?: (() => void) | undefined
}

const words = {
  contacts: { title: 'No contact pulls left', text: errorTable.QUOTA_EXCEEDED.message },
  usage: { title: 'Usage limit reached', text: 'You have used all the searches in your plan for this month.' },
}

/** Why there is no more of something, and the ways to more. */
export const LimitReachedBanner = ({ type, live, onUpgrade }: LimitReachedBannerProps) => (
  <Alert tone="warning" title={words[type].title} actions={<PlanWays onUpgrade={onUpgrade} />} {...(live && { live })}>
    {words[type].text}
  </Alert>
)
