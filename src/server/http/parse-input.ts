import { z } from 'zod'
import { type Endpoint, keyScopeOf, type Schema } from '#contract/endpoint.ts'
import type { Issue } from '#contract/errors.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { assertPlain } from './json-body.ts'
import { repaired, valueIn } from './repair-input.ts'

/** More do not help, and a list of 50,000 invalid ids would produce megabytes. */
const MAX_ISSUES = 50
/** Of all messages together. Some list every possible value. */
const MAX_CHARACTERS = 4000

/** Input in the form of a schema of the contract. `isFromProgram`: null may mean nothing, and numbers may be text. */
export function parseInput(schema: Schema | undefined, value: unknown, { isFromProgram = false } = {}): unknown {
  if (schema === undefined) return undefined
  assertPlain(value, 0)
  let result = z.safeParse(schema, value)
  if (!result.success && isFromProgram) result = z.safeParse(schema, repaired(value, result.error.issues))
  if (result.success) return result.data
  const issues = firstIssues(value, inOrderOfFields(schema, result.error.issues))
  throw new Refusal('INVALID_REQUEST', { message: issues[0]?.message ?? 'Invalid request', issues })
}

export const parseBody = (endpoint: Pick<Endpoint, 'access' | 'body'>, value: unknown): unknown =>
  parseInput(endpoint.body, value, { isFromProgram: keyScopeOf(endpoint) !== null })

/** The library reports last what depends on several fields, such as one that may be missing if another is given. */
function inOrderOfFields(schema: Schema, issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const placeOf = ({ path: [field] }: z.core.$ZodIssue) => {
    const place = fields.indexOf(String(field))
    return place === -1 ? fields.length : place
  }
  return issues.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** What a union, a literal, and a number of a URL say if they are missing, because they do not know it. */
const unaware = /^(?:Required$|Invalid input$|Invalid literal value|Expected number, received nan$)/

function firstIssues(value: unknown, all: readonly z.core.$ZodIssue[]): Issue[] {
  const issues: Issue[] = []
  const missing = value === undefined ? 'Please send a JSON body' : 'Required'
  let characters = 0
  for (const { path, message } of all.slice(0, MAX_ISSUES)) {
    characters += message.length
    if (issues.length > 0 && characters > MAX_CHARACTERS) break
    const isMissing = unaware.test(message) && path.reduce(valueIn, value) === undefined
    issues.push({ path: path.join('.'), message: isMissing ? missing : message })
  }
  return issues
}
