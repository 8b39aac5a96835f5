import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { Alert } from '../../shared/ui/alert.tsx'
import { buttonClass } from '../../shared/ui/button.tsx'

/** Offers more leads when none are left. */
export function CreditBanner() {
  const user = useUser()
  if (user.remainingContactPulls > 0) return null
  return (
    <div className="mb-4">
      <Alert
        tone="warning"
        title="You have no contact pulls left"
        actions={
          <>
            <Link href={paths.subscription} className={buttonClass({ variant: 'primary', size: 'sm' })}>
              Buy More Leads
            </Link>
            <Link href={paths.subscription} className={buttonClass({ size: 'sm' })}>
              Upgrade Plan
            </Link>
          </>
        }
      >
        Leads you have already seen stay free. New ones need more contact pulls.
      </Alert>
    </div>
  )
}
