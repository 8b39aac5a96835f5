import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { refreshSubscription } from '#contract/billing.ts'
import { call } from '../../shared/api/call.ts'
import { useRefreshAll } from '../../features/billing/billing.queries.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

/** Delays before each check, two minutes in total. After that, a webhook or the hourly check finds the result. */
const WAITS_MS = [2000, 3000, 5000, 10_000, 20_000, 30_000, 50_000]

/** Syncs with the provider until a payment has settled, then reports whether the plan is active. */
export function useSettlement(isSettling: boolean, isActive: boolean): { isLate: boolean } {
  const refreshAll = useRefreshAll()
  const [looks, setLooks] = useState(0)
  const { mutate: look } = useMutation({
    mutationFn: () => call(refreshSubscription),
    onSuccess: refreshAll,
    onSettled: () => setLooks(before => before + 1),
  })
  const waitMs = isSettling ? WAITS_MS[looks] : undefined
  useEffect(() => {
    if (waitMs === undefined) return undefined
    const timer = setTimeout(look, waitMs)
    return () => clearTimeout(timer)
  }, [waitMs, look])
  useSettledToast(isSettling, isActive)
  return { isLate: looks >= WAITS_MS.length }
}

function useSettledToast(isSettling: boolean, isActive: boolean): void {
  const wasSettling = useRef(isSettling)
  useEffect(() => {
    if (wasSettling.current && !isSettling && isActive)
      showToast({ title: 'Payment successful', description: 'Your subscription has been activated!' })
    wasSettling.current = isSettling
  }, [isSettling, isActive])
}
