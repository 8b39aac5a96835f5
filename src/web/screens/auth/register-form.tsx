import { useWatch } from 'react-hook-form'
import { useSearch } from 'wouter'
import type { RegisterInput } from '#contract/accounts/account.ts'
import type { Problem } from '#contract/errors.ts'
import { plans, type Tier } from '#contract/plans.ts'
import { problemOf } from '../../shared/api/api-error.ts'
import { useEarlyForm } from '../../shared/form/early-form.ts'
import { lazySchema } from '../../shared/form/lazy-schema.ts'
import { PasswordHint } from '../../shared/form/password-hint.tsx'
import { showIssues, useForm } from '../../shared/form/use-form.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Input, usernameInput, emailInput } from '../../shared/ui/input.tsx'
import { PasswordInput } from '../../shared/ui/password-input.tsx'
import { searchIn } from '../../shared/use-first-page.ts'
import { useRegister } from './auth.queries.ts'

const schema = lazySchema(async () => (await import('#contract/accounts/account.ts')).RegisterInput)
const emptyForm: Required<RegisterInput> = { username: '', email: '', password: '', firstName: '', lastName: '' }

export const useRegisterForm = () => useForm<RegisterInput>({ resolver: schema.resolver, defaultValues: emptyForm })

type RegisterFormProps = { form: ReturnType<typeof useRegisterForm>; tier: Tier | undefined }

export function RegisterForm({ form, tier }: RegisterFormProps) {
  const registration = useRegister(tier)
  const wanted = searchIn(useSearch())
  const { register, handleSubmit, setError, control, formState } = form
  const { errors, isSubmitting } = formState
  const earlyForm = useEarlyForm()
  // The schema may still be loading.
  const isBusy = isSubmitting || registration.isPending
  const [password, ...names] = useWatch({ control, name: ['password', 'username', 'email', 'firstName', 'lastName'] })
  const submit = handleSubmit(({ firstName, lastName, ...needed }) => {
    const input = { ...needed, ...(firstName ? { firstName } : {}), ...(lastName ? { lastName } : {}) }
    registration.mutate(input, {
      onError: error => showIssues(setError, fieldIssues(problemOf(error))),
    })
  })
  return (
    <form {...schema.formProps} {...earlyForm} onSubmit={event => void submit(event)} className="flex flex-col gap-4">
      {tier !== undefined && tier !== 'free' && (
        <Alert>Create your account first. Then you can start the {plans[tier].name} plan.</Alert>
      )}
      {wanted && (
        <Alert>
          Create your account first. Then you see your search: {wanted.category}, {wanted.place}.
        </Alert>
      )}
      <Field label="Username" error={errors.username?.message}>
        {props => <Input {...props} {...register('username')} {...usernameInput} />}
      </Field>
      <Field label="Email" error={errors.email?.message}>
        {props => <Input {...props} {...register('email')} {...emailInput} />}
      </Field>
      <Field
        label="Password"
        error={errors.password?.message}
        hint={<PasswordHint password={password} names={names} />}
      >
        {props => <PasswordInput {...props} {...register('password')} autoComplete="new-password" />}
      </Field>
      <div className="grid gap-4 min-[22.5rem]:grid-cols-2">
        <Field label="First name" isOptional error={errors.firstName?.message}>
          {props => <Input {...props} {...register('firstName')} autoComplete="given-name" />}
        </Field>
        <Field label="Last name" isOptional error={errors.lastName?.message}>
          {props => <Input {...props} {...register('lastName')} autoComplete="family-name" />}
        </Field>
      </div>
      <Button type="submit" variant="primary" size="lg" isLoading={isBusy} className="mt-2">
        {isBusy ? 'Creating account...' : 'Create account'}
      </Button>
    </form>
  )
}

type Field = keyof RegisterInput
const isField = (path: string): path is Field => path in emptyForm

/** The errors of a refused registration by field. */
function fieldIssues(problem: Problem | undefined): { field: Field; message: string }[] {
  if (problem?.errorType === 'USERNAME_TAKEN') return [{ field: 'username', message: problem.message }]
  if (problem?.errorType === 'EMAIL_TAKEN') return [{ field: 'email', message: problem.message }]
  return (problem?.issues ?? []).flatMap(({ path, message }) => (isField(path) ? [{ field: path, message }] : []))
}
