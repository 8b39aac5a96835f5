import { errorTable } from '#contract/errors.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { MoreLeadsActions } from './more-leads-actions.tsx'

const words = {
  credit: {
    title: 'You have no leads left',
    text: 'Leads you have already seen are still free. You need more to see new ones.',
  },
  contacts: { title: 'No leads left', text: errorTable.QUOTA_EXCEEDED.message },
  usage: {
    title: 'Usage limit reached',
    text: 'You have used all the searches in your plan for this month. Purchased leads add no searches.',
  },
}

type LimitReachedBannerProps = {
  type: keyof typeof words
  /** Set if the banner appears because of the user's own action. */
  live?: 'alert'
}

export const LimitReachedBanner = ({ type, live }: LimitReachedBannerProps) => (
  <Alert tone="warning" title={words[type].title} actions={<MoreLeadsActions />} {...(live && { live })}>
    {words[type].text}
  </Alert>
)
