export type CopyInput = {
  table: string
  columns: readonly string[]
  /** Lines of PostgreSQL's COPY text format, each with its line end; see `copy-line.ts`. */
  lines: AsyncIterable<string> | Iterable<string>
}
export type Queryable = {
  /** Runs one parameterized statement. int8 and count(*) come as numbers, dates as 'YYYY-MM-DD', bytea as Uint8Array. */
  query: <Row = Record<string, unknown>>(text: string, values?: readonly unknown[]) => Promise<Row[]>
  /** The same for the few statements that run all the time: planned once per connection, for any values. */
  queryPrepared: <Row = Record<string, unknown>>(text: string, values: readonly unknown[]) => Promise<Row[]>
  /** Loads rows by COPY. */
  copyIn: (input: CopyInput) => Promise<void>
}
/** One database session, held until it is released. */
export type Session = Queryable & { release: (error?: Error) => void }

/** How many connections a pool has, and how many callers wait for one. */
export type PoolLoad = { pool: Purpose | 'embedded' | 'replica'; total: number; idle: number; waiting: number }

export type Db = Queryable & {
  kind: 'embedded' | 'postgres'
  /** Holds one session: for migrations, advisory locks, and transactions that span calls; without time limits for maintenance. */
  connect: (purpose?: 'maintenance') => Promise<Session>
  /** Commits when the work resolves, rolls back when it throws. Inside it, use `tx` only. */
  transaction: <T>(work: (tx: Queryable) => Promise<T>) => Promise<T>
  /** Runs several statements without parameters, in a session of their own, and gives the rows of all of them. */
  runScript: <Row = Record<string, unknown>>(text: string) => Promise<Row[]>
  /** Notifications of other sessions; missing where there is one session only. */
  listen?: Listen
  pools: () => PoolLoad[]
  /** Rejects while nothing can be written: on a full or read-only disk, or on a replica. */
  assertWritable: () => Promise<void>
  close: () => Promise<void>
}

/** Subscribes to a channel. `onReconnect` is called after every connect: notifications sent while it was down are lost. */
export type Listen = (
  channel: string,
  onNotification: (payload: string) => void,
  onReconnect: () => void,
) => Promise<{ close: () => Promise<void> }>

/**
 * service: the calls of the API, none of them long. searches: those of the catalog, whose prepared statements keep one
 * plan whatever the values. maintenance: imports and migrations, as long as they take.
 */
export type Purpose = 'service' | 'searches' | 'maintenance'
