import { usePlainForm } from '../../shared/form/plain-form.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Input, Textarea, emailInput } from '../../shared/ui/input.tsx'
import { showNotSent, useSendMessage } from './contact.queries.ts'

const loadSchema = async () => (await import('#contract/contact.ts')).ContactInput

export function ContactForm() {
  const sending = useSendMessage()
  const {
    errors,
    isBusy,
    reset,
    formProps: form,
  } = usePlainForm({
    loadSchema,
    send: async (input): Promise<void> => {
      await sending.mutateAsync(input)
      reset()
    },
    onLost: showNotSent,
  })
  return (
    <form {...form} aria-label="Contact Us" className="flex flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" error={errors.name}>
          {props => <Input {...props} name="name" autoComplete="name" />}
        </Field>
        <Field label="Email" error={errors.email}>
          {props => <Input {...props} name="email" {...emailInput} />}
        </Field>
      </div>
      <Field label="Subject" error={errors.subject}>
        {props => <Input {...props} name="subject" />}
      </Field>
      <Field label="Message" error={errors.message}>
        {props => <Textarea {...props} name="message" />}
      </Field>
      <div>
        <Button type="submit" variant="primary" size="lg" isLoading={isBusy} className="w-full sm:w-auto sm:min-w-44">
          {sending.isPending ? 'Sending...' : 'Send Message'}
        </Button>
      </div>
    </form>
  )
}
