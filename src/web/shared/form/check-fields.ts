import type { z } from 'zod'
import type { Checked, FieldErrors } from './plain-form.ts'

/** Validates the fields: returns the input to send, or one error per field. */
export function checkFields<Input>(schema: z.ZodType<Input>, fields: unknown): Checked<Input> {
  const { success, data: input, error } = schema.safeParse(fields)
  if (success) return { input }
  const errors: FieldErrors<Input> = {}
  for (const { path, message } of error.issues) errors[path[0] as keyof Input] ??= message
  return { errors }
}
