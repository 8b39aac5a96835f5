import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type PoolClient, Pool } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { checkPostgres } from './check-postgres.ts'
import { inBatches } from './copy-line.ts'
import type { CopyInput, Db, PoolLoad, Purpose, Queryable, Session } from './db.ts'
import { PostgresClient } from './postgres-client.ts'
import { listenBy } from './postgres-listener.ts'
import { type Statement, types } from './postgres-message.ts'
import { runInTransaction } from './transaction.ts'
import { Turns } from './turns.ts'

const STATEMENT_TIMEOUT_MS = 15_000
// If the connection is dead, the server cannot report its own timeout, so the client gives up a little later.
const ANSWER_TIMEOUT_MS = 20_000
// Plans of prepared statements are cached. One made while a table was small would scan the whole table forever. (If a
// disabled scan is unavoidable, its high cost would trigger JIT, which takes a second: so no JIT.)
const WITHOUT_SCANS = '-c enable_seqscan=off -c jit=off'
const serverOptions: Record<Purpose, string> = {
  service: WITHOUT_SCANS,
  searches: `${WITHOUT_SCANS} -c plan_cache_mode=force_generic_plan`,
  maintenance: '',
}

export type PostgresSettings = { url: string; poolSize: number; purpose: Purpose }

function openPool({ url, poolSize, purpose }: PostgresSettings): Pool {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5000,
    ...(purpose === 'maintenance'
      ? {}
      : {
          statement_timeout: STATEMENT_TIMEOUT_MS,
          idle_in_transaction_session_timeout: 60_000,
        }),
    keepAlive: true,
    // A pipelined connection cannot COPY, which only maintenance does.
    pipeline: purpose !== 'maintenance',
    Client: PostgresClient,
    options: serverOptions[purpose],
    types,
  })
  // A broken connection emits an error even while idle, which would end the process if nobody listened. Its query fails
  // anyway.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  if (purpose !== 'maintenance') pool.on('connect', client => clientOf(client).giveUpAfter(ANSWER_TIMEOUT_MS))
  return pool
}

/** Pools have no other clients. */
const clientOf = (client: PoolClient): PostgresClient => client as unknown as PostgresClient

const preparedOf = (text: string, values: readonly unknown[]): Statement => ({
  name: statementName(text),
  text,
  values,
})
const frequent = new Set(['BEGIN', 'COMMIT', 'ROLLBACK'])
const statementOf = (text: string, values: readonly unknown[]): Statement =>
  frequent.has(text) ? preparedOf(text, values) : { text, values }

/** Of the statements of all pools in this process. */
const turns = new Turns({ isOneSession: false })
/** What takes long, such as an import, has no turns: nothing waits for it, and it waits for nothing. */
type Haste = 'now' | 'background' | 'long'

function run(client: PoolClient, { text, values, name }: Statement, haste: Haste): Promise<unknown[]> {
  const isPlain = name === undefined && values.length === 0
  const ask = () => (isPlain ? clientOf(client).askScript(text) : clientOf(client).ask({ text, values, name }))
  const isBackground = haste === 'background'
  return haste === 'long' || (isBackground && frequent.has(text)) ? ask() : turns.run(ask, isBackground)
}

export async function openPostgres(settings: PostgresSettings): Promise<Db> {
  const pool = openPool(settings)
  let longPool: Pool | undefined
  const longWork = new Set<PoolClient>()
  // An import takes minutes, so its statements have no timeout.
  const poolFor = (purpose?: 'maintenance') => {
    if (purpose === undefined || settings.purpose === purpose) return pool
    longPool ??= openPool({ url: settings.url, poolSize: 2, purpose })
      .on('acquire', client => longWork.add(client))
      .on('release', (_error, client) => longWork.delete(client))
    return longPool
  }
  const connect = async (
    purpose?: 'maintenance',
    haste: Haste = purpose === undefined ? 'now' : 'long',
  ): Promise<Session> => sessionOf(await poolFor(purpose).connect(), haste)
  const askPool = async <Row>(statement: Statement, haste: Haste): Promise<Row[]> => {
    const client = await pool.connect()
    try {
      const rows = await run(client, statement, haste)
      client.release()
      return rows as Row[]
    } catch (error) {
      client.release(error as Error)
      throw error
    }
  }
  const callsOf = (haste: Haste): Queryable & Pick<Db, 'transaction'> => ({
    query: (text, values = []) => askPool(statementOf(text, values), haste),
    queryPrepared: (text, values) => askPool(preparedOf(text, values), haste),
    copyIn: async input => {
      const session = await connect('maintenance')
      try {
        await session.copyIn(input)
      } finally {
        session.release()
      }
    },
    transaction: async (work, how) => runInTransaction(await connect(undefined, haste), work, how),
  })
  return {
    kind: 'postgres',
    ...callsOf('now'),
    background: callsOf('background'),
    connect,
    runScript: async <Row>(text: string) => runScript<Row>(await pool.connect(), text),
    listen: listenBy(settings.url),
    assertWritable: () => checkPostgres(text => askPool({ text, values: [] }, 'now'), settings.url),
    pools: () => [loadOf(pool, settings.purpose), ...(longPool === undefined ? [] : [loadOf(longPool, 'maintenance')])],
    close: async () => {
      // An import can take hours. PostgreSQL rolls back what is interrupted, and the job starts over.
      const interrupted = [...longWork].map(client => client.end())
      await Promise.all([...interrupted, pool.end(), longPool?.end()])
    },
  }
}

const loadOf = ({ totalCount, idleCount, waitingCount }: Pool, pool: Purpose): PoolLoad => ({
  pool,
  total: totalCount,
  idle: idleCount,
  waiting: waitingCount,
})

function sessionOf(client: PoolClient, haste: Haste): Session {
  let last: Promise<unknown> = Promise.resolve()
  // Statements run in the order in which they were asked for, on a pipelined connection without waiting for each other.
  const inOrder = async <Row>(statement: Statement): Promise<Row[]> => {
    if (client.pipeline && haste !== 'background') return (await run(client, statement, haste)) as Row[]
    const asked = last.then(() => run(client, statement, haste))
    last = asked.catch(() => {})
    return (await asked) as Row[]
  }
  return {
    query: (text, values = []) => inOrder(statementOf(text, values)),
    queryPrepared: (text, values) => inOrder(preparedOf(text, values)),
    copyIn: async ({ table, columns, lines }: CopyInput) => {
      const target = client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN`))
      await pipeline(Readable.from(inBatches(lines)), target)
    },
    release: error => client.release(error),
  }
}

async function runScript<Row>(client: PoolClient, text: string): Promise<Row[]> {
  try {
    const rows = await clientOf(client).askScript(text)
    client.release()
    return rows as Row[]
  } catch (error) {
    // The script may have left a transaction open.
    client.release(true)
    throw error
  }
}

const statementNames = new Map<string, string>()
/** Every combination of filters has its own text, so the number of texts is unlimited. */
const NAMES_KEPT = 2000

function statementName(text: string): string {
  const known = statementNames.get(text)
  if (known !== undefined) return known
  if (statementNames.size >= NAMES_KEPT) statementNames.clear()
  const name = hash('sha1', text, 'base64url')
  statementNames.set(text, name)
  return name
}
