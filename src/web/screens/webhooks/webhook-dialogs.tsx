import { formerSecretHours, type Webhook, webhookEvents, WebhookInput } from '#contract/accounts/webhooks.ts'
import { showError } from '../../shared/api/failures.ts'
import { FormDialog } from '../../shared/form/form-dialog.tsx'
import { TextField } from '../../shared/form/form-fields.tsx'
import { useSchemaForm } from '../../shared/form/schema-form.ts'
import { showRefusal } from '../../shared/form/use-form.ts'
import { Checkbox } from '../../shared/ui/checkbox.tsx'
import { RemovalDialog } from '../../shared/ui/removal-dialog.tsx'
import { SecretDialog } from '../../shared/ui/secret-dialog.tsx'
import { eventLabels } from './webhook-words.ts'
import { useChangeWebhook, useCreateWebhook, useDeleteWebhook, useRotateSecret } from './webhooks.queries.ts'

type Of = { webhook: Webhook; onClose: () => void }

/** Asks for the address and the events, then shows the secret once. */
export function NewWebhookDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateWebhook()
  if (create.data !== undefined) return <ShownSecret secret={create.data.secret} onClose={onClose} />
  return (
    <WebhookForm
      title="New webhook"
      action="Create webhook"
      failure="The webhook was not created"
      initial={{ url: '', events: ['lead.pulled'] }}
      saving={create}
      onClose={onClose}
    />
  )
}

export function EditWebhookDialog({ webhook: { id, url, events }, onClose }: Of) {
  const change = useChangeWebhook(id)
  return (
    <WebhookForm
      title="Edit webhook"
      action="Save"
      failure="The webhook was not changed"
      initial={{ url, events }}
      saving={change}
      onSaved={onClose}
      onClose={onClose}
    />
  )
}

type Then = { onSuccess: (() => void) | undefined; onError: (error: Error) => void }
type FormProps = {
  title: string
  action: string
  failure: string
  initial: WebhookInput
  saving: { isPending: boolean; mutate: (input: WebhookInput, then: Then) => void }
  onSaved?: () => void
  onClose: () => void
}

function WebhookForm({ failure, initial, saving, onSaved, ...dialog }: FormProps) {
  const form = useSchemaForm(WebhookInput, initial)
  const { errors } = form.formState
  const onError = (error: Error) => showRefusal(form, error) || showError(failure, error)
  const submit = form.handleSubmit(input => saving.mutate(input, { onSuccess: onSaved, onError }))
  return (
    <FormDialog {...dialog} isBusy={saving.isPending} onSubmit={submit}>
      <TextField
        form={form}
        name="url"
        label="Address"
        hint="Your program must answer 2xx within 15 seconds"
        type="url"
        autoComplete="off"
        placeholder="https://example.com/hooks/leadline"
      />
      <fieldset aria-describedby={errors.events === undefined ? undefined : 'events-error'}>
        <legend className="mb-2 text-sm font-medium">Tell it when</legend>
        <div className="flex flex-col gap-2.5">
          {webhookEvents.map(event => (
            <Checkbox
              key={event}
              value={event}
              {...form.register('events')}
              label={
                <span className="flex flex-col">
                  <span>{eventLabels[event].label}</span>
                  <span className="text-xs text-ink-3">{eventLabels[event].hint}</span>
                </span>
              }
            />
          ))}
        </div>
        {errors.events !== undefined && (
          <p id="events-error" className="mt-2 text-sm text-danger-ink">
            {errors.events.message}
          </p>
        )}
      </fieldset>
    </FormDialog>
  )
}

const ShownSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <SecretDialog
    title="Copy the signing secret now"
    description="Your program verifies each message with it. It cannot be shown again."
    label="Signing secret"
    secret={secret}
    whatWasCopied="Secret copied"
    onClose={onClose}
  />
)

export function RotateSecretDialog({ webhook: { id, url }, onClose }: Of) {
  const rotate = useRotateSecret(id)
  if (rotate.data !== undefined) return <ShownSecret secret={rotate.data.secret} onClose={onClose} />
  return (
    <RemovalDialog
      title="Replace the secret?"
      description={`For ${formerSecretHours} hours, messages to ${url} are signed with both secrets, so that you can change it without losing any.`}
      keep="Keep secret"
      remove="Replace secret"
      isBusy={rotate.isPending}
      onClose={onClose}
      onRemove={() => rotate.mutate()}
    />
  )
}

export function DeleteWebhookDialog({ webhook: { id, url }, onClose }: Of) {
  const remove = useDeleteWebhook()
  return (
    <RemovalDialog
      title="Delete this webhook?"
      description={`Nothing more is sent to ${url}, and its history is deleted.`}
      keep="Keep webhook"
      remove="Delete webhook"
      isBusy={remove.isPending}
      onClose={onClose}
      onRemove={() => remove.mutate(id, { onSuccess: onClose })}
    />
  )
}
