import { type SubmitEvent, useRef, useState } from 'react'
import { problemOf } from '../../shared/api/api-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Input } from '../../shared/ui/input.tsx'
import { Textarea } from '../../shared/ui/textarea.tsx'
import { tellNotSent, useSendMessage } from './contact.queries.ts'
import type { FieldErrors } from './contact-rules.ts'

// The validation library comes when someone begins to write.
const loadRules = () => import('./contact-rules.ts')
const check = async (form: HTMLFormElement) => (await loadRules()).checkMessage(Object.fromEntries(new FormData(form)))

/** The fields keep their own text, also what is typed before this script runs. */
export function ContactForm() {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const sending = useSendMessage()
  const showErrors = (found: FieldErrors) => {
    setErrors(found)
    const first = form.current?.elements.namedItem(Object.keys(found)[0] ?? '')
    if (first instanceof HTMLElement) first.focus()
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const checked = await check(event.currentTarget)
    if ('errors' in checked) return showErrors(checked.errors)
    setErrors({})
    return sending.mutate(checked.input, {
      onSuccess: () => form.current?.reset(),
      onError: error => showErrors(errorsOf(error)),
    })
  }
  const recheck = async () => {
    if (form.current === null) return
    const isRefused = Object.keys(errors).length > 0
    const checked = await check(form.current)
    if (isRefused) setErrors('errors' in checked ? checked.errors : {})
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Contact Us"
      onChange={() => void recheck().catch(() => {})}
      onSubmit={event => void submit(event).catch(tellNotSent)}
      className="flex flex-col gap-5"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" error={errors.name}>
          {wiring => <Input {...wiring} name="name" autoComplete="name" />}
        </Field>
        <Field label="Email" error={errors.email}>
          {wiring => <Input {...wiring} name="email" type="email" inputMode="email" autoComplete="email" />}
        </Field>
      </div>
      <Field label="Subject" error={errors.subject}>
        {wiring => <Input {...wiring} name="subject" />}
      </Field>
      <Field label="Message" error={errors.message}>
        {wiring => <Textarea {...wiring} name="message" />}
      </Field>
      <div>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          isLoading={sending.isPending}
          className="w-full sm:w-auto sm:min-w-44"
        >
          {sending.isPending ? 'Sending...' : 'Send Message'}
        </Button>
      </div>
    </form>
  )
}

/** What a refusal says about single fields. */
const errorsOf = (error: unknown): FieldErrors =>
  Object.fromEntries((problemOf(error)?.issues ?? []).map(({ path, message }) => [path, message]))
