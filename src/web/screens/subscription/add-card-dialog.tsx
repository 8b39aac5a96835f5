import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Appearance } from '@stripe/stripe-js'
import clsx from 'clsx'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { ApiError, messageOf } from '../../shared/api/api-error.ts'
import { Alert, Fault } from '../../shared/ui/alert.tsx'
import { Dialog, DialogChoice } from '../../shared/ui/dialog.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { ErrorState } from '../../shared/ui/state-message.tsx'
import { type Theme, useTheme } from '../../shared/use-theme.ts'
import { noSetup, useCardSetup, useSaveCard } from './cards.queries.ts'

type AddCardDialogProps = {
  /** Why a card is needed, if the user did not open the dialog themselves. */
  reason?: string | undefined
  onClose: () => void
  /** Called instead of `onClose` once the card is saved. */
  onSaved?: () => void
}

export default function AddCardDialog({ reason, onClose, onSaved }: AddCardDialogProps) {
  const { mutate: begin, ...setup } = useCardSetup()
  const save = useSaveCard()
  const [isReady, setReady] = useState(false)
  const formId = useId()
  const theme = useTheme()
  useEffect(() => begin(), [begin])
  return (
    <Dialog
      mayBeCovered
      onClose={onClose}
      isBusy={save.isPending}
      title="Add payment method"
      description="Your card details go directly to our payment provider; we never see the full number."
      // In the footer, because a button that scrolls from below the provider's iframe can lose its first click to it.
      footer={
        <DialogChoice onCancel={onClose} type="submit" form={formId} disabled={!isReady} isLoading={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save card'}
        </DialogChoice>
      }
    >
      <div className="flex flex-col gap-4">
        {reason !== undefined && (
          <Alert tone="warning" live="alert">
            {reason}
          </Alert>
        )}
        {setup.data && (
          <Elements
            stripe={setup.data.stripe}
            options={{ clientSecret: setup.data.clientSecret, appearance: cardAppearances[theme] }}
          >
            <CardForm
              id={formId}
              save={save}
              isReady={isReady}
              onReady={() => setReady(true)}
              onSaved={onSaved ?? onClose}
            />
          </Elements>
        )}
        {setup.isError && <SetupError error={setup.error} onRetry={() => begin()} />}
        {!setup.data && !setup.isError && <Skeleton className="h-64 w-full" />}
      </div>
    </Dialog>
  )
}

function SetupError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isOurs = error instanceof ApiError || error.message === noSetup
  return (
    <ErrorState title={isOurs ? noSetup : error.message} onRetry={onRetry}>
      {messageOf(error, 'Check your connection and try again.')}
    </ErrorState>
  )
}

const shared = { fontFamily: 'Geist, system-ui, sans-serif', fontSizeBase: '14px', borderRadius: '8px' }
// The tokens of styles.css, in the notation that the provider's iframe understands.
const colors = {
  light: { colorPrimary: '#3f4bd1', colorBackground: '#ffffff', colorText: '#191c24', colorDanger: '#b3261e' },
  dark: { colorPrimary: '#8f9bff', colorBackground: '#1e2026', colorText: '#eceef2', colorDanger: '#ffa49b' },
}
/** These make the provider's fields look like ours. */
const cardAppearances = {
  light: { theme: 'stripe', variables: { ...shared, ...colors.light } },
  dark: { theme: 'night', variables: { ...shared, ...colors.dark } },
} satisfies Record<Theme, Appearance>

type CardFormProps = {
  id: string
  save: ReturnType<typeof useSaveCard>
  isReady: boolean
  onReady: () => void
  onSaved: () => void
}

/** The fields belong to the payment provider and are in its iframe. */
function CardForm({ id, save, isReady, onReady, onSaved }: CardFormProps) {
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
      <Fault>{hasFailed && 'The card form did not load. Close this and try again.'}</Fault>
      <Fault>{save.error?.message}</Fault>
      <p className="text-xs text-ink-3">
        Saved for your subscription and later purchases. You can remove it at any time.
      </p>
    </form>
  )
}
