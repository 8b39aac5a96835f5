import { zodResolver } from '@hookform/resolvers/zod'
import type { z } from 'zod'

export type FieldErrors<Input> = Partial<Record<keyof Input, string>>
type Checked<Input> = { input: Input } | { errors: FieldErrors<Input> }

export { zodResolver }

/** Validates the fields: returns the input to send, or one error per field. */
export function checkFields<Input>(schema: z.ZodType<Input>, fields: unknown): Checked<Input> {
  const { success, data: input, error } = schema.safeParse(fields)
  if (success) return { input }
  const errors: FieldErrors<Input> = {}
  for (const { path, message } of error.issues) errors[path[0] as keyof Input] ??= message
  return { errors }
}
