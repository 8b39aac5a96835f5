import { CreditCard, Plus } from 'lucide-react'
import { useState } from 'react'
import type { PaymentMethod } from '#contract/billing/cards.ts'
import { paymentMethodsQuery } from '../../features/billing/billing.queries.ts'
import { ReadContent } from '../../shared/api/query-content.tsx'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { RemovalDialog } from '../../shared/ui/removal-dialog.tsx'
import { Section } from '../../shared/ui/section.tsx'
import { SingleClickButton } from '../../shared/ui/single-click-button.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { useMakeDefaultCard, useRemoveCard } from './cards.queries.ts'
import { AddCardDialog } from './lazy-add-card-dialog.ts'
import { cardExpiry, cardName, isExpired } from './subscription-words.ts'

export function PaymentMethods() {
  const [isAdding, setAdding] = useState(false)
  const [toRemove, setToRemove] = useState<PaymentMethod>()
  const close = () => setToRemove(undefined)
  const remove = useRemoveCard()
  return (
    <Section
      title="Payment methods"
      actions={
        <Button size="sm" onClick={() => setAdding(true)}>
          <Plus className="size-4" /> Add card
        </Button>
      }
    >
      <ReadContent read={paymentMethodsQuery} waiting={<Loading />}>
        {methods =>
          methods.length === 0 ? (
            <p className="min-h-10 text-sm text-ink-2">
              <span className="block font-medium text-ink">No saved cards</span>
              Paid plans need a card. Adding one does not charge it.
            </p>
          ) : (
            <ul className="divide-y divide-line">
              {methods.map(method => (
                <CardLine key={method.id} method={method} onRemove={() => setToRemove(method)} />
              ))}
            </ul>
          )
        }
      </ReadContent>
      {isAdding && <AddCardDialog onClose={() => setAdding(false)} />}
      {toRemove && (
        <RemovalDialog
          title="Remove this card?"
          description={`${cardName(toRemove)} will no longer pay for anything here.`}
          keep="Keep card"
          remove="Remove card"
          isBusy={remove.isPending}
          onClose={close}
          onRemove={() => remove.mutate(toRemove.id, { onSettled: close })}
        />
      )}
    </Section>
  )
}

/** As high as one card, or as the text if there is none. */
const Loading = () => (
  <output>
    <span className="sr-only">Loading payment methods</span>
    <Skeleton className="h-10 w-full" />
  </output>
)

function CardLine({ method, onRemove }: { method: PaymentMethod; onRemove: () => void }) {
  const makeDefault = useMakeDefaultCard()
  const [today] = useState(() => new Date())
  const name = cardName(method)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0">
      <CreditCard className="size-5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1 basis-44">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium tabular-nums">
          {name}
          {method.isDefault && <Badge tone="accent">Default</Badge>}
          {isExpired(method, today) && <Badge tone="danger">Expired</Badge>}
        </p>
        <p className="text-sm text-ink-2 tabular-nums">Expires {cardExpiry(method)}</p>
      </div>
      <div className="-mr-2 ml-6 flex gap-1 sm:ml-0">
        {!method.isDefault && (
          <SingleClickButton
            variant="ghost"
            size="sm"
            aria-label={`Make ${name} the default`}
            isLoading={makeDefault.isPending}
            onClick={() => makeDefault.mutate(method.id)}
          >
            Make default
          </SingleClickButton>
        )}
        <Button variant="ghost" size="sm" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  )
}
