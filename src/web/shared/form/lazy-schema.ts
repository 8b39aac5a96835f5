import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

type LazySchema<Input extends FieldValues> = {
  resolver: Resolver<Input>
  /** Starts loading the schema when a field gets the focus. */
  formProps: { noValidate: true; onFocus: () => void }
}

/** The maximum wait for the schema. On a bad connection, loading it could take minutes. */
const LONGEST_WAIT_MS = 5000

/** Validates with a schema that loads when the user enters the form. If that fails, only the server validates. */
export function lazySchema<Input extends FieldValues>(load: () => Promise<z.ZodType<Input, Input>>): LazySchema<Input> {
  let loading: Promise<Resolver<Input>> | undefined
  const loadOnce = () => (loading ??= resolverOf(load))
  return {
    resolver: async (values, context, options) => {
      const resolver = await Promise.race([loadOnce(), nothingAfter(LONGEST_WAIT_MS)]).catch(() => {
        loading = undefined
        return undefined
      })
      return resolver?.(values, context, options) ?? { values, errors: {} }
    },
    formProps: { noValidate: true, onFocus: () => void loadOnce().catch(() => {}) },
  }
}

const nothingAfter = (milliseconds: number) =>
  new Promise<undefined>(resolve => {
    setTimeout(resolve, milliseconds)
  })

async function resolverOf<Input extends FieldValues>(
  load: () => Promise<z.ZodType<Input, Input>>,
): Promise<Resolver<Input>> {
  const [{ zodResolver }, schema] = await Promise.all([import('./validation.ts'), load()])
  return zodResolver(schema)
}
