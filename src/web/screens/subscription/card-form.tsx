import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import clsx from 'clsx'
import { type FormEvent, useState } from 'react'
import { Alert } from '../../shared/ui/alert.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import type { useSaveCard } from './cards.queries.ts'

type CardFormProps = {
  id: string
  save: ReturnType<typeof useSaveCard>
  isReady: boolean
  onReady: () => void
  onSaved: () => void
}

/** The fields belong to the payment provider and are in its iframe. */
export function CardForm({ id, save, isReady, onReady, onSaved }: CardFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [hasFailed, setFailed] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (stripe && elements && isReady) save.mutate({ stripe, elements }, { onSuccess: onSaved })
  }
  return (
    <form id={id} onSubmit={submit} className="flex flex-col gap-4">
      {save.isCardConfirmed && <p className="text-sm text-ink-2">Your card was accepted. It only needs to be saved.</p>}
      {/* Hidden but mounted during the request, because the provider's script reads from the fields. */}
      <div className={clsx('relative min-h-44', save.isCardConfirmed && 'hidden')}>
        {!isReady && !hasFailed && <Skeleton className="absolute inset-0" />}
        <PaymentElement
          className={clsx(!isReady && 'opacity-0')}
          onReady={onReady}
          onLoadError={() => setFailed(true)}
        />
      </div>
      {hasFailed && (
        <Alert tone="danger" live="alert">
          The card form did not load. Close this and try again.
        </Alert>
      )}
      {save.isError && (
        <Alert tone="danger" live="alert">
          {save.error.message}
        </Alert>
      )}
      <p className="text-xs text-ink-3">
        Saved for your subscription and later purchases. You can remove it at any time.
      </p>
    </form>
  )
}
