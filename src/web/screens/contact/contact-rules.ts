import { ContactInput } from '#contract/contact.ts'

export type FieldErrors = Partial<Record<keyof ContactInput, string>>

/** The message as it may be sent, or else what is wrong with each field. */
export function checkMessage(fields: unknown): { input: ContactInput } | { errors: FieldErrors } {
  const { success, data: input, error } = ContactInput.safeParse(fields)
  if (success) return { input }
  const errors: FieldErrors = {}
  for (const { path, message } of error.issues) errors[path[0] as keyof ContactInput] ??= message
  return { errors }
}
