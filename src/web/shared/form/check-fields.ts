import type { z } from 'zod'
import type { Checked, FieldErrors } from './plain-form.ts'

/** The fields as they may be sent, or else what is wrong with each. */
export function checkFields<Input>(schema: z.ZodType<Input>, fields: unknown): Checked<Input> {
  const { success, data: input, error } = schema.safeParse(fields)
  if (success) return { input }
  const errors: FieldErrors<Input> = {}
  for (const { path, message } of error.issues) errors[path[0] as keyof Input] ??= message
  return { errors }
}
