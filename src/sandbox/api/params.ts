import { z } from 'zod'
import { StripeError } from '../stripe-error.ts'

export const text = z.string()
export const filled = z.string().min(1)
export const whole = z
  .string()
  .regex(/^-?\d+$/)
  .transform(Number)
export const flag = z.enum(['true', 'false']).transform(value => value === 'true')
export const metadata = z.record(z.string(), z.string())
const range = z.union([
  whole.transform(time => ({ gte: time, lte: time })),
  z.strictObject({ gt: whole.optional(), gte: whole.optional(), lt: whole.optional(), lte: whole.optional() }),
])

export const listing = {
  limit: z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine(limit => limit >= 1 && limit <= 100)
    .optional(),
  starting_after: filled.optional(),
  ending_before: filled.optional(),
}
export const createdRange = { created: range.optional() }

type Issue = z.core.$ZodIssue

/** Reads what a call was sent; what Stripe does not know is refused in Stripe's words. */
export function readParams<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const result = schema.safeParse(sent)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw issue === undefined ? new Error('A refusal without an issue') : refusalOf(issue, sent)
}

function refusalOf(issue: Issue, sent: unknown): StripeError {
  if (issue.code === 'unrecognized_keys') {
    const param = nameOf([...issue.path, issue.keys[0] ?? ''])
    return invalidParam(`Received unknown parameter: ${param}`, param, 'parameter_unknown')
  }
  const param = nameOf(issue.path)
  if (isMissing(issue, sent)) return invalidParam(`Missing required param: ${param}.`, param, 'parameter_missing')
  return invalidParam(`Invalid ${param}`, param)
}

const invalidParam = (message: string, param: string, code?: string): StripeError =>
  new StripeError(400, { type: 'invalid_request_error', message, param, ...(code === undefined ? {} : { code }) })

function isMissing(issue: Issue, sent: unknown): boolean {
  let value: unknown = sent
  for (const part of issue.path) value = (value as Record<PropertyKey, unknown> | undefined)?.[part]
  return value === undefined
}

/** items[0][price], as Stripe names it. */
const nameOf = ([first, ...rest]: PropertyKey[]): string =>
  `${String(first)}${rest.map(part => `[${String(part)}]`).join('')}`
