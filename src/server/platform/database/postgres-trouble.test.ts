import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'
import { runCommandProcess } from '#tests/support/command-process.ts'
import { createPostgresTestUrl } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import {
  freePort,
  type PostgresCluster,
  startPostgresCluster,
  startPostgresReplica,
} from '#tests/support/postgres-cluster.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { checkPostgres, connectionError } from './check-postgres.ts'
import { openDatabase } from './open-database.ts'

let primary: PostgresCluster
let replica: PostgresCluster
beforeAll(async () => {
  primary = await startPostgresCluster()
  replica = await startPostgresReplica(primary)
})
afterAll(async () => {
  await replica.stop()
  await primary.stop()
})

async function startOn(url: string): Promise<string> {
  try {
    const server = await startServerProcess({ DATABASE_URL: url })
    await server.stop()
    return 'it started'
  } catch (error) {
    return (error as Error).message
  }
}

const oneSentence = /^The server ended with code 1:\n[^\n]+\.\n$/

test('an unreachable PostgreSQL is reported without the password', async () => {
  const said = await startOn(`postgresql://leadline:s3cret-word@127.0.0.1:${await freePort()}/leads`)
  expect(said).toMatch(oneSentence)
  expect(said).toContain('Nothing answers at 127.0.0.1:')
  expect(said).toContain('/leads: start PostgreSQL, or correct DATABASE_URL.')
  expect(said).not.toContain('s3cret-word')
})

test('a missing database is reported by name', async () => {
  const said = await startOn(primary.urlOf('nowhere'))
  expect(said).toMatch(oneSentence)
  expect(said).toMatch(/The database 127\.0\.0\.1:\d+\/nowhere does not exist: create it, or correct DATABASE_URL\./)
})

test('a replica in place of the primary is reported', async () => {
  const said = await startOn(replica.urlOf('postgres'))
  expect(said).toMatch(oneSentence)
  expect(said).toContain(
    'is read-only (a replica): set DATABASE_URL to the primary, and DATABASE_REPLICA_URL to this one.',
  )
})

test('a command reports a role without privileges', async () => {
  const admin = await openDatabase({ databaseUrl: primary.urlOf('postgres') })
  await admin.query('CREATE ROLE guest LOGIN')
  const settings = { DATABASE_URL: primary.urlOf('postgres').replace('leadline@', 'guest@') }
  const { exitCode, complaints } = await runCommandProcess(['migrate'], { settings })
  expect({ exitCode, complaints }).toEqual({
    exitCode: 1,
    complaints: expect.stringMatching(/^The user of 127\.0\.0\.1:\d+\/postgres lacks rights: [^\n]+\.\n$/),
  })
  await admin.close()
})

test('a database with a table of another program is reported', async () => {
  const admin = await openDatabase({ databaseUrl: primary.urlOf('postgres') })
  await admin.query('CREATE DATABASE shop')
  const shop = await openDatabase({ databaseUrl: primary.urlOf('shop') })
  await shop.query('CREATE TABLE lead (id int)')
  await shop.close()
  const { exitCode, complaints } = await runCommandProcess(['migrate'], {
    settings: { DATABASE_URL: primary.urlOf('shop') },
  })
  expect({ exitCode, complaints }).toEqual({
    exitCode: 1,
    complaints: expect.stringMatching(
      /^The database 127\.0\.0\.1:\d+\/shop has tables of another program: [^\n]+\.\n$/,
    ),
  })
  await admin.close()
})

test('while PostgreSQL rejects writes, writes and readiness get a 503 without a stack trace in the log, and reads continue', async () => {
  const { url, drop } = await createPostgresTestUrl()
  const name = new URL(url).pathname.slice(1)
  const db = await openDatabase({ databaseUrl: url })
  const { app, log } = await createTestApp({ db })
  const payload = { username: 'annie', email: 'ann@example.com', password: 'a rare long word' }
  const signUp = () => app.inject({ method: 'POST', url: '/api/register', payload })
  await db.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
  const admin = await openDatabase({ databaseUrl: `${inject('postgresUrl')}postgres` })
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
  await eventually(() => expect(db.pools().every(({ total }) => total === 0)).toBe(true))
  for (const answer of [await signUp(), await app.inject({ url: '/api/ready' })]) {
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ errorType: 'UNAVAILABLE' })
  }
  expect(await db.query('SELECT count(*) AS users FROM user_account')).toEqual([{ users: 0 }])
  expect(log.filter(line => line.includes('    at '))).toEqual([])
  await admin.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`)
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
  await eventually(() => expect(db.pools().every(({ total }) => total === 0)).toBe(true))
  expect((await signUp()).statusCode).toBe(201)
  await Promise.all([app.close(), db.close(), admin.close()])
  await drop()
})

test('a wrong password and an unknown role are reported', async () => {
  const refusal = Object.assign(new Error('no'), { code: '28P01' })
  expect(connectionError(refusal, 'postgres://a:b@db/leads')?.message).toBe(
    'PostgreSQL refuses the password for db:5432/leads: correct the user or the password in DATABASE_URL.',
  )
  const stranger = await openDatabase({ databaseUrl: primary.urlOf('postgres').replace('leadline@', 'stranger@') })
  await expect(stranger.assertWritable()).rejects.toThrow('PostgreSQL refuses the user for 127.0.0.1:')
  await stranger.close()
})

test.each([
  'connect ETIMEDOUT 10.0.0.5:5432',
  'read ECONNRESET',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'terminating connection due to administrator command',
  'Client has encountered a connection error and is not queryable',
])('a connection lost with "%s" is reported in words', message => {
  expect(connectionError(new Error(message), 'postgres://a:b@db/leads')?.message).toBe(
    'PostgreSQL at db:5432/leads does not answer: check the network and DATABASE_URL.',
  )
})

test('a time limit of another server, or of a statement, is not reported as a lost database', () => {
  for (const message of [
    'Request aborted due to timeout being reached (80000ms)',
    'canceling statement due to statement timeout',
  ])
    expect(connectionError(new Error(message), 'postgres://a:b@db/leads')).toBeNull()
})

test.each([
  [
    { version: 140_011, isReplica: false, encoding: 'UTF8' },
    'runs on PostgreSQL 14: Leadline needs version 15 or newer.',
  ],
  [{ version: 150_000, isReplica: false, encoding: 'SQL_ASCII' }, 'is encoded in SQL_ASCII: create one with ENCODING'],
])('a server that reports %o is refused', async (server, words) => {
  const ask = async <Row>() => [server] as Row[]
  await expect(checkPostgres(ask, 'postgres://leadline@db/leads')).rejects.toThrow(words)
})

test('the primary of the tests passes the checks', async () => {
  const db = await openDatabase({ databaseUrl: `${inject('postgresUrl')}postgres` })
  await expect(db.assertWritable()).resolves.toBeUndefined()
  await db.close()
})
