import { Alert } from '../../shared/ui/alert.tsx'
import { MoreLeadsActions } from './more-leads-actions.tsx'

/** Offers more leads when no contact pulls are left. */
export function CreditBanner({ onUpgrade }: { onUpgrade?: (() => void) | undefined }) {
  return (
    <Alert tone="warning" title="You have no contact pulls left" actions={<MoreLeadsActions onUpgrade={onUpgrade} />}>
      Leads you have already seen are still free. New ones need more contact pulls.
    </Alert>
  )
}
