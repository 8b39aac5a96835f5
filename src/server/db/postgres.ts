import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type PoolClient, Pool, types as pgTypes } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { CopyInput, Db, Session } from './client.ts'
import { runInTransaction } from './transaction.ts'

const INT8 = 20
const DATE = 1082
const parsers: Record<number, (text: string) => unknown> = { [INT8]: Number, [DATE]: text => text }
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) || pgTypes.getTypeParser(oid, format),
}

export type PostgresSettings = { url: string; statementTimeoutMs: number; poolSize: number; isForCatalog: boolean }

export async function openPostgres({ url, statementTimeoutMs, poolSize, isForCatalog }: PostgresSettings): Promise<Db> {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5000,
    statement_timeout: statementTimeoutMs,
    keepAlive: true,
    ...(isForCatalog ? { options: '-c plan_cache_mode=force_generic_plan' } : {}),
    types,
  })
  // A connection that is cut, idle or checked out, emits an error: unheard, it would end the process. Its query fails anyway.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  const connect = async (): Promise<Session> => sessionOf(await pool.connect())
  return {
    kind: 'postgres',
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await pool.query(text, [...values])).rows as Row[],
    queryPrepared: async <Row>(text: string, values: readonly unknown[]) =>
      (await pool.query({ name: statementName(text), text, values: [...values] })).rows as Row[],
    copyIn: async input => {
      const session = await connect()
      try {
        await session.copyIn(input)
      } finally {
        session.release()
      }
    },
    connect,
    transaction: async story => runInTransaction(await connect(), story),
    close: () => pool.end(),
  }
}

function sessionOf(client: PoolClient): Session {
  return {
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await client.query(text, [...values])).rows as Row[],
    queryPrepared: async <Row>(text: string, values: readonly unknown[]) =>
      (await client.query({ name: statementName(text), text, values: [...values] })).rows as Row[],
    copyIn: async ({ table, columns, lines }: CopyInput) => {
      const target = client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN`))
      await pipeline(Readable.from(inBatches(lines)), target)
    },
    release: error => client.release(error),
  }
}

const statementName = (text: string): string => createHash('sha1').update(text).digest('base64url')

// One write for each line costs more than the copy itself.
async function* inBatches(lines: CopyInput['lines']): AsyncGenerator<string> {
  let batch = ''
  for await (const line of lines) {
    batch += line
    if (batch.length < 65_536) continue
    yield batch
    batch = ''
  }
  if (batch !== '') yield batch
}
