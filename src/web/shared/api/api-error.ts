import type { Problem } from '#contract/errors.ts'

/** An answer that is not ok. `message` is the status and the raw body; `problem` is what the server says about it. */
export class ApiError extends Error {
  readonly status: number
  readonly problem: Problem | undefined

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body === '' ? statusText : body}`)
    this.name = 'ApiError'
    this.status = status
    this.problem = parseProblem(body)
  }
}

function parseProblem(body: string): Problem | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return isProblem(value) ? value : undefined
  } catch {
    return undefined
  }
}

// By hand: public pages load no validation library. A proxy in between may answer anything, our server a whole Problem.
const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'

export const problemOf = (error: unknown): Problem | undefined =>
  error instanceof ApiError ? error.problem : undefined

/** The server's own words, or else the fallback. */
export const messageOf = (error: unknown, fallback: string): string => problemOf(error)?.message ?? fallback
