/** The interfaces that the program that starts the sandbox must provide. */

/** A PostgreSQL database with a schema `sandbox`, which belongs to the sandbox. */
export type Queryable = {
  query: <Row = Record<string, unknown>>(text: string, values?: readonly unknown[]) => Promise<Row[]>
}
export type Database = Queryable & { transaction: <T>(work: (tx: Queryable) => Promise<T>) => Promise<T> }

/** The clock that the sandbox and the product share. The sandbox moves it forward. */
export type MovableClock = {
  now: () => Date
  /** How far the clock is ahead of real time. */
  setOffset: (milliseconds: number) => void
}
