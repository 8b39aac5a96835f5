import { useWatch } from 'react-hook-form'
import { useSearch } from 'wouter'
import type { RegisterInput } from '#contract/accounts/account.ts'
import { plans, type Tier } from '#contract/plans.ts'
import { problemOf } from '../../shared/api/api-error.ts'
import { useEarlyForm } from '../../shared/form/early-form.ts'
import { PasswordField, TextField } from '../../shared/form/form-fields.tsx'
import { lazySchema } from '../../shared/form/lazy-schema.ts'
import { PasswordHint } from '../../shared/form/password-hint.tsx'
import { showRefusal, showRefusalAt, useForm } from '../../shared/form/use-form.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { usernameInput, emailInput } from '../../shared/ui/input.tsx'
import { searchIn } from '../../shared/use-first-page.ts'
import { useRegister } from './auth.queries.ts'

const schema = lazySchema(async () => (await import('#contract/accounts/account.ts')).RegisterInput)
const emptyForm: Required<RegisterInput> = { username: '', email: '', password: '', firstName: '', lastName: '' }

export const useRegisterForm = () => useForm<RegisterInput>({ resolver: schema.resolver, defaultValues: emptyForm })

type RegisterFormProps = { form: ReturnType<typeof useRegisterForm>; tier: Tier | undefined }

export function RegisterForm({ form, tier }: RegisterFormProps) {
  const registration = useRegister(tier)
  const wanted = searchIn(useSearch())
  const earlyForm = useEarlyForm()
  // The schema may still be loading.
  const isBusy = form.formState.isSubmitting || registration.isPending
  const watched = useWatch({ control: form.control, name: ['password', 'username', 'email', 'firstName', 'lastName'] })
  const [password, ...names] = watched
  const submit = form.handleSubmit(({ firstName, lastName, ...needed }) => {
    const input = { ...needed, ...(firstName ? { firstName } : {}), ...(lastName ? { lastName } : {}) }
    registration.mutate(input, {
      onError: error => {
        const field = takenField[problemOf(error)?.errorType ?? '']
        if (field === undefined) showRefusal(form, error)
        else showRefusalAt(form, field, error)
      },
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
      <TextField form={form} name="username" label="Username" {...usernameInput} />
      <TextField form={form} name="email" label="Email" {...emailInput} />
      <PasswordField
        form={form}
        name="password"
        label="Password"
        hint={<PasswordHint password={password} names={names} />}
        autoComplete="new-password"
      />
      <div className="grid gap-4 min-[22.5rem]:grid-cols-2">
        <TextField form={form} name="firstName" label="First name" isOptional autoComplete="given-name" />
        <TextField form={form} name="lastName" label="Last name" isOptional autoComplete="family-name" />
      </div>
      <Button type="submit" variant="primary" size="lg" isLoading={isBusy} className="mt-2">
        {isBusy ? 'Creating account...' : 'Create account'}
      </Button>
    </form>
  )
}

const takenField: Partial<Record<string, keyof RegisterInput>> = { USERNAME_TAKEN: 'username', EMAIL_TAKEN: 'email' }
