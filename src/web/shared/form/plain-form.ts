import { type SubmitEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { problemOf } from '../api/api-error.ts'
import { useEarlyForm } from './early-form.ts'
import type { FieldErrors } from './validation.ts'

type PlainFormOptions<Input> = {
  /** Loads the schema. Called with each change and each submit. */
  loadSchema: () => Promise<z.ZodType<Input>>
  /** Sends the input. Errors of the server are shown at their fields. */
  send: (input: Input) => Promise<unknown>
  /** Called if validation itself failed, for example because its code did not load. */
  onLost: (error: unknown) => void
}
export type PlainForm<Input> = {
  errors: FieldErrors<Input>
  /** True from the submit until the reply. */
  isBusy: boolean
  reset: () => void
  formProps: ReturnType<typeof useEarlyForm> & {
    onChange: () => void
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  }
}

/** An uncontrolled form for public pages. Text typed before hydration stays, and a submit is repeated after it. */
export function usePlainForm<Input>({ loadSchema, send, onLost }: PlainFormOptions<Input>): PlainForm<Input> {
  const earlyForm = useEarlyForm()
  const form = earlyForm.ref
  const [errors, setErrors] = useState<FieldErrors<Input>>({})
  // A ref, because a second submit may come before the next render.
  const isUnderWay = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const checkForm = async (element: HTMLFormElement) => {
    const fields = Object.fromEntries(new FormData(element))
    const [{ checkFields }, schema] = await Promise.all([import('./validation.ts'), loadSchema()])
    return checkFields(schema, fields)
  }
  const showErrors = (found: FieldErrors<Input>) => {
    setErrors(found)
    const first = form.current?.elements.namedItem(Object.keys(found)[0] ?? '')
    if (first instanceof HTMLElement) first.focus()
  }
  const submit = async (element: HTMLFormElement) => {
    const checked = await checkForm(element)
    if ('errors' in checked) return showErrors(checked.errors)
    setErrors({})
    return send(checked.input).catch((error: unknown) => showErrors(errorsOf(error)))
  }
  const submitOnce = async (element: HTMLFormElement) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    await submit(element).catch(onLost)
    isUnderWay.current = false
    setBusy(false)
  }
  const recheck = async () => {
    if (form.current === null) return
    const isRefused = Object.keys(errors).length > 0
    const checked = await checkForm(form.current)
    if (isRefused) setErrors('errors' in checked ? checked.errors : {})
  }
  return {
    errors,
    isBusy,
    reset: () => form.current?.reset(),
    formProps: {
      ...earlyForm,
      onChange: () => void recheck().catch(() => {}),
      onSubmit: event => {
        event.preventDefault()
        void submitOnce(event.currentTarget)
      },
    },
  }
}

const errorsOf = <Input>(error: unknown): FieldErrors<Input> =>
  Object.fromEntries((problemOf(error)?.issues ?? []).map(({ path, message }) => [path, message])) as FieldErrors<Input>
