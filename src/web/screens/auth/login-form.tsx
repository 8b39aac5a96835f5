import { useEffect, useRef, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import type { LoginInput } from '#contract/accounts/account.ts'
import { problemOf } from '../../shared/api/api-error.ts'
import { useEarlyForm } from '../../shared/form/early-form.ts'
import { lazySchema } from '../../shared/form/lazy-schema.ts'
import { useForm } from '../../shared/form/use-form.ts'
import { paths } from '../../shared/paths.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Input, usernameInput } from '../../shared/ui/input.tsx'
import { TextLink } from '../../shared/ui/links.tsx'
import { PasswordInput } from '../../shared/ui/password-input.tsx'
import { useLogin } from './auth.queries.ts'

const schema = lazySchema(async () => (await import('#contract/accounts/account.ts')).LoginInput)

export const useLoginForm = () =>
  useForm<LoginInput>({ resolver: schema.resolver, defaultValues: { username: '', password: '' } })

export function LoginForm({ form }: { form: ReturnType<typeof useLoginForm> }) {
  const login = useLogin()
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting } = formState
  const earlyForm = useEarlyForm()
  // The schema may still be loading.
  const isBusy = isSubmitting || login.isPending
  const [asksForCode, setAsksForCode] = useState(false)
  const submit = handleSubmit(input =>
    login.mutate(input, {
      onError: error => {
        const problem = problemOf(error)
        if (problem?.errorType !== 'TWO_FACTOR_REQUIRED' && problem?.errorType !== 'WRONG_CODE') return
        if (asksForCode) setError('code', { message: problem.message }, { shouldFocus: true })
        setAsksForCode(true)
      },
    }),
  )
  return (
    <form {...schema.formProps} {...earlyForm} onSubmit={event => void submit(event)} className="flex flex-col gap-4">
      <Field label="Username" error={errors.username?.message}>
        {props => <Input {...props} {...register('username')} {...usernameInput} />}
      </Field>
      <Field label="Password" error={errors.password?.message}>
        {props => <PasswordInput {...props} {...register('password')} autoComplete="current-password" />}
      </Field>
      {asksForCode && <CodeField error={errors.code?.message} registration={register('code')} />}
      <p className="text-sm">
        <TextLink href={paths.forgotPassword}>Forgot your password?</TextLink>
      </p>
      <Button type="submit" variant="primary" size="lg" isLoading={isBusy}>
        {isBusy ? 'Logging in...' : 'Log in'}
      </Button>
    </form>
  )
}

/** Appears once the password was right, and takes the focus. */
function CodeField({ error, registration }: { error: string | undefined; registration: UseFormRegisterReturn }) {
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => field.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={field}>
      <Field label="Code" error={error} hint="From your authenticator app, or a recovery code">
        {props => <Input {...props} {...registration} autoComplete="one-time-code" autoCapitalize="none" />}
      </Field>
    </div>
  )
}
