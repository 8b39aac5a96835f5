import { type ErrorType, errorTable, type ProblemDetails } from '#contract/errors.ts'

/** An expected failure: thrown in a use case, turned into HTTP once, in `http/error-handler.ts`. */
export class Refusal extends Error {
  readonly errorType: ErrorType
  readonly details: ProblemDetails

  constructor(errorType: ErrorType, details: ProblemDetails & { message?: string } = {}) {
    const { message = errorTable[errorType].message, ...rest } = details
    super(message)
    this.errorType = errorType
    this.details = rest
  }
}
