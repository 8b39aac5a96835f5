import type { PaymentMethod } from '#contract/billing.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { useRemoveCard } from './cards.queries.ts'
import { cardName } from './subscription-words.ts'

export function RemoveCardDialog({ method, onClose }: { method: PaymentMethod; onClose: () => void }) {
  const remove = useRemoveCard()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={remove.isPending}
      title="Remove this card?"
      description={`${cardName(method)} will no longer pay for anything here.`}
      footer={
        <>
          <Button disabled={remove.isPending} onClick={onClose}>
            Keep card
          </Button>
          <Button
            variant="danger"
            isLoading={remove.isPending}
            onClick={() => remove.mutate(method.id, { onSettled: onClose })}
          >
            Remove card
          </Button>
        </>
      }
    />
  )
}
