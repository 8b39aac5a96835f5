import {
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  useForm as useFormOfLibrary,
  type UseFormProps,
  type UseFormReturn,
} from 'react-hook-form'
import { messageOf, problemOf } from '../api/api-error.ts'

type FormOptions<Input extends FieldValues> = UseFormProps<Input> & { resolver: Resolver<Input> }

/**
 * The library's form, which knows the typed text from events. Phones and password managers may fill in fields without
 * an event, so each validation first reads the text fields.
 */
export function useForm<Input extends FieldValues>({ resolver, ...options }: FormOptions<Input>): UseFormReturn<Input> {
  const form: UseFormReturn<Input> = useFormOfLibrary<Input>({
    ...options,
    resolver: (values, context, check) => {
      const shown = { ...values }
      for (const { name, ref } of Object.values(check.fields)) {
        if (!isTextField(ref) || !ref.isConnected || ref.value === String(values[name] ?? '')) continue
        Object.assign(shown, { [name]: ref.value })
        form.setValue(name as Path<Input>, ref.value as PathValue<Input, Path<Input>>, { shouldDirty: true })
      }
      return resolver(shown, context, check)
    },
  })
  return form
}

const isTextField = (field: unknown): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement && field.type !== 'checkbox' && field.type !== 'radio')

type Form<Input extends FieldValues> = Pick<UseFormReturn<Input>, 'getValues' | 'setError'>

/** Shows errors at their fields. The first of them gets the focus. */
export function showIssues<Input extends FieldValues>(
  { setError }: Pick<Form<Input>, 'setError'>,
  issues: readonly { path: string; message: string }[],
): void {
  for (const { path, message } of issues.toReversed()) setError(path as Path<Input>, { message }, { shouldFocus: true })
}

/** Shows the errors of a refused request at their fields. Returns whether there are any. */
export function showRefusal<Input extends FieldValues>(form: Form<Input>, error: unknown): boolean {
  const issues = problemOf(error)?.issues?.filter(({ path }) => path in form.getValues()) ?? []
  showIssues(form, issues)
  return issues.length > 0
}

/** The same, or else the message of the server, or the fallback, at one field. */
export function showRefusalAt<Input extends FieldValues>(
  form: Form<Input>,
  path: Path<Input>,
  error: unknown,
  fallback = 'Please try again.',
): void {
  if (!showRefusal(form, error)) showIssues(form, [{ path, message: messageOf(error, fallback) }])
}
