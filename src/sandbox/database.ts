/** What the sandbox needs of a PostgreSQL database, where it owns the schema `sandbox`. */
export type Queryable = {
  query: <Row = Record<string, unknown>>(text: string, values?: readonly unknown[]) => Promise<Row[]>
}
export type Database = Queryable & { transaction: <T>(work: (tx: Queryable) => Promise<T>) => Promise<T> }
