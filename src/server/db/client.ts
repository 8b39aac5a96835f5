import { openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'

export type CopyInput = {
  table: string
  columns: readonly string[]
  /** Lines of PostgreSQL's COPY text format, each with its line end; see `copy-line.ts`. */
  lines: AsyncIterable<string> | Iterable<string>
}
export type Queryable = {
  /** Runs one parameterised statement. int8 and count(*) come as numbers, dates as 'YYYY-MM-DD', bytea as Uint8Array. */
  query: <Row = Record<string, unknown>>(text: string, values?: readonly unknown[]) => Promise<Row[]>
  /** The same for the few texts that are run all the time: planned once a connection, for any values. */
  queryPrepared: <Row = Record<string, unknown>>(text: string, values: readonly unknown[]) => Promise<Row[]>
  /** Loads rows by COPY. */
  copyIn: (input: CopyInput) => Promise<void>
}
/** One database session, held until it is released. */
export type Session = Queryable & { release: (error?: Error) => void }

/** Connections of a pool, and who waits for one. */
export type PoolLoad = { pool: Purpose | 'embedded' | 'replica'; total: number; idle: number; waiting: number }

export type Db = Queryable & {
  kind: 'embedded' | 'postgres'
  /** Holds one session: for migrations, advisory locks, and transactions that span calls; without time limits for maintenance. */
  connect: (purpose?: 'maintenance') => Promise<Session>
  /** Commits when the story resolves, rolls back when it throws. Inside it, only `tx` may be used. */
  transaction: <T>(story: (tx: Queryable) => Promise<T>) => Promise<T>
  /** Runs several statements without parameters, in a session of their own, and gives the rows of all of them. */
  runScript: <Row = Record<string, unknown>>(text: string) => Promise<Row[]>
  /** Notifications of other sessions; missing where there is one session only. */
  listen?: Listen
  pools: () => PoolLoad[]
  /** Rejects while nothing can be written: on a full or read-only disk, or on a replica. */
  assertWritable: () => Promise<void>
  close: () => Promise<void>
}

/** Subscribes to a channel. `onReconnect` is called whenever the line stands: what came while it was down is lost. */
export type Listen = (
  channel: string,
  onNotification: (payload: string) => void,
  onReconnect: () => void,
) => Promise<{ close: () => Promise<void> }>

export type DatabaseSettings = {
  /** PostgreSQL's address; unset: the embedded database in `dataDir`. */
  databaseUrl?: string | undefined
  /** Folder of the embedded database; unset: in memory. */
  dataDir?: string | undefined
  /** PostgreSQL connections at most. */
  poolSize?: number
  purpose?: Purpose
}
/**
 * service: the calls of the API, none of them long. searches: those of the catalog, whose prepared statements keep one
 * plan whatever the values. maintenance: imports and migrations, as long as they take.
 */
export type Purpose = 'service' | 'searches' | 'maintenance'

export async function openDatabase(settings: DatabaseSettings): Promise<Db> {
  return settings.databaseUrl === undefined
    ? openEmbedded({ dataDir: settings.dataDir })
    : openPostgres({
        url: settings.databaseUrl,
        poolSize: settings.poolSize ?? 10,
        purpose: settings.purpose ?? 'service',
      })
}
