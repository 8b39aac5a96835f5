import {
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  useForm as useFormOfLibrary,
  type UseFormProps,
  type UseFormReturn,
  type UseFormSetError,
} from 'react-hook-form'

type FormOptions<Input extends FieldValues> = UseFormProps<Input> & { resolver: Resolver<Input> }

/**
 * The form of the library, which learns what is typed from events. Phones and password managers also fill in fields
 * without one. So each check of the form first reads its text fields.
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

/** Shows the errors of a refused request at their fields. The first of them gets the focus. */
export function showIssues<Input extends FieldValues>(
  setError: UseFormSetError<Input>,
  issues: readonly { field: Path<Input>; message: string }[],
): void {
  for (const { field, message } of issues.toReversed()) setError(field, { message }, { shouldFocus: true })
}
