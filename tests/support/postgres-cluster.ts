import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { findPostgresBin } from '../../scripts/machine.mjs'

export type PostgresCluster = {
  /** The URL of a database in the cluster. */
  urlOf: (database: string) => string
  /** The server's main process. */
  pid: number
  /** Stops the server with SIGKILL, like a crash, or in order with SIGINT. Keeps its data. */
  kill: (signal: 'SIGKILL' | 'SIGINT') => Promise<void>
  /** Starts the stopped server again with the same port and data. */
  start: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts a PostgreSQL in a temporary folder, on a free port of the loopback. A power cut may damage its data.
 * `settings` replace our settings of PostgreSQL.
 */
export const startPostgresCluster = (settings: Record<string, string> = {}): Promise<PostgresCluster> =>
  startCluster(settings, dataDir => [
    'initdb',
    '-D',
    dataDir,
    '-U',
    'leadline',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-sync',
  ])

/** Starts a streaming replica of a cluster, copied from it. */
export const startPostgresReplica = (
  primary: PostgresCluster,
  settings: Record<string, string> = {},
): Promise<PostgresCluster> =>
  startCluster(settings, dataDir =>
    ['pg_basebackup', '-D', dataDir, '-d', primary.urlOf('postgres')].concat([
      '-X',
      'stream',
      '--checkpoint=fast',
      '--no-sync',
      '--write-recovery-conf',
    ]),
  )

async function startCluster(
  settings: Record<string, string>,
  makeData: (dataDir: string) => string[],
): Promise<PostgresCluster> {
  const bin = findPostgresBin()
  if (bin === undefined) throw new Error('PostgreSQL is missing: on Debian, apt-get install postgresql')
  const folder = mkdtempSync(path.join(tmpdir(), 'leadline-postgres-'))
  const dataDir = path.join(folder, 'data')
  const asServer = serverPrefix(folder)
  chmodSync(folder, 0o700)
  const [program = '', ...options] = makeData(dataDir)
  runAs(asServer, [path.join(bin, program), ...options])
  const port = await freePort()
  const words = [...asServer, path.join(bin, 'postgres'), '-D', dataDir, ...serverOptions(folder, port, settings)]
  const urlOf = (database: string) => `postgresql://leadline@127.0.0.1:${port}/${database}`
  let server = await startServer(words, urlOf('postgres'))
  const kill = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill(signal)
    await exited
  }
  return {
    urlOf,
    get pid() {
      return server.pid ?? 0
    },
    kill,
    start: async () => {
      server = await startServer(words, urlOf('postgres'))
    },
    stop: async () => {
      // SIGINT: PostgreSQL's fast shutdown, which ends open sessions.
      await kill('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startServer([command = '', ...args]: string[], url: string): Promise<ChildProcess> {
  const server = spawn(command, args, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  server.stderr.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-4000)))
  await waitUntilReady({ url, isGone: () => server.exitCode !== null, log: () => log })
  return server
}

const handedOut = new Set<number>()

/**
 * A port of 127.0.0.1 on which nothing listens, never the same twice in one process.
 * The system gives outgoing connections ports from 32768 up, so a port from there could be taken before the caller
 * listens on it. These lie below, and each test worker has its own range.
 */
export async function freePort(): Promise<number> {
  const firstPort = 10_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 4) * PORTS_PER_WORKER
  for (;;) {
    const port = firstPort + randomInt(PORTS_PER_WORKER)
    if (handedOut.has(port) || !(await isFree(port))) continue
    handedOut.add(port)
    return port
  }
}

const PORTS_PER_WORKER = 2500

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise(resolve => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** Ends with our process, even if that is killed. PostgreSQL refuses to run as root, so root runs it as "postgres". */
function serverPrefix(folder: string): string[] {
  const endsWithUs = ['--pdeathsig', 'INT', '--']
  if (process.getuid?.() !== 0)
    return spawnSync('setpriv', [...endsWithUs, 'true']).status === 0 ? ['setpriv', ...endsWithUs] : []
  const user = ['postgres', 'nobody'].find(name => spawnSync('id', [name]).status === 0)
  if (user === undefined) throw new Error('PostgreSQL cannot run as root, and there is no user "postgres"')
  execFileSync('chown', [user, folder])
  return ['setpriv', `--reuid=${user}`, '--regid', groupOf(user), '--clear-groups', ...endsWithUs]
}

const groupOf = (user: string): string => execFileSync('id', ['-g', user], { encoding: 'utf8' }).trim()

const serverOptions = (folder: string, port: number, settings: Record<string, string>): string[] =>
  Object.entries({
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: '200',
    shared_buffers: '128MB',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    jit: 'off',
    timezone: 'UTC',
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

function runAs(prefix: string[], words: string[]): void {
  const [command = '', ...args] = [...prefix, ...words]
  execFileSync(command, args, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
}

type Waiting = { url: string; isGone: () => boolean; log: () => string }
async function waitUntilReady({ url, isGone, log }: Waiting): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!(await answers(url))) {
    if (isGone() || Date.now() > deadline) throw new Error(`PostgreSQL did not start:\n${log()}`)
    await pause(50)
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
