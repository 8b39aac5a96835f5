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
})
