import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { unconfirmed, useCheckoutReturn } from './use-checkout-return.ts'

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
