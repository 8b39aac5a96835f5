import { beforeAll, expect, test } from 'vitest'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import type { Db } from './client.ts'

describeOnBothDatabases('a transaction', open => {
  let db: Db
  beforeAll(async () => {
    db = await open()
  })

  test('in which a prepared statement fails is rolled back, and leaves the database to whoever is next', async () => {
    const failing = db.transaction(async tx => {
      await tx.query('CREATE TABLE note (text text)')
      await tx.queryPrepared('SELECT 1 / $1::int', [0])
    })
    await expect(failing).rejects.toThrow('division by zero')
    expect(await db.query(`SELECT to_regclass('note') AS kept`)).toEqual([{ kept: null }])
    expect(await db.queryPrepared('SELECT $1::int AS one', [1])).toEqual([{ one: 1 }])
  })
})
