import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Db, Queryable } from './db.ts'
import { openDatabase } from './open-database.ts'
import { PostgresClient } from './postgres-client.ts'
import { PostgresMessage } from './postgres-message.ts'

let service: Db
beforeAll(async () => {
  service = await openDatabase({ databaseUrl: `${inject('postgresUrl')}postgres` })
})
afterAll(() => service.close())

const settingOf = async (db: Queryable, name: string): Promise<unknown> =>
  (await db.query<{ value: string }>(`SELECT current_setting('${name}') AS value`))[0]?.value

test('a statement of a request may take 15 seconds, and an idle transaction a minute', async () => {
  expect(await settingOf(service, 'statement_timeout')).toBe('15s')
  expect(await settingOf(service, 'idle_in_transaction_session_timeout')).toBe('1min')
})

test('a statement of an import or migration has no timeout', async () => {
  const session = await service.connect('maintenance')
  expect(await settingOf(session, 'statement_timeout')).toBe('0')
  session.release()
})

test('a connection that owes no answer may be silent', async () => {
  const client = new PostgresClient({ connectionString: `${inject('postgresUrl')}postgres` })
  await client.connect()
  const socket = client.connection.stream as Socket
  client.giveUpAfter(1)
  await once(socket, 'timeout')
  socket.setTimeout(0)
  expect(await client.askScript('SELECT 1 AS one')).toEqual([{ one: 1 }])
  await client.end()
})

test('a process uses at most ten connections for requests', async () => {
  const held = await Promise.all(Array.from({ length: 10 }, () => service.connect()))
  const eleventh = service.connect()
  const [load] = service.pools()
  expect(load).toEqual({ pool: 'service', total: 10, idle: 0, waiting: 1 })
  for (const session of held) session.release()
  ;(await eleventh).release()
})

test('work that can wait begins after the statements of calls, but not after those of an import', async () => {
  const ended: string[] = []
  const ask = async (db: Queryable, name: string, seconds: number) => {
    await db.query('SELECT pg_sleep($1)', [seconds])
    ended.push(name)
  }
  const long = await service.connect('maintenance')
  const imported = ask(long, 'import', 1)
  const called = ask(service, 'call', 0.2)
  await service.background.transaction(async tx => {
    await Promise.all([ask(tx, 'first', 0.01), ask(tx, 'second', 0)])
  })
  expect(ended).toEqual(['call', 'first', 'second'])
  await Promise.all([imported, called])
  long.release()
})

test('a time is the same in every time zone of a session, and within a millisecond', async () => {
  const session = await service.connect()
  const times = `VALUES ('2026-03-01 12:00:00.029999Z'::timestamptz), ('0099-12-31 23:59:59.5Z'), ('1883-11-18 12:03:58Z'),
    (NULL)`
  const read = () => session.queryPrepared<{ at: Date | null }>(`SELECT at FROM (${times}) AS t (at)`, [])
  const expected = ['2026-03-01T12:00:00.029Z', '0099-12-31T23:59:59.500Z', '1883-11-18T12:03:58.000Z', undefined]
  for (const zone of ['UTC', 'America/Denver', 'Asia/Kolkata', 'Europe/London']) {
    await session.query(`SET timezone = '${zone}'`)
    expect((await read()).map(({ at }) => at?.toISOString())).toEqual(expected)
  }
  await session.query('RESET timezone')
  session.release()
})

test('a message does not survive the collection of young objects, because it has no function of its own', () => {
  const functions = Object.entries(new PostgresMessage([], new Map())).filter(
    ([, value]) => typeof value === 'function',
  )
  // pg needs to see that it is not asked for a promise. It is the same function for all.
  expect(functions.map(([name]) => name)).toEqual(['callback'])
})
