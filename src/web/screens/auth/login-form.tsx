import { useEffect, useRef, useState } from 'react'
import type { LoginInput } from '#contract/accounts/account.ts'
import { problemOf } from '../../shared/api/api-error.ts'
import { useEarlyForm } from '../../shared/form/early-form.ts'
import { PasswordField, TextField } from '../../shared/form/form-fields.tsx'
import { lazySchema } from '../../shared/form/lazy-schema.ts'
import { showRefusalAt, useForm } from '../../shared/form/use-form.ts'
import { paths } from '../../shared/paths.ts'
import { Button } from '../../shared/ui/button.tsx'
import { usernameInput } from '../../shared/ui/input.tsx'
import { TextLink } from '../../shared/ui/links.tsx'
import { useLogin } from './auth.queries.ts'

const schema = lazySchema(async () => (await import('#contract/accounts/account.ts')).LoginInput)

export const useLoginForm = () =>
  useForm<LoginInput>({ resolver: schema.resolver, defaultValues: { username: '', password: '' } })

type LoginFormProps = { form: ReturnType<typeof useLoginForm> }

export function LoginForm({ form }: LoginFormProps) {
  const login = useLogin()
  const earlyForm = useEarlyForm()
  // The schema may still be loading.
  const isBusy = form.formState.isSubmitting || login.isPending
  const [asksForCode, setAsksForCode] = useState(false)
  const submit = form.handleSubmit(input =>
    login.mutate(input, {
      onError: error => {
        const problem = problemOf(error)
        if (problem?.errorType !== 'TWO_FACTOR_REQUIRED' && problem?.errorType !== 'WRONG_CODE') return
        if (asksForCode) showRefusalAt(form, 'code', error)
        setAsksForCode(true)
      },
    }),
  )
  return (
    <form {...schema.formProps} {...earlyForm} onSubmit={event => void submit(event)} className="flex flex-col gap-4">
      <TextField form={form} name="username" label="Username" {...usernameInput} />
      <PasswordField form={form} name="password" label="Password" autoComplete="current-password" />
      {asksForCode && <CodeField form={form} />}
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
function CodeField({ form }: LoginFormProps) {
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => field.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={field}>
      <TextField
        form={form}
        name="code"
        label="Code"
        hint="From your authenticator app, or a recovery code"
        autoComplete="one-time-code"
        autoCapitalize="none"
      />
    </div>
  )
}
