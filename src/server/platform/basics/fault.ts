import type { FastifyBaseLogger } from 'fastify'

/** The loggable part of an error. The other fields of a database error can contain values of rows. */
export function faultOf(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  const code = 'code' in error ? error.code : undefined
  return { name, message, code, stack, ...(error.cause === undefined ? {} : { cause: faultOf(error.cause) }) }
}

/** The loggable part of an outage. The stack is left out: the fault is not in our code, and many requests log it. */
export function outageOf(error: unknown): object {
  const { stack: _stack, cause: _cause, ...fault } = faultOf(error) as Record<string, unknown>
  return fault
}

/** Logs the faults of work that is tried again every few seconds. In an outage, each is logged once a minute. */
export function newFaultLog(log: Pick<FastifyBaseLogger, 'error'>, what: string): (error: unknown) => void {
  const told = new Set<string>()
  return error => {
    const message = error instanceof Error ? error.message : String(error)
    if (told.has(message)) return
    told.add(message)
    setTimeout(() => told.delete(message), 60_000).unref()
    log.error({ err: faultOf(error) }, what)
  }
}
