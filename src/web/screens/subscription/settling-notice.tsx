import { useEffect, useState } from 'react'
import { refreshSubscription } from '#contract/billing/billing.ts'
import { refreshAll, subscriptionRead, useSubscription } from '../../features/billing/billing.queries.ts'
import { isPaid } from '../../features/plans/plan-state.ts'
import { call } from '../../shared/api/call.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { showToast } from '../../shared/toast/toast.store.ts'
import { Alert } from '../../shared/ui/alert.tsx'

/** Shown while a payment has gone through but the plan is not active yet. */
export function SettlingNotice() {
  const { data: subscription } = useSubscription()
  const isSettling = subscription?.isSettling === true
  const { isLate } = useSettlement(isSettling)
  if (!isSettling) return null
  return (
    <Alert title="Your payment went through" live="status">
      {isLate
        ? 'Your plan is taking longer than usual to activate. You do not need to do anything: we check every hour and will email you the receipt. Please do not pay again.'
        : 'We are waiting for the payment provider to activate your plan. This usually takes a few seconds.'}
    </Alert>
  )
}

/** Delays before each check, two minutes in total. After that, a webhook or the hourly check finds the result. */
const WAITS_MS = [2000, 3000, 5000, 10_000, 20_000, 30_000, 50_000]

/** Syncs with the provider until a payment has settled. A toast then says that the plan is active. */
function useSettlement(isSettling: boolean): { isLate: boolean } {
  const [looks, setLooks] = useState(0)
  const { mutate: look } = useMutation({
    mutationFn: () => call(refreshSubscription),
    onSuccess: async (user, _input, client) => {
      await refreshAll(client, user)
      const { isSettling: isStillSettling = true } = client.getQueryData(subscriptionRead.queryKey) ?? {}
      if (!isStillSettling && isPaid(user))
        showToast({ title: 'Payment successful', description: 'Your subscription has been activated!' })
    },
    onSettled: () => setLooks(before => before + 1),
  })
  const waitMs = isSettling ? WAITS_MS[looks] : undefined
  useEffect(() => {
    if (waitMs === undefined) return undefined
    const timer = setTimeout(look, waitMs)
    return () => clearTimeout(timer)
  }, [waitMs, look])
  return { isLate: looks >= WAITS_MS.length }
}
