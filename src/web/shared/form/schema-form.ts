import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { useForm } from './use-form.ts'
import { zodResolver } from './validation.ts'

/** A form whose input is checked by a schema before it is sent. */
export const useSchemaForm = <Input extends FieldValues>(
  schema: z.ZodType<Input, Input>,
  defaultValues: NoInfer<DefaultValues<Input>>,
): UseFormReturn<Input> => useForm<Input>({ resolver: zodResolver(schema), defaultValues })
