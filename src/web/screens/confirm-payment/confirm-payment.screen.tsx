import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { SandboxNotice } from '../../features/billing/sandbox-notice.tsx'
import { paths } from '../../shared/paths.ts'
import { buttonClass } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Spinner } from '../../shared/ui/spinner.tsx'
import { titled, useTitle } from '../../shared/use-title.ts'
import { type Confirmation, planWords, useConfirmation } from './confirm-payment.queries.ts'

const BACK_AFTER_MS = 2000

export default function ConfirmPaymentScreen() {
  useTitle(titled('Confirm payment'))
  const [params] = useSearchParams()
  const confirmation = useConfirmation(params.get('client_secret'))
  return (
    <div className="mx-auto flex max-w-md flex-col gap-4 px-4 py-14 sm:py-20">
      <h1 className="text-2xl font-semibold tracking-tight">Confirm payment</h1>
      <Card className="p-6">
        <State confirmation={confirmation} />
      </Card>
      <SandboxNotice />
    </div>
  )
}

function State({ confirmation }: { confirmation: Confirmation }) {
  if (confirmation.state === 'waiting')
    return (
      <Message live="status" icon={<Spinner />} title="Confirming your payment...">
        Your bank may ask you to approve it. Please stay on this page.
      </Message>
    )
  if (confirmation.state === 'failed')
    return (
      <Message live="alert" icon={<CircleAlert className="text-danger-ink" />} title={confirmation.title}>
        {confirmation.text}
        <BackToSubscription />
      </Message>
    )
  if (confirmation.state === 'other')
    return (
      <Message
        live="status"
        icon={<Hourglass className="text-amber-ink" />}
        title={`Payment status: ${confirmation.status}`}
      >
        {confirmation.status === 'processing'
          ? 'Your bank has not responded yet. Your plan changes as soon as it does.'
          : 'Your plan has not changed.'}
        <BackToSubscription />
      </Message>
    )
  return <Succeeded plan={confirmation.plan} />
}

function Succeeded({ plan }: { plan: keyof typeof planWords }) {
  const [, navigate] = useLocation()
  useEffect(() => {
    const timer = setTimeout(() => navigate(paths.subscription, { replace: true }), BACK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <Message live="status" icon={<CircleCheck className="text-green-ink" />} title="Payment confirmed">
      {plan === 'activated' || `${planWords[plan]} `}
      Taking you back to your subscription...
    </Message>
  )
}

type MessageProps = { live: 'status' | 'alert'; icon: ReactNode; title: string; children: ReactNode }

const Message = ({ live, icon, title, children }: MessageProps) => (
  <div role={live} className="flex gap-3">
    <span className="mt-0.5 shrink-0 [&>svg]:size-5" aria-hidden="true">
      {icon}
    </span>
    <div className="min-w-0 flex-1">
      <p className="font-medium wrap-anywhere">{title}</p>
      <div className="mt-1 text-sm text-ink-2">{children}</div>
    </div>
  </div>
)

const BackToSubscription = () => (
  <Link href={paths.subscription} className={buttonClass({ variant: 'primary', className: 'mt-4 flex w-full' })}>
    Return to subscription
  </Link>
)
