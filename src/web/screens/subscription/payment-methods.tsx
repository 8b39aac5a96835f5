import { CreditCard, Plus } from 'lucide-react'
import { useState } from 'react'
import type { PaymentMethod } from '#contract/billing.ts'
import { QueryContent } from '../../shared/api/query-content.tsx'
import { paymentMethodsFailure, usePaymentMethods } from '../../features/billing/billing.queries.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { EmptyState } from '../../shared/ui/state-message.tsx'
import { CardLine } from './card-line.tsx'
import { LazyAddCardDialog } from './lazy-add-card-dialog.tsx'
import { RemoveCardDialog } from './remove-card-dialog.tsx'
import { Section } from './section.tsx'

export function PaymentMethods() {
  const [isAdding, setAdding] = useState(false)
  const [toRemove, setToRemove] = useState<PaymentMethod>()
  return (
    <Section
      title="Payment methods"
      actions={
        <Button size="sm" onClick={() => setAdding(true)}>
          <Plus className="size-4" aria-hidden="true" /> Add card
        </Button>
      }
    >
      <QueryContent query={usePaymentMethods()} failure={paymentMethodsFailure} waiting={<Loading />}>
        {methods =>
          methods.length === 0 ? (
            <EmptyState icon={<CreditCard aria-hidden="true" />} title="No saved cards">
              Paid plans need a card. Adding one does not charge it.
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {methods.map(method => (
                <CardLine key={method.id} method={method} onRemove={() => setToRemove(method)} />
              ))}
            </ul>
          )
        }
      </QueryContent>
      {isAdding && <LazyAddCardDialog onClose={() => setAdding(false)} />}
      {toRemove && <RemoveCardDialog method={toRemove} onClose={() => setToRemove(undefined)} />}
    </Section>
  )
}

const Loading = () => (
  <output className="flex h-55 flex-col gap-3">
    <span className="sr-only">Loading payment methods</span>
    <Skeleton className="h-12 w-full" />
    <Skeleton className="h-12 w-full" />
  </output>
)
