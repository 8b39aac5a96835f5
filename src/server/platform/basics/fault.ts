/** What the log keeps of an error: the database's errors carry values of rows in their other fields. */
export function faultOf(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  const code = 'code' in error ? error.code : undefined
  return { name, message, code, stack, ...(error.cause === undefined ? {} : { cause: faultOf(error.cause) }) }
}

/** What the log keeps of an outage, which many requests meet: no trace, since the defect is not in our code. */
export function outageOf(error: unknown): object {
  const { stack: _stack, cause: _cause, ...fault } = faultOf(error) as Record<string, unknown>
  return fault
}
