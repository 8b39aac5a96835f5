import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Db, type Queryable } from './db.ts'
import { openDatabase } from './open-database.ts'

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

test('a process uses at most ten connections for requests', async () => {
  const held = await Promise.all(Array.from({ length: 10 }, () => service.connect()))
  const eleventh = service.connect()
  const [load] = service.pools()
  expect(load).toEqual({ pool: 'service', total: 10, idle: 0, waiting: 1 })
  for (const session of held) session.release()
  ;(await eleventh).release()
})
