import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { confirmPurchase } from '#contract/billing.ts'
import { messageOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { tellFailure, useEverythingFresh } from '../../shared/billing/billing.queries.ts'
import { count } from '../../shared/format.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

/** Back from the checkout: has the purchase credited, says so, and cleans the address. */
export function useCheckoutReturn(): void {
  const [params, setParams] = useSearchParams()
  const freshen = useEverythingFresh()
  const { mutate: confirm } = useMutation({
    mutationFn: (sessionId: string) => call(confirmPurchase, { body: { sessionId } }),
    onSuccess: ({ isPaid, leads, user }) => {
      freshen(user)
      showToast(
        isPaid
          ? { title: 'Leads added', description: `${count(leads, 'lead')} are yours, usable any time.` }
          : { title: 'Payment not complete', description: 'The leads are added as soon as it is.' },
      )
    },
    onError: error =>
      tellFailure('Purchase Failed', messageOf(error, 'An error occurred while processing your purchase.')),
  })
  const checkout = params.get('checkout')
  useEffect(() => {
    if (checkout === null) return
    if (checkout === 'canceled') showToast({ title: 'Purchase canceled', description: 'Nothing was charged.' })
    else confirm(checkout)
    setParams(
      before => {
        const after = new URLSearchParams(before)
        after.delete('checkout')
        return after
      },
      { replace: true },
    )
  }, [checkout, confirm, setParams])
}
