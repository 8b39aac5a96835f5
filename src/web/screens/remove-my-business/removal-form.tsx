import { usePlainForm } from '../../shared/form/plain-form.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Input, Textarea, emailInput } from '../../shared/ui/input.tsx'
import { showNotSent, useAskForRemoval } from './removal.queries.ts'

const loadSchema = async () => (await import('#contract/places/suppression.ts')).RemovalInput

export function RemovalForm() {
  const asking = useAskForRemoval()
  const {
    errors,
    isBusy,
    formProps: form,
  } = usePlainForm({
    loadSchema,
    send: asking.mutateAsync,
    onLost: showNotSent,
  })
  if (asking.data !== undefined)
    return (
      <div className="flex flex-col items-start gap-5">
        <Alert live="status" title="We have your request">
          {asking.data.message}
        </Alert>
        <Button onClick={() => asking.reset()}>Remove another business</Button>
      </div>
    )
  return (
    <form {...form} aria-label="Remove My Business" className="flex flex-col gap-5">
      <Field label="Name of the business" error={errors.businessName}>
        {props => <Input {...props} name="businessName" autoComplete="organization" />}
      </Field>
      <Field
        label="Your email"
        error={errors.email}
        hint="Preferably on the business’s own domain, such as office@your-business.com"
      >
        {props => <Input {...props} name="email" {...emailInput} />}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Phone of the business" isOptional error={errors.phone}>
          {props => <Input {...props} name="phone" type="tel" inputMode="tel" autoComplete="tel" />}
        </Field>
        <Field label="Website of the business" isOptional error={errors.website}>
          {props => <Input {...props} name="website" inputMode="url" autoComplete="url" />}
        </Field>
      </div>
      <Field label="Anything else we should know" isOptional error={errors.message}>
        {props => <Textarea {...props} name="message" className="min-h-28" />}
      </Field>
      <div>
        <Button type="submit" variant="primary" size="lg" isLoading={isBusy} className="w-full sm:w-auto">
          {asking.isPending ? 'Sending...' : 'Request removal'}
        </Button>
      </div>
    </form>
  )
}
