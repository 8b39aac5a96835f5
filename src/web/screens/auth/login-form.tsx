import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { LoginInput } from '#contract/account.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Input } from '../../shared/ui/input.tsx'
import { useLogin } from './auth.queries.ts'
import { PasswordInput } from './password-input.tsx'

export function LoginForm() {
  const login = useLogin()
  const { register, handleSubmit, formState } = useForm<LoginInput>({
    resolver: zodResolver(LoginInput),
    defaultValues: { username: '', password: '' },
  })
  const { errors } = formState
  const submit = handleSubmit(input => login.mutate(input))
  return (
    <form noValidate onSubmit={event => void submit(event)} className="flex flex-col gap-4">
      <Field label="Username" error={errors.username?.message}>
        {wiring => (
          <Input
            {...wiring}
            {...register('username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="Password" error={errors.password?.message}>
        {wiring => <PasswordInput {...wiring} {...register('password')} autoComplete="current-password" />}
      </Field>
      <Button type="submit" variant="primary" size="lg" isLoading={login.isPending} className="mt-2">
        {login.isPending ? 'Logging in...' : 'Log in'}
      </Button>
    </form>
  )
}
