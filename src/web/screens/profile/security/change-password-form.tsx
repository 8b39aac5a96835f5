import { ChangePasswordInput } from '#contract/accounts/security.ts'
import { messageOf, problemOf } from '../../../shared/api/api-error.ts'
import { passwordRules } from '../../../shared/form/password-hint.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { zodResolver } from '../../../shared/form/validation.ts'
import { useUser } from '../../../shared/session/session-user.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Field } from '../../../shared/ui/field.tsx'
import { HiddenUsername, PasswordInput } from '../../../shared/ui/password-input.tsx'
import { useChangePassword } from './security.queries.ts'

const isField = (path: string): path is keyof ChangePasswordInput => path in ChangePasswordInput.shape

export function ChangePasswordForm() {
  const { username } = useUser()
  const change = useChangePassword()
  const { register, handleSubmit, setError, reset, formState } = useForm<ChangePasswordInput>({
    resolver: zodResolver(ChangePasswordInput),
    defaultValues: { currentPassword: '', newPassword: '' },
  })
  const { errors } = formState
  const submit = handleSubmit(input =>
    change.mutate(input, {
      onSuccess: () => reset(),
      onError: error => {
        const issue = problemOf(error)?.issues?.find(({ path }) => isField(path))
        const path = issue !== undefined && isField(issue.path) ? issue.path : 'newPassword'
        const message = issue?.message ?? messageOf(error, 'That did not work. Please try again.')
        setError(path, { message }, { shouldFocus: true })
      },
    }),
  )
  return (
    <form noValidate onSubmit={event => void submit(event)} className="flex flex-col gap-4">
      <HiddenUsername username={username} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Current password" error={errors.currentPassword?.message}>
          {props => <PasswordInput {...props} {...register('currentPassword')} autoComplete="current-password" />}
        </Field>
        <Field label="New password" error={errors.newPassword?.message} hint={passwordRules}>
          {props => <PasswordInput {...props} {...register('newPassword')} autoComplete="new-password" />}
        </Field>
      </div>
      <Button type="submit" isLoading={change.isPending} className="self-start">
        {change.isPending ? 'Changing...' : 'Change password'}
      </Button>
    </form>
  )
}
