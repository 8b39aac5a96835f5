import { codeOf } from '#server/platform/basics/fault.ts'
import { UnusableDatabaseError } from './unusable-database.ts'

const OLDEST_MAJOR = 15
const MAJOR = 10_000

type Server = { version: number; isReplica: boolean; encoding: string }
type Ask = <Row>(text: string) => Promise<Row[]>

/** Throws if Leadline cannot run on this PostgreSQL. `url` is DATABASE_URL; its password is never shown. */
export async function checkPostgres(ask: Ask, url: string): Promise<void> {
  const server = await askServer(ask).catch((error: unknown) => {
    throw connectionError(error, url) ?? error
  })
  const name = nameOf(url)
  if (server.version < OLDEST_MAJOR * MAJOR)
    throw new UnusableDatabaseError(
      `The database ${name} runs on PostgreSQL ${Math.floor(server.version / MAJOR)}: Leadline needs version ${OLDEST_MAJOR} or newer.`,
    )
  if (server.isReplica)
    throw new UnusableDatabaseError(
      `The database ${name} is read-only (a replica): set DATABASE_URL to the primary, and DATABASE_REPLICA_URL to this one.`,
    )
  if (server.encoding !== 'UTF8')
    throw new UnusableDatabaseError(
      `The database ${name} is encoded in ${server.encoding}: create one with ENCODING 'UTF8', and set DATABASE_URL to it.`,
    )
}

async function askServer(ask: Ask): Promise<Server> {
  const [server] = await ask<Server>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
       pg_is_in_recovery() OR current_setting('transaction_read_only')::bool AS "isReplica"`,
  )
  if (server === undefined) throw new Error('PostgreSQL did not report its version')
  return server
}

const advice: Record<string, (name: string) => string> = {
  ECONNREFUSED: name => `Nothing answers at ${name}: start PostgreSQL, or correct DATABASE_URL.`,
  ENOTFOUND: name => `The host of ${name} is unknown: correct DATABASE_URL.`,
  EAI_AGAIN: name => `The host of ${name} cannot be looked up: check the name service, or correct DATABASE_URL.`,
  '28P01': name => `PostgreSQL refuses the password for ${name}: correct the user or the password in DATABASE_URL.`,
  '28000': name => `PostgreSQL refuses the user for ${name}: create the role, or allow it in pg_hba.conf.`,
  '3D000': name => `The database ${name} does not exist: create it, or correct DATABASE_URL.`,
  '53300': name => `PostgreSQL has no connection left for ${name}: raise max_connections, or stop what holds them.`,
  '57P03': name => `PostgreSQL at ${name} is starting up or shutting down: try again in a moment.`,
  '42501': name =>
    `The user of ${name} lacks rights: make it the owner of the database, or grant it CREATE on the database and on its schema public.`,
  '42P07': name => `The database ${name} has tables of another program: correct DATABASE_URL, or create another one.`,
  '53100': name => `The disk of PostgreSQL at ${name} is full: free some space there, then start again.`,
  '25006': name => `The database ${name} is read-only: set DATABASE_URL to the primary.`,
  XX001: name => `The database ${name} is damaged: restore your newest backup into an empty database.`,
  XX002: name => `The database ${name} has a damaged index: run REINDEX DATABASE on it.`,
}

/** Explains a failed connection to DATABASE_URL, or a failed statement. Null if the database did not cause the error. */
export function connectionError(error: unknown, url: string): UnusableDatabaseError | null {
  if (!(error instanceof Error)) return null
  const words = advice[codeOf(error)] ?? adviceOnMessage(error.message)
  return words === undefined ? null : new UnusableDatabaseError(words(nameOf(url)), { cause: error })
}

function adviceOnMessage(message: string): ((name: string) => string) | undefined {
  if (/timeout ex|read timeout|timedout|econnreset|connection terminated|terminating conn|not queryable/i.test(message))
    return name => `PostgreSQL at ${name} does not answer: check the network and DATABASE_URL.`
  if (/password must be a string/.test(message)) return advice['28P01']
  if (/certificate|does not support SSL/.test(message))
    return name => `TLS to ${name} fails (${message}): correct sslmode in DATABASE_URL, or the server's certificate.`
  return undefined
}

/** Host, port, and database, without user and password. */
function nameOf(url: string): string {
  const { host, hostname, port, pathname } = new URL(url)
  return `${hostname === '' ? 'the local socket' : port === '' ? `${host}:5432` : host}${pathname}`
}
