import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { Webhook } from '#contract/accounts/webhooks.ts'
import { showError } from '../../shared/api/failures.ts'
import { formatTime } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { SingleClickButton } from '../../shared/ui/single-click-button.tsx'
import { DeleteWebhookDialog, EditWebhookDialog, RotateSecretDialog } from './webhook-dialogs.tsx'
import { WebhookHistory } from './webhook-history.tsx'
import { eventLabels, notInPlan, offReasons, stateLabels } from './webhook-words.ts'
import { useChangeWebhook, useSendTest } from './webhooks.queries.ts'

type Opened = 'edit' | 'rotate' | 'delete'

export function WebhookCard({ webhook, isInPlan }: { webhook: Webhook; isInPlan: boolean }) {
  const { id, url, events, state } = webhook
  const [opened, setOpened] = useState<Opened>()
  const [hasHistory, setHasHistory] = useState(false)
  const historyId = useId()
  const close = () => setOpened(undefined)
  const { tone, label } = state === 'on' && !isInPlan ? notInPlan : stateLabels[state]
  return (
    <Card className="p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 font-mono text-sm font-medium wrap-anywhere">{url}</h2>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="mt-2 flex flex-wrap gap-1.5">
        {events.map(event => (
          <Badge key={event} title={event}>
            {eventLabels[event].label}
          </Badge>
        ))}
      </p>
      <StateNote webhook={webhook} />
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          aria-expanded={hasHistory}
          aria-controls={historyId}
          aria-label={`History of ${url}`}
          onClick={() => setHasHistory(!hasHistory)}
        >
          History
          <ChevronDown className={clsx('size-4 transition-transform', hasHistory && 'rotate-180')} />
        </Button>
        {isInPlan && (
          <>
            {state !== 'held' && <TestButton webhook={webhook} onSent={() => setHasHistory(true)} />}
            <Button size="sm" aria-label={`Edit ${url}`} onClick={() => setOpened('edit')}>
              Edit
            </Button>
            <Button size="sm" aria-label={`Replace secret of ${url}`} onClick={() => setOpened('rotate')}>
              Replace secret
            </Button>
            <OnOffButton webhook={webhook} />
          </>
        )}
        <Button
          size="sm"
          variant="ghost"
          className="sm:ml-auto"
          aria-label={`Delete ${url}`}
          onClick={() => setOpened('delete')}
        >
          Delete
        </Button>
      </div>
      <div id={historyId}>{hasHistory && <WebhookHistory id={id} isInPlan={isInPlan} />}</div>
      {opened === 'edit' && <EditWebhookDialog webhook={webhook} onClose={close} />}
      {opened === 'rotate' && <RotateSecretDialog webhook={webhook} onClose={close} />}
      {opened === 'delete' && <DeleteWebhookDialog webhook={webhook} onClose={close} />}
    </Card>
  )
}

function StateNote({ webhook: { state, failingSince, formerSecretUntil } }: { webhook: Webhook }) {
  const reason = offReasons[state]
  const isFailing = state === 'on' && failingSince !== null
  return (
    <div className="text-sm text-ink-2 *:mt-2">
      {reason !== undefined && <p className="text-danger-ink">{reason} Turn it on again when it works.</p>}
      {state === 'off' && <p>What happens while it is off is not sent later.</p>}
      {state === 'held' && (
        <p className="text-amber-ink">
          All programs of your account were stopped, so messages to this address wait. If it is yours, turn it on; if
          not, delete it.
        </p>
      )}
      {isFailing && (
        <p className="text-amber-ink">
          Failing since {formatTime(failingSince)}. We try again for three days, and turn it off after five.
        </p>
      )}
      {formerSecretUntil !== null && <p>The former secret also works until {formatTime(formerSecretUntil)}.</p>}
    </div>
  )
}

function TestButton({ webhook: { id, url }, onSent }: { webhook: Webhook; onSent: () => void }) {
  const test = useSendTest(id)
  return (
    <Button
      size="sm"
      isLoading={test.isPending}
      aria-label={`Send test to ${url}`}
      onClick={() => test.mutate(undefined, { onSuccess: onSent })}
    >
      Send test
    </Button>
  )
}

function OnOffButton({ webhook: { id, url, state } }: { webhook: Webhook }) {
  const change = useChangeWebhook(id)
  const isOn = state === 'on'
  const toggle = () =>
    change.mutate({ isOn: !isOn }, { onError: error => showError('The webhook was not changed', error) })
  return (
    <SingleClickButton
      size="sm"
      isLoading={change.isPending}
      aria-label={`Turn ${isOn ? 'off' : 'on'} ${url}`}
      onClick={toggle}
    >
      {isOn ? 'Turn off' : 'Turn on'}
    </SingleClickButton>
  )
}
