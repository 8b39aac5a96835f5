import { useEffect, useRef, useState } from 'react'
import { confirmPurchase } from '#contract/billing/billing.ts'
import { refreshAll, refreshAnyway } from '../../features/billing/billing.queries.ts'
import { setAddressValue, useAddressValue } from '../../shared/address.ts'
import { call } from '../../shared/api/call.ts'
import { showError, showFailure } from '../../shared/api/failures.ts'
import { isUnknown } from '../../shared/api/unknown.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { count } from '../../shared/format.ts'
import { showToast } from '../../shared/toast/toast.store.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'

/** Handles the return from a checkout. Renders only if the purchase could not be confirmed yet. */
export function CheckoutReturn() {
  const { isUnconfirmed, isChecking, checkAgain } = useCheckoutReturn()
  if (!isUnconfirmed) return null
  return (
    <Alert
      tone="warning"
      title={unconfirmed.title}
      actions={
        <Button size="sm" isLoading={isChecking} onClick={checkAgain}>
          {isChecking ? 'Checking...' : 'Check again'}
        </Button>
      }
    >
      {unconfirmed.text}
    </Alert>
  )
}

const unconfirmed = {
  title: 'Your purchase is not confirmed yet',
  text: 'If you paid, we add your leads as soon as the payment is confirmed. Please do not pay again.',
}
const cleanAddress = () => setAddressValue('checkout', '')

/** After a checkout: confirms the purchase, and reports the result. The URL keeps the checkout until then. */
function useCheckoutReturn() {
  const checkout = useAddressValue('checkout')
  const [isUnconfirmed, setUnconfirmed] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: (sessionId: string) => call(confirmPurchase, { body: { sessionId } }),
    onSuccess: async ({ isPaid, leads, user }, _input, client) => {
      await refreshAll(client, user)
      showToast(
        isPaid
          ? { title: 'Leads added', description: `${count(leads, 'lead')} are yours, usable any time.` }
          : { title: 'Payment not complete', description: 'We add the leads as soon as the payment completes.' },
      )
      cleanAddress()
    },
    onError: (error, input, client) => {
      // After any other failure, the outcome of the purchase is unknown.
      if (isUnknown(error)) {
        showError('Purchase Failed', error, 'An error occurred while processing your purchase.')
        return cleanAddress()
      }
      setUnconfirmed(true)
      refreshAnyway(error, input, client)
      showFailure({ title: unconfirmed.title, description: unconfirmed.text })
    },
  })
  const handled = useRef('')
  useEffect(() => {
    if (checkout === handled.current) return
    handled.current = checkout
    if (checkout === '') return
    if (checkout !== 'canceled') return mutate(checkout)
    showToast({ title: 'Purchase canceled', description: 'Nothing was charged.' })
    cleanAddress()
  }, [checkout, mutate])
  return {
    isUnconfirmed: isUnconfirmed && checkout !== '',
    isChecking: isPending,
    checkAgain: () => mutate(checkout),
  }
}
