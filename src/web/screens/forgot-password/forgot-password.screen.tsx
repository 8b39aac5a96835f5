import { forgotPassword, ForgotPasswordInput } from '#contract/accounts/security.ts'
import { messageOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { TextField } from '../../shared/form/form-fields.tsx'
import { useSchemaForm } from '../../shared/form/schema-form.ts'
import { paths } from '../../shared/paths.ts'
import { Alert, Fault } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { emailInput } from '../../shared/ui/input.tsx'
import { TextLink } from '../../shared/ui/links.tsx'
import { NarrowPage } from '../../shared/ui/narrow-page.tsx'
import { titled, useTitle } from '../../shared/use-title.ts'

export default function ForgotPasswordScreen() {
  useTitle(titled('Forgot password'))
  const asking = useMutation({ mutationFn: (body: ForgotPasswordInput) => call(forgotPassword, { body }) })
  const form = useSchemaForm(ForgotPasswordInput, { email: '' })
  const submit = form.handleSubmit(input => asking.mutate(input))
  return (
    <NarrowPage title="Forgot your password?" intro="We will email you a link to set a new one. It works for an hour.">
      <form noValidate onSubmit={event => void submit(event)} className="flex flex-col gap-4">
        <TextField form={form} name="email" label="Email" {...emailInput} />
        <Button type="submit" variant="primary" size="lg" isLoading={asking.isPending}>
          {asking.isPending ? 'Sending...' : 'Email me a link'}
        </Button>
        {asking.isSuccess && <Alert live="status">{asking.data.message}</Alert>}
        <Fault>{asking.isError && messageOf(asking.error, 'We could not send a link. Please try again.')}</Fault>
      </form>
      <p className="mt-6 text-sm text-ink-2">
        <TextLink href={paths.auth}>Back to log in</TextLink>
      </p>
    </NarrowPage>
  )
}
