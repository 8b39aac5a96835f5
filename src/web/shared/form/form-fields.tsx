import type { ComponentProps, ComponentType, ReactNode } from 'react'
import type { FieldValues, Path, RegisterOptions, UseFormReturn } from 'react-hook-form'
import { Field } from '../ui/field.tsx'
import { Input, Textarea } from '../ui/input.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { Select } from '../ui/select.tsx'

type FieldOf<Values extends FieldValues> = {
  form: Pick<UseFormReturn<Values>, 'register' | 'formState'>
  name: Path<Values>
  label: ReactNode
  hint?: ReactNode
  isOptional?: boolean
  reads?: RegisterOptions<Values>
}

/** Without `maxLength`, which would cut pasted text silently. The schema says that a text is too long. */
type Own<Props, Values extends FieldValues> = Omit<Props, keyof FieldOf<Values> | 'maxLength'>

function fieldWith<Props extends object>(Control: ComponentType<Props>) {
  return function FormField<Values extends FieldValues>(props: FieldOf<Values> & Own<Props, Values>) {
    const { form, name, label, hint, isOptional = false, reads, ...control } = props
    const { [name]: fault } = form.formState.errors as Record<string, { message?: string }>
    return (
      <Field label={label} hint={hint} isOptional={isOptional} error={fault?.message}>
        {field => <Control {...(control as unknown as Props)} {...field} {...form.register(name, reads)} />}
      </Field>
    )
  }
}

export const TextField = fieldWith<ComponentProps<typeof Input>>(Input)
export const PasswordField = fieldWith<ComponentProps<typeof PasswordInput>>(PasswordInput)
export const TextareaField = fieldWith<ComponentProps<typeof Textarea>>(Textarea)
export const SelectField = fieldWith<ComponentProps<typeof Select>>(Select)
