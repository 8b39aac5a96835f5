export type Statement = { text: string; values: unknown[] }
/** Adds a value to the statement, and returns its parameter, such as `$3`. */
export type Bind = (value: unknown) => string

export function statementOf(write: (bind: Bind) => string): Statement {
  const values: unknown[] = []
  return { text: write(value => `$${values.push(value)}`), values }
}
