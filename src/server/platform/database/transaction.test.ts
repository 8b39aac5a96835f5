import { beforeAll, expect, test } from 'vitest'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import type { Db, Session } from './db.ts'
import { runInTransaction, UnconfirmedCommit } from './transaction.ts'

describeOnBothDatabases('a transaction', open => {
  let db: Db
  beforeAll(async () => {
    db = await open()
  })

  test('with a failed prepared statement is rolled back, and the next caller can use the database', async () => {
    const failing = db.transaction(async tx => {
      await tx.query('CREATE TABLE note (text text)')
      await tx.queryPrepared('SELECT 1 / $1::int', [0])
    })
    await expect(failing).rejects.toThrow('division by zero')
    expect(await db.query(`SELECT to_regclass('note') AS kept`)).toEqual([{ kept: null }])
    expect(await db.queryPrepared('SELECT $1::int AS one', [1])).toEqual([{ one: 1 }])
  })
})

/** A session whose COMMIT fails with this error. */
const committing = (outcome: Error): Session => ({
  query: text => (text === 'COMMIT' ? Promise.reject(outcome) : Promise.resolve([])),
  queryPrepared: () => Promise.resolve([]),
  copyIn: () => Promise.resolve(),
  release: () => {},
})

test.each([
  new Error('Connection terminated unexpectedly'),
  new Error('Query read timeout'),
  Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }),
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
])('a commit with a lost response (%s) is reported as possibly saved', async lost => {
  await expect(runInTransaction(committing(lost), async () => 'done')).rejects.toBeInstanceOf(UnconfirmedCommit)
})

test('a commit that the database rejects fails with its reason', async () => {
  const refused = Object.assign(new Error('terminating connection'), { code: '57P01' })
  await expect(runInTransaction(committing(refused), async () => 'done')).rejects.toBe(refused)
})
