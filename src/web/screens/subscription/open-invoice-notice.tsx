import { useState } from 'react'
import { plans } from '#contract/plans.ts'
import { useSubscription } from '../../features/billing/billing.queries.ts'
import { formatDayOf, formatDollars } from '../../shared/format.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { AddCardDialog } from './lazy-add-card-dialog.ts'
import { usePayOpenInvoice } from './subscription.queries.ts'

/** A renewal that could not be charged: the deadline, and two ways to pay. */
export function OpenInvoiceNotice() {
  const { subscriptionStatus } = useUser()
  const { data: subscription, isPending } = useSubscription()
  const pay = usePayOpenInvoice()
  const [isAdding, setAdding] = useState(false)
  const openInvoice = subscription?.openInvoice
  const payByNewCard = () => {
    setAdding(false)
    pay.mutate()
  }
  return (
    <>
      {isPending && subscriptionStatus === 'past_due' && (
        <Skeleton className="h-37 w-full sm:h-16.5 touch:h-40 sm:touch:h-19.5" />
      )}
      {openInvoice && (
        <Alert
          tone="danger"
          title={`Your last payment of ${formatDollars(openInvoice.amountDueCents / 100)} did not go through`}
          actions={
            <>
              <Button variant="primary" size="sm" isLoading={pay.isPending} onClick={() => pay.mutate()}>
                {pay.isPending ? 'Processing...' : 'Pay now'}
              </Button>
              <Button size="sm" onClick={() => setAdding(true)}>
                Use another card
              </Button>
            </>
          }
        >
          Pay it by {formatDayOf(openInvoice.graceEndsAt)}, or the plan ends and you return to{' '}
          {plans[subscription.givenPlan?.tier ?? 'free'].name}.
        </Alert>
      )}
      {isAdding && <AddCardDialog onClose={() => setAdding(false)} onSaved={payByNewCard} />}
    </>
  )
}
