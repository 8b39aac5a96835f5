import { type ReactNode, useId } from 'react'
import { BothFactorsInput } from '#contract/accounts/security.ts'
import { messageOf, problemOf } from '../../../shared/api/api-error.ts'
import { useForm } from '../../../shared/form/use-form.ts'
import { zodResolver } from '../../../shared/form/validation.ts'
import { useUser } from '../../../shared/session/session-user.tsx'
import { DialogChoice } from '../../../shared/ui/dialog-choice.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { Field } from '../../../shared/ui/field.tsx'
import { Input } from '../../../shared/ui/input.tsx'
import { HiddenUsername, PasswordInput } from '../../../shared/ui/password-input.tsx'

type PasswordDialogProps = {
  title: string
  description: ReactNode
  action: string
  isDanger?: boolean
  /** The second factor, if one is needed beside the password. */
  asksForCode?: boolean
  asking: {
    isPending: boolean
    error: unknown
    mutate: (given: { currentPassword: string; code: string }) => void
  }
  onClose: () => void
}

const schema = BothFactorsInput.partial({ code: true })

/** Asks for the password before an action that only the owner may perform. */
export function PasswordDialog({
  title,
  description,
  action,
  isDanger = false,
  asksForCode = false,
  asking,
  onClose,
}: PasswordDialogProps) {
  const { username } = useUser()
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { currentPassword: '', ...(asksForCode && { code: '' }) },
  })
  const { errors } = formState
  const submit = handleSubmit(input => asking.mutate({ code: '', ...input }))
  const formId = useId()
  const error = asking.error === null ? undefined : messageOf(asking.error, 'That did not work. Please try again.')
  const isCodeWrong = problemOf(asking.error)?.issues?.some(({ path }) => path === 'code') ?? false
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={asking.isPending}
      title={title}
      description={description}
      footer={
        <DialogChoice
          cancel="Not now"
          onCancel={onClose}
          type="submit"
          form={formId}
          variant={isDanger ? 'danger' : 'primary'}
          isLoading={asking.isPending}
        >
          {action}
        </DialogChoice>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={event => void submit(event)}>
        <HiddenUsername username={username} />
        <Field label="Your password" error={errors.currentPassword?.message ?? (isCodeWrong ? undefined : error)}>
          {props => <PasswordInput {...props} {...register('currentPassword')} autoComplete="current-password" />}
        </Field>
        {asksForCode && (
          <Field
            label="Code"
            error={errors.code?.message ?? (isCodeWrong ? error : undefined)}
            hint="From your authenticator app, or a recovery code"
          >
            {props => <Input {...props} {...register('code')} autoComplete="one-time-code" autoCapitalize="none" />}
          </Field>
        )}
      </form>
    </Dialog>
  )
}
