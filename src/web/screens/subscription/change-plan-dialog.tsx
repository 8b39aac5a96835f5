import { useState } from 'react'
import type { SubscriptionPreview } from '#contract/billing/billing.ts'
import type { PaymentMethod } from '#contract/billing/cards.ts'
import type { ErrorType } from '#contract/errors.ts'
import { type OfferedTier, plans } from '#contract/plans.ts'
import { withTax } from '../../features/billing/charge-words.ts'
import { SandboxNotice } from '../../features/billing/sandbox-notice.tsx'
import { ApiError, messageOf, problemOf } from '../../shared/api/api-error.ts'
import { formatDayOf, formatDollars } from '../../shared/format.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog, DialogChoice } from '../../shared/ui/dialog.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { ErrorState } from '../../shared/ui/state-message.tsx'
import { AddCardDialog } from './lazy-add-card-dialog.ts'
import { PreviewLines } from './preview-lines.tsx'
import { type ChangePlan, isActionRequired, usePreview } from './subscription.queries.ts'

type ChangePlanDialogProps = { tier: OfferedTier; cards: PaymentMethod[]; change: ChangePlan; onClose: () => void }

/** Shows what a plan costs, and from when, before the user agrees. */
export function ChangePlanDialog({ tier, cards, change, onClose }: ChangePlanDialogProps) {
  const { subscriptionTier } = useUser()
  const preview = usePreview(tier)
  const [isAddingCard, setAddingCard] = useState(false)
  const { name } = plans[tier]
  const refusal = change.error ?? (isRefused(preview.error) ? preview.error : null)
  const returnToPlan = () => setAddingCard(false)
  const tryWithCard = () => {
    change.reset()
    // The tax depends on the card's address.
    void preview.refetch()
    returnToPlan()
  }
  if (isAddingCard) return <AddCardDialog onClose={returnToPlan} onSaved={tryWithCard} />
  const agree = ({ takesEffect, takesEffectAt, prorationDate }: SubscriptionPreview) => {
    const note =
      takesEffect === 'now'
        ? undefined
        : `It takes effect on ${formatDayOf(takesEffectAt)}; until then you keep ${plans[subscriptionTier].name}.`
    change.mutate(
      { tier, takesEffect, prorationDate, note },
      // Closing navigates to this page, which would interrupt the redirect to the user's bank.
      { onSuccess: reply => isActionRequired(reply) || onClose() },
    )
  }
  return (
    <Dialog
      onClose={onClose}
      isBusy={change.isPending}
      title={`Change to ${name}`}
      description={
        isRefused(preview.error)
          ? undefined
          : preview.data?.takesEffect === 'period_end'
            ? 'A smaller plan starts when the month you paid for ends.'
            : 'Your new quota is available immediately.'
      }
      footer={
        <DialogChoice
          cancel="Not now"
          onCancel={onClose}
          disabled={!preview.data}
          isLoading={change.isPending}
          onClick={() => preview.data && agree(preview.data)}
        >
          {change.isPending ? 'Processing...' : agreement(preview.data)}
        </DialogChoice>
      }
    >
      <div className="flex flex-col gap-4">
        {refusal && <Refusal error={refusal} onAddCard={() => setAddingCard(true)} />}
        {preview.isPending && <Skeleton className="h-36 w-full" />}
        {preview.isError && !isRefused(preview.error) && (
          <ErrorState title="We could not calculate the price" onRetry={() => void preview.refetch()}>
            {messageOf(preview.error, 'The service did not respond. Nothing was changed.')}
          </ErrorState>
        )}
        {preview.data && <PreviewLines preview={preview.data} card={cards.find(({ isDefault }) => isDefault)} />}
        <SandboxNotice />
      </div>
    </Dialog>
  )
}

function agreement(preview: SubscriptionPreview | undefined): string {
  if (preview?.takesEffect === 'period_end') return `Change on ${formatDayOf(preview.takesEffectAt)}`
  if (preview === undefined || preview.dueNowCents <= 0) return 'Change plan'
  return `Pay ${withTax(formatDollars(preview.dueNowCents / 100), preview.tax === 'to all')} now`
}

const aboutCards = new Set<ErrorType | undefined>([
  'PAYMENT_FAILED',
  'PAYMENT_METHOD_REQUIRED',
  'BILLING_ADDRESS_REQUIRED',
])
const isAboutCard = (error: Error | null): boolean => aboutCards.has(problemOf(error)?.errorType)
/** Trying again would not help. */
const isRefused = (error: Error | null): boolean => error instanceof ApiError && error.status < 429

/** If the card was declined, or has no billing address for the tax, the user can replace it here. */
function Refusal({ error, onAddCard }: { error: Error; onAddCard: () => void }) {
  return (
    <Alert
      tone="danger"
      live="alert"
      actions={
        isAboutCard(error) && (
          <Button size="sm" onClick={onAddCard}>
            Use another card
          </Button>
        )
      }
    >
      {messageOf(error, 'There was an error updating your subscription.')}
    </Alert>
  )
}
