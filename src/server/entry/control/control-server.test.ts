import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { inImportSession } from '#server/catalog/tables/import-session.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, signUp, type TestApp } from '#tests/support/app.ts'
import { createTestDatabase } from '#tests/support/databases.ts'
import { handToServer } from './control-client.ts'
import { type ControlServer, openControlServer } from './control-server.ts'

let db: Db
let testApp: TestApp
let folder: string
let control: ControlServer | undefined

beforeAll(async () => {
  db = await createTestDatabase('embedded')
  testApp = await createTestApp({ db })
})
afterAll(async () => {
  await testApp.app.close()
  await db.close()
})
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'leadline-control-'))
})
afterEach(async () => {
  await control?.close()
  control = undefined
  rmSync(folder, { recursive: true })
})

async function openIn(dataDir: string): Promise<void> {
  const { deps } = testApp
  control = await openControlServer({ ...deps, config: { ...deps.config, DATA_DIR: dataDir } })
}

async function ask(argv: string[], dataDir = folder) {
  const said: string[] = []
  const exitCode = await handToServer({
    argv,
    cwd: folder,
    dataDir,
    voice: {
      print: line => said.push(line),
      complain: line => said.push(`! ${line}`),
      progress: () => {},
    },
  })
  return { exitCode, said }
}

test('a command runs in the server, which returns its output and exit code', async () => {
  await openIn(folder)
  const { user } = await signUp(testApp.app)
  expect(await ask(['admin', 'grant', user.username])).toEqual({
    exitCode: 0,
    said: [`${user.username} is now an administrator.`],
  })
  const rows = await db.query('SELECT is_admin FROM user_account WHERE id = $1', [user.id])
  expect(rows).toEqual([{ is_admin: true }])
})

test('a command that fails says why', async () => {
  await openIn(folder)
  expect(await ask(['admin', 'grant', 'nobody'])).toEqual({ exitCode: 1, said: ['! There is no user "nobody".'] })
  expect((await ask(['plan', 'grant', 'nobody', 'gold'])).exitCode).toBe(2)
  expect((await ask(['plan', 'grant', 'nobody', 'pro', '--until', '2027-02-30'])).said[0]).toContain('is not a date')
})

test('a command may have as many words as a shell passes', async () => {
  await openIn(folder)
  const numbers = Array.from({ length: 2000 }, (_, index) => `303-440-${String(index + 1000)}`)
  expect(await ask(['suppress', 'add', ...numbers])).toMatchObject({ exitCode: 0 })
})

test("file names are relative to the caller's folder", async () => {
  await openIn(folder)
  const { exitCode, said } = await ask(['places', 'import', 'nothing.csv'])
  expect(exitCode).toBe(1)
  expect(said.join('\n')).toContain(path.join(folder, 'nothing.csv'))
})

test('without a listening server, the caller is told so', async () => {
  expect((await ask(['migrate'])).exitCode).toBeNull()
  await openIn(folder)
  await control?.close()
  control = undefined
  expect((await ask(['migrate'])).exitCode).toBeNull()
})

test('only the owner can open the socket', async () => {
  await openIn(folder)
  expect(statSync(path.join(folder, 'control.sock')).mode & 0o777).toBe(0o600)
})

test('a socket left by a killed server is replaced', async () => {
  writeFileSync(path.join(folder, 'control.sock'), '')
  await openIn(folder)
  expect((await ask(['migrate'])).exitCode).toBe(0)
})

test('a data folder with a very long path works', async () => {
  const dataDir = path.join(folder, 'long'.repeat(20), 'longer'.repeat(20))
  mkdirSync(dataDir, { recursive: true })
  await openIn(dataDir)
  expect(await ask(['migrate'], dataDir)).toEqual({ exitCode: 0, said: ['The schema is up to date.'] })
})

test.each(['not JSON', '{}', '{"argv":["migrate"],"cwd":"relative"}', '{"argv":"migrate","cwd":"/"}'])(
  'a request that is not understood, %s, is refused',
  async line => {
    await openIn(folder)
    const socket = connect(path.join(folder, 'control.sock'))
    socket.write(`${line}\n`)
    expect(await text(socket)).toBe('{"complaint":"The request is not understood."}\n{"exit":1}\n')
  },
)

test('a command is finished even if its caller has left', async () => {
  await openIn(folder)
  const { promise: imported, resolve: endImport } = Promise.withResolvers<void>()
  const importing = inImportSession(db, () => imported)
  const socket = connect(path.join(folder, 'control.sock'))
  socket.write(`${JSON.stringify({ argv: ['suppress', 'add', '303-440-0009'], cwd: folder })}\n`)
  const [said] = (await once(socket, 'data')) as [Buffer]
  expect(said.toString()).toContain('The list is changed')
  socket.destroy()
  endImport()
  await importing
  await expect.poll(() => testApp.log.join('')).toMatch(/"command":"suppress add","exit":0/)
})

test('a caller that leaves without reading the end of an answer does not end the server', async () => {
  await openIn(folder)
  const socket = connect(path.join(folder, 'control.sock'))
  // Far more than the caller's system holds for it, so that the connection is reset.
  socket.write(`${JSON.stringify({ argv: ['unknown'.repeat(300_000)], cwd: folder })}\n`)
  await once(socket, 'readable')
  await expect.poll(() => testApp.log.join('')).toMatch(/"command":"(?:unknown)+","exit":2/)
  socket.destroy()
  expect((await ask(['migrate'])).exitCode).toBe(0)
})

test('a server that shuts down leaves no caller waiting', async () => {
  await openIn(folder)
  const socket = connect(path.join(folder, 'control.sock'))
  await new Promise(resolve => socket.once('connect', resolve))
  const [said] = await Promise.all([text(socket), control?.close()])
  control = undefined
  expect(said).toContain('The server is stopping.')
})
