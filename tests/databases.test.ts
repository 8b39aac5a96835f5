import { beforeAll, expect, test } from 'vitest'
import type { Db } from '../src/server/db/client.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { createTestDatabase, describeOnBothDatabases } from './support/databases.ts'

describeOnBothDatabases('a test database', (open, kind) => {
  let database: Db
  beforeAll(async () => {
    database = await open()
  })

  test('is migrated already', async () => {
    expect(await migrate(database)).toEqual([])
  })

  test('is alone with its rows', async () => {
    await database.query(`INSERT INTO app_secret (name, value) VALUES ('mine', '\\x00')`)
    const other = await createTestDatabase(kind)
    expect(await other.query('SELECT name FROM app_secret')).toEqual([])
    await other.close()
  })

  test('gives an import a session without the limits of calls', async () => {
    const session = await database.connect('maintenance')
    const limits = await Promise.all(['statement_timeout', 'enable_seqscan'].map(name => session.query(`SHOW ${name}`)))
    session.release()
    expect(limits.flat()).toEqual([{ statement_timeout: '0' }, { enable_seqscan: 'on' }])
  })
})
