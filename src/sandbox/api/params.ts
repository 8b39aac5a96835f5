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
/** The type of these params after they have been read. */
export type Params<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>

/** Checks the params of a call. Refuses unknown and invalid ones as Stripe does. */
export function readParams<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const result = schema.safeParse(sent, { reportInput: true })
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw issue === undefined ? new Error('A refusal without an issue') : refusalOf(issue)
}

function refusalOf(issue: z.core.$ZodIssue): StripeError {
  if (issue.code === 'unrecognized_keys') {
    const param = nameOf([...issue.path, issue.keys[0] ?? ''])
    return invalidParam(`Received unknown parameter: ${param}`, param, 'parameter_unknown')
  }
  const param = nameOf(issue.path)
  if (issue.input === undefined) return invalidParam(`Missing required param: ${param}.`, param, 'parameter_missing')
  return invalidParam(`Invalid ${param}`, param)
}

const invalidParam = (message: string, param: string, code?: string): StripeError =>
  new StripeError(400, { type: 'invalid_request_error', message, param, ...(code === undefined ? {} : { code }) })

/** The name of a param in Stripe's form: items[0][price]. */
const nameOf = ([first, ...rest]: PropertyKey[]): string =>
  `${String(first)}${rest.map(part => `[${String(part)}]`).join('')}`
