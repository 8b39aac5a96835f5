import { expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/databases.ts'
import { freePort } from '#tests/support/postgres-cluster.ts'
import { openDatabase } from './open-database.ts'
import { readsByReplica } from './replica.ts'

test('reads go to the replica, to the primary while the replica is down, and back again', async () => {
  const [primary, replica] = await Promise.all([createTestDatabase('postgres'), createTestDatabase('postgres')])
  await primary.query(`CREATE TABLE who AS SELECT 'primary' AS name`)
  await replica.query(`CREATE TABLE who AS SELECT 'replica' AS name`)
  let time = 0
  let isAway = false
  const shaky = {
    ...replica,
    query: (text: string, values?: readonly unknown[]) =>
      isAway ? Promise.reject(new Error('Connection terminated unexpectedly')) : replica.query(text, values),
  } as typeof replica
  const db = readsByReplica(shaky, primary, () => time)
  const who = async () => (await db.query<{ name: string }>('SELECT name FROM who'))[0]?.name
  expect(await who()).toBe('replica')
  isAway = true
  expect(await who()).toBe('primary')
  isAway = false
  expect(await who()).toBe('primary')
  time += 5000
  expect(await who()).toBe('replica')
  await expect(db.query('SELECT nothing FROM who')).rejects.toThrow('nothing')
  expect(await who()).toBe('replica')
  await db.close()
})

test('a replica that never existed delays a search but does not fail it', async () => {
  const primary = await createTestDatabase('postgres')
  const replica = await openDatabase({ databaseUrl: `postgres://127.0.0.1:${await freePort()}/none` })
  const db = readsByReplica(replica, primary)
  expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  await db.close()
})
