import { z } from 'zod'
import type { Schema } from '#contract/endpoint.ts'
import type { Issue } from '#contract/errors.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { assertPlain } from './json-body.ts'

/** More do not help, and a list of 50,000 invalid ids would produce megabytes. */
const ISSUES_TOLD = 50

/** Input in the form of a schema of the contract. */
export function parseInput(schema: Schema | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined
  assertPlain(value, 0)
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  const issues: Issue[] = result.error.issues.slice(0, ISSUES_TOLD).map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }))
  throw new Refusal('INVALID_REQUEST', { message: issues[0]?.message ?? 'Invalid request', issues })
}
