import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { useCancelSubscription } from './billing.queries.ts'

export default function CancelPrompt({ onClose }: { onClose: () => void }) {
  const cancel = useCancelSubscription()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={cancel.isPending}
      title="Cancel subscription"
      description="Are you sure you want to cancel your subscription? You'll still have access until the end of your current billing period."
      footer={
        <>
          <Button disabled={cancel.isPending} onClick={onClose}>
            Keep subscription
          </Button>
          <Button
            variant="danger"
            isLoading={cancel.isPending}
            onClick={() => cancel.mutate(undefined, { onSuccess: onClose })}
          >
            {cancel.isPending ? 'Processing...' : 'Cancel Subscription'}
          </Button>
        </>
      }
    />
  )
}
