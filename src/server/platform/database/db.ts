export type CopyInput = {
  table: string
  columns: readonly string[]
  /** Lines of PostgreSQL's COPY text format, each with its line end; see `copy-line.ts`. */
  lines: AsyncIterable<string> | Iterable<string>
}
export type Queryable = {
  /** Runs one statement with parameters. int8 and count(*) are numbers, dates 'YYYY-MM-DD', and bytea Uint8Array. */
  query: <Row = Record<string, unknown>>(text: string, values?: readonly unknown[]) => Promise<Row[]>
  /** The same for frequent statements: prepared once per connection. Searches then have one plan for all values. */
  queryPrepared: <Row = Record<string, unknown>>(text: string, values: readonly unknown[]) => Promise<Row[]>
  copyIn: (input: CopyInput) => Promise<void>
}
/**
 * One database session, held until it is released. Statements run in the order in which they were asked for; those that
 * do not depend on each other's results need not be awaited one by one, which saves round trips.
 */
export type Session = Queryable & { release: (error?: Error) => void }

export type TransactionOptions = {
  /** The work begins with statements that write nothing. They are sent with the BEGIN, which saves a round trip. */
  readsFirst?: boolean
}

export type PoolLoad = { pool: Purpose | 'embedded' | 'replica'; total: number; idle: number; waiting: number }

/** For work that can wait: other callers go first. */
export type Background = Queryable & Pick<Db, 'transaction'>

/** Of the embedded database, whose callers all share one session. */
export type TimedBackground = Background & {
  /** How long its turns have taken so far, in milliseconds. */
  busyMs: () => number
  /** For other work, which has its own `busyMs`. */
  another: () => TimedBackground
}

export type Db = Queryable & {
  kind: 'embedded' | 'postgres'
  /** One session for migrations, locks, and transactions that span calls; for maintenance, without timeouts. */
  connect: (purpose?: 'maintenance') => Promise<Session>
  /** Commits when the work resolves, rolls back when it throws. Inside it, use `tx` only. */
  transaction: <T>(work: (tx: Queryable) => Promise<T>, options?: TransactionOptions) => Promise<T>
  background: Background | TimedBackground
  /** Runs several statements without parameters in a session of their own, and returns all their rows. */
  runScript: <Row = Record<string, unknown>>(text: string) => Promise<Row[]>
  /** Notifications from other sessions; undefined if there is only one session. */
  listen?: Listen
  pools: () => PoolLoad[]
  /** Rejects if PostgreSQL is unusable, such as a replica, or if the embedded one's disk is full or read-only. */
  assertWritable: () => Promise<void>
  close: () => Promise<void>
}

/** Subscribes to a channel. After each connect, `onReconnect` is called: notifications in between are lost. */
export type Listen = (
  channel: string,
  onNotification: (payload: string) => void,
  onReconnect: () => void,
) => Promise<{ close: () => Promise<void> }>

export type Purpose =
  /** Short API statements. */
  | 'service'
  /** Catalog searches, whose prepared statements keep one plan for all values. */
  | 'searches'
  /** Imports and migrations, without a time limit. */
  | 'maintenance'
