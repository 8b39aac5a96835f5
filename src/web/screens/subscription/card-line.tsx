import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import type { PaymentMethod } from '#contract/billing.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useMakeDefaultCard } from './cards.queries.ts'
import { cardExpiry, cardName, isExpired } from './subscription-words.ts'

export function CardLine({ method, onRemove }: { method: PaymentMethod; onRemove: () => void }) {
  const makeDefault = useMakeDefaultCard()
  const [today] = useState(() => new Date())
  const name = cardName(method)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0">
      <CreditCard className="size-5 shrink-0 text-ink-3" aria-hidden="true" />
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
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Make ${name} the default`}
            isLoading={makeDefault.isPending}
            onClick={() => makeDefault.mutate(method.id)}
          >
            Make default
          </Button>
        )}
        <Button variant="ghost" size="sm" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  )
}
