import type { Problem } from '#contract/errors.ts'

/** A reply with an error status. `message` is the status and the raw body; `problem` is the parsed body. */
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

// No schema is used here, so that public pages load no validation library. A proxy may send any body. Our server sends
// a `Problem`.
const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'

export const problemOf = (error: unknown): Problem | undefined =>
  error instanceof ApiError ? error.problem : undefined

export const messageOf = (error: unknown, fallback: string): string => problemOf(error)?.message ?? fallback
