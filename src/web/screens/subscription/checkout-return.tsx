import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { unconfirmed, useCheckoutReturn } from './use-checkout-return.ts'

/** Back from the checkout of a purchase; shows only what nobody could confirm yet. */
export function CheckoutReturn() {
  const { isUnconfirmed, isLooking, lookAgain } = useCheckoutReturn()
  if (!isUnconfirmed) return null
  return (
    <Alert
      tone="warning"
      title={unconfirmed.title}
      actions={
        <Button size="sm" isLoading={isLooking} onClick={lookAgain}>
          {isLooking ? 'Checking...' : 'Check again'}
        </Button>
      }
    >
      {unconfirmed.text}
    </Alert>
  )
}
