import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createPostgresTestUrl, describeOnBothDatabases, describeOnPostgres } from '#tests/support/databases.ts'
import type { Db, Queryable, Session } from './db.ts'
import { openDatabase } from './open-database.ts'
import { runInTransaction, together, UnconfirmedCommit } from './transaction.ts'

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

  test('in a script that fails is rolled back, and the next caller can use the database', async () => {
    await expect(db.runScript('BEGIN; CREATE TABLE note (text text); SELECT 1 / 0; COMMIT')).rejects.toThrow(
      'division by zero',
    )
    expect(await db.query(`SELECT to_regclass('note') AS kept`)).toEqual([{ kept: null }])
  })
})

const write = (tx: Queryable, words: string) => tx.queryPrepared('INSERT INTO note VALUES ($1)', [words])
const ending = (tx: Queryable) =>
  together(write(tx, 'before'), tx.query('SELECT pg_terminate_backend(pg_backend_pid())'), write(tx, 'after'))

/** A statement that fails, and after it twice one that the connection has not prepared. */
const sentTwice = (tx: Queryable) => {
  const first = tx.queryPrepared('SELECT 1 / $1::int', [0])
  const [next, again] = [1, 2].map(number => tx.queryPrepared('SELECT $1 AS new_and_sent_twice', [number]))
  return together(next, again, first)
}

describeOnPostgres('statements that a server sends together', open => {
  let db: Db
  beforeAll(async () => {
    db = await open()
    await db.query('CREATE TABLE note (words text PRIMARY KEY)')
  })
  const written = async () => (await db.query<{ words: string }>('SELECT words FROM note')).map(({ words }) => words)
  // More often than there are connections, so that each one is used again after a failure.
  const often = Array.from({ length: 30 }, (_, turn) => turn)

  test('save nothing if one of them fails: its error is reported, and the connection goes on', async () => {
    for (const turn of often) {
      const name = `turn${turn}`
      const failing = (tx: Queryable) =>
        together(
          write(tx, name),
          tx.queryPrepared(`SELECT 1 / $1::int AS ${name}`, [0]),
          tx.queryPrepared(`SELECT $1 AS ${name}`, ['refused']),
          write(tx, 'refused'),
        )
      await expect(db.transaction(failing, { readsFirst: true })).rejects.toMatchObject({ code: '22012' })
      expect(await db.queryPrepared(`SELECT $1 AS ${name}`, ['fine'])).toEqual([{ [name]: 'fine' }])
    }
    expect(await written()).toEqual([])
  })

  test('are not sent at all if a value of one of them cannot be, and the connection goes on', async () => {
    const cyclic: { self?: object } = {}
    cyclic.self = cyclic
    const failing = (tx: Queryable) => together(write(tx, 'first'), tx.queryPrepared('SELECT $1::jsonb', [cyclic]))
    for (let turn = 0; turn < often.length; turn++) await expect(db.transaction(failing)).rejects.toThrow('circular')
    expect(await written()).toEqual([])
  })

  test('outside a transaction are all saved, or none of them', async () => {
    const session = await db.connect()
    const failing = together(write(session, 'alone'), session.queryPrepared('SELECT 1 / $1::int', [0]))
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect(await written()).toEqual([])
    await together(write(session, 'alone'), session.queryPrepared('DELETE FROM note WHERE words = $1', ['alone']))
    session.release()
    expect(await written()).toEqual([])
  })

  test('are prepared again after the columns of their table have changed', async () => {
    const ask = () => db.queryPrepared('SELECT * FROM note WHERE words <> $1', ['none'])
    await db.transaction(tx => write(tx, 'changed'))
    expect(await ask()).toEqual([{ words: 'changed' }])
    await db.query('ALTER TABLE note ADD COLUMN more text')
    // Each connection notices it once.
    for (let turn = 0; turn < often.length; turn++) await ask().catch(() => {})
    expect(await ask()).toEqual([{ words: 'changed', more: null }])
    await db.query('ALTER TABLE note DROP COLUMN more')
    await db.query('DELETE FROM note')
    for (let turn = 0; turn < often.length; turn++) await ask().catch(() => {})
  })

  test('fail with the error of the first failure, also if another statement was new and sent twice after it', async () => {
    await expect(db.transaction(sentTwice)).rejects.toMatchObject({ code: '22012' })
  })

  test('save nothing if the connection ends between them, and the next transaction gets another one', async () => {
    await expect(db.transaction(ending)).rejects.toThrow(/terminat/)
    expect(await written()).toEqual([])
    await db.transaction(tx => together(write(tx, 'first'), write(tx, 'second')))
    expect(await written()).toEqual(['first', 'second'])
  })
})

test('a server sends statements that were asked together as one message, without waiting for an answer', async () => {
  const { url, drop } = await createPostgresTestUrl()
  const { hostname: host, port } = new URL(url)
  const target = new URL(url)
  const sent: string[] = []
  let isHeld = false
  // Between the two, answers are held back until the last statement was sent.
  const between = createServer(client => {
    const server = connect({ port: Number(port), host })
    const held: Buffer[] = []
    client.on('data', (bytes: Buffer) => {
      if (isHeld) sent.push(bytes.toString('latin1'))
      server.write(bytes)
      if (!bytes.includes('third')) return
      isHeld = false
      for (const answer of held.splice(0)) client.write(answer)
    })
    server.on('data', (bytes: Buffer) => (isHeld ? held.push(bytes) : client.write(bytes)))
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy())
  })
  between.listen(0, '127.0.0.1')
  await once(between, 'listening')
  target.port = String((between.address() as AddressInfo).port)
  const db = await openDatabase({ databaseUrl: target.href })
  onTestFinished(async () => {
    await db.close()
    between.close()
    await drop()
  })
  await db.query('SELECT 1')
  const answers = await db.transaction(tx => {
    isHeld = true
    return together(...['first', 'second', 'third'].map(words => tx.queryPrepared(`SELECT $1 AS words`, [words])))
  })
  expect(sent).toHaveLength(1)
  expect(answers.flat()).toEqual([{ words: 'first' }, { words: 'second' }, { words: 'third' }])
})

test('the failure of a statement is reported, and not those that PostgreSQL refused after it', async () => {
  const [failed, refused] = [new Error('failed'), Object.assign(new Error('refused'), { code: '25P02' })]
  await expect(together(Promise.reject(refused), Promise.reject(failed))).rejects.toBe(failed)
})

const inTwoSteps = async (tx: Queryable) => {
  await tx.query('FIRST')
  await setImmediate()
  await tx.query('SECOND')
}

test('a transaction that cannot begin goes no further, even if its first statements were sent with the BEGIN', async () => {
  const asked: string[] = []
  const session: Session = {
    ...committing(new Error('never')),
    query: text => {
      asked.push(text)
      return text === 'BEGIN' ? Promise.reject(new Error('canceled')) : Promise.resolve([])
    },
  }
  await expect(runInTransaction(session, inTwoSteps, { readsFirst: true })).rejects.toThrow('canceled')
  expect(asked).toEqual(['BEGIN', 'FIRST', 'ROLLBACK'])
})

test('statements that were asked for together have all ended before their transaction does', async () => {
  const asked: string[] = []
  const session: Session = {
    ...committing(new Error('never')),
    query: async text => {
      asked.push(text)
      if (text === 'FAILS') throw new Error('failed')
      return []
    },
  }
  await expect(runInTransaction(session, tx => together(tx.query('FAILS'), inTwoSteps(tx)))).rejects.toThrow('failed')
  expect(asked).toEqual(['BEGIN', 'FAILS', 'FIRST', 'SECOND', 'ROLLBACK'])
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
