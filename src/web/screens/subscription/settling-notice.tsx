import { useSubscription } from '../../features/billing/subscription.query.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { useSettlement } from './use-settlement.ts'

/** Shown while a payment has gone through but the plan is not active yet. */
export function SettlingNotice() {
  const { data: subscription } = useSubscription()
  const isSettling = subscription?.isSettling === true
  const isActive = subscription?.status === 'active' && subscription.tier !== 'free'
  const { isLate } = useSettlement(isSettling, isActive)
  if (!isSettling) return null
  return (
    <Alert title="Your payment went through" live="status">
      {isLate
        ? 'Your plan is taking longer than usual to activate. You do not need to do anything: we check every hour and will email you the receipt. Please do not pay again.'
        : 'We are waiting for the payment provider to activate your plan. This usually takes a few seconds.'}
    </Alert>
  )
}
