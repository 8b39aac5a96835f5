import { RemovalDialog } from '../../shared/ui/removal-dialog.tsx'
import { useCancelSubscription } from './billing.queries.ts'

export default function CancelPrompt({ onClose }: { onClose: () => void }) {
  const cancel = useCancelSubscription()
  return (
    <RemovalDialog
      title="Cancel subscription"
      description="Are you sure you want to cancel your subscription? You'll still have access until the end of your current billing period."
      keep="Keep subscription"
      remove={cancel.isPending ? 'Processing...' : 'Cancel Subscription'}
      isBusy={cancel.isPending}
      onClose={onClose}
      onRemove={() => cancel.mutate(undefined, { onSuccess: onClose })}
    />
  )
}
