import type { FastifyBaseLogger } from 'fastify'

type Fault = Partial<Error> & { code?: unknown }

/** The loggable part of an error, or of a copy of one. The other fields of a database error can contain values of rows. */
export function faultOf(error: unknown): Fault {
  if (typeof error !== 'object' || error === null || !('message' in error)) return { message: String(error) }
  const { name, message, stack, code, cause } = error as Fault
  return { name, message, code, stack, ...(cause === undefined ? {} : { cause: faultOf(cause) }) }
}

/** The code of an error of Node.js or the database; empty without one. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** The loggable part of an outage. The stack is left out: the fault is not in our code, and many requests log it. */
export function outageOf(error: unknown): object {
  const { stack: _stack, cause: _cause, ...fault } = faultOf(error)
  return fault
}

/** Logs the faults of work that is tried again every few seconds. In an outage, each is logged once a minute. */
export function newFaultLog(log: Pick<FastifyBaseLogger, 'error'>, what: string): (error: unknown) => void {
  const told = new Set<unknown>()
  return error => {
    const err = faultOf(error)
    if (told.has(err.message)) return
    told.add(err.message)
    setTimeout(() => told.delete(err.message), 60_000).unref()
    log.error({ err }, what)
  }
}
