import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addSuppression } from '#server/catalog/suppression/suppression.usecases.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { createTestApp } from './support/app.ts'
import { runCommandProcess } from './support/command-process.ts'
import { createPostgresTestUrl, createTestDataDir } from './support/databases.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'

const plumbers = [
  'business_name,category,phone,city,state,lat,lng',
  'Flatirons Pipe Co,Plumber,303-440-0101,Boulder,CO,40.015,-105.27',
  'Table Mesa Pipe Co,Plumber,303-440-0102,Boulder,CO,39.985,-105.24',
].join('\n')

let folder: string
let dataDir: string
let settings: Record<string, string>
let servers: ServerProcess[]

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'leadline-processes-'))
  dataDir = path.join(folder, 'data')
  settings = { DATA_DIR: dataDir }
  servers = []
  writeFileSync(path.join(folder, 'plumbers.csv'), plumbers)
})
afterEach(async () => {
  await Promise.all(servers.map(server => server.stop('SIGKILL')))
  rmSync(folder, { recursive: true })
})

async function start(): Promise<ServerProcess> {
  const server = await startServerProcess(settings)
  servers.push(server)
  return server
}

async function register({ address }: ServerProcess, username: string): Promise<number> {
  const response = await fetch(`${address}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, email: `${username}@example.com`, password: 'correct horse battery' }),
  })
  return response.status
}

/** Connections that begin a request and then do nothing. */
function stall({ address }: ServerProcess): Socket[] {
  const { hostname, port } = new URL(address)
  const description = 'GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'
  const begun = 'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Le'
  return ['', begun, `${begun}ngth: 99\r\n\r\n{`, description.repeat(500)].map(sent => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {}).pause()
    socket.write(sent)
    return socket
  })
}

describe('the embedded database', () => {
  test('belongs to one server at a time, which runs commands, stops despite stalled connections, and may be killed', async () => {
    createTestDataDir(dataDir)
    const command = (...words: string[]) => runCommandProcess(words, { settings, cwd: folder })
    const first = await start()
    await expect(startServerProcess(settings)).rejects.toThrow('Another process is using the database')
    const stalled = stall(first)
    expect(await register(first, 'ann')).toBe(201)
    const running = await command('places', 'import', 'plumbers.csv')
    expect(running).toMatchObject({ exitCode: 0, complaints: '' })
    expect(running.output).toContain('2 added')
    expect(await first.stop('SIGTERM')).toBe(0)
    expect(existsSync(path.join(dataDir, 'control.sock'))).toBe(false)
    for (const socket of stalled) socket.destroy()
    const stopped = await command('places', 'status')
    expect(stopped).toMatchObject({ exitCode: 0, complaints: '' })
    expect(stopped.output).toContain('csv/plumbers: 2 places')
    expect(await command('admin', 'grant', 'ann')).toMatchObject({ exitCode: 0 })
    const second = await start()
    expect(await register(second, 'ann')).toBe(409)
    expect(await register(second, 'bob')).toBe(201)
    await second.stop('SIGKILL')
    expect(await register(await start(), 'bob')).toBe(409)
  })

  test('from another product ends a command with a one-line message', async () => {
    createTestDataDir(dataDir)
    const db = await openDatabase({ dataDir: path.join(dataDir, 'database') })
    await db.query('ALTER TABLE kysely_migration RENAME TO migrations_of_another_product')
    await db.close()
    const { exitCode, output, complaints } = await runCommandProcess(['places', 'status'], { settings })
    expect({ exitCode, output }).toEqual({ exitCode: 1, output: '' })
    expect(complaints).toMatch(/^[^\n]+ already exists[^\n]*\n$/)
  })
})

test('on PostgreSQL, a command works while the server runs', async () => {
  const { url, drop } = await createPostgresTestUrl()
  settings.DATABASE_URL = url
  const [server] = await Promise.all([start(), start()])
  expect(await register(server, 'ann')).toBe(201)
  const granted = await runCommandProcess(['plan', 'grant', 'ann', 'pro', '--until', '2099-12-31'], { settings })
  expect(granted).toEqual({ exitCode: 0, output: 'ann is now on the pro plan until 2099-12-31.\n', complaints: '' })

  // Work on the catalog waits minutes while another machine imports.
  const db = await openDatabase({ databaseUrl: url })
  const importer = await db.connect()
  await importer.query('SELECT pg_advisory_lock(5470, 2041)')
  const { deps } = await createTestApp({ db })
  await addSuppression(deps, { kind: 'phone', value: '13034400001' }, 'asked by mail')
  const begun = () => db.query(`SELECT FROM pgboss.job WHERE name = 'catalog' AND state = 'active'`)
  await expect.poll(begun).toHaveLength(1)
  expect(await Promise.all(servers.map(each => each.stop()))).toEqual([0, 0])
  importer.release(new Error('the import is over'))
  await db.close()
  await drop()
})

test('invalid settings stop the server and commands with one message that names all of them', async () => {
  settings = { ...settings, HOST: '127.0.0.1', LOG_LEVEL: 'loud', SUPPORT_EMAIL: 'nobody' }
  await expect(startServerProcess(settings)).rejects.toThrow(/Wrong settings:\n {2}LOG_LEVEL: .+\n {2}SUPPORT_EMAIL: /)
  expect(await runCommandProcess(['migrate'], { settings })).toMatchObject({ exitCode: 1, output: '' })
})

test('a taken port stops the start with one line, before anything is created', async () => {
  const other = createServer((_request, reply) => reply.writeHead(404).end()).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await expect(startServerProcess({ ...settings, PORT: String(port) })).rejects.toThrow(
    `The server ended with code 1:\nAnother program uses port ${port} of 127.0.0.1: stop it, or set another PORT.\n`,
  )
  expect(existsSync(dataDir)).toBe(false)
  other.close()
})
