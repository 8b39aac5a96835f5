import { type ErrorType, errorTable, type LimitError, type ProblemDetails } from '#contract/errors.ts'

type Details = ProblemDetails & { message?: string }

/** An expected failure: thrown in a use case, turned into HTTP once, in `http/error-handler.ts`. */
export class Refusal extends Error {
  readonly errorType: ErrorType
  readonly details: ProblemDetails

  constructor(errorType: LimitError, details: Details & { message: string; retryAfterSeconds: number })
  constructor(errorType: Exclude<ErrorType, LimitError>, details?: Details)
  constructor(errorType: ErrorType, details: Details = {}) {
    const { message = errorTable[errorType].message, ...rest } = details
    super(message)
    this.errorType = errorType
    this.details = rest
  }
}

export const invalidInput = (path: string, message: string): Refusal =>
  new Refusal('INVALID_REQUEST', { message, issues: [{ path, message }] })

/** What was looked for. If there is nothing, it throws the refusal. */
export function orRefuse<Found>(
  found: Found | null | undefined,
  refusal: Exclude<ErrorType, LimitError> | (() => Refusal),
): Found {
  if (found !== undefined && found !== null) return found
  throw typeof refusal === 'string' ? new Refusal(refusal) : refusal()
}

export const orNotFound = <Found>(found: Found | null | undefined): Found => orRefuse(found, 'NOT_FOUND')
