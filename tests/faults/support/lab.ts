import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Tier } from '#contract/plans.ts'
import type { Db } from '#server/platform/database/db.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { type CommandProcess, startCommandProcess } from '#tests/support/command-process.ts'
import { createPostgresTestUrl } from '#tests/support/databases.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'
import { ask } from './caller.ts'
import { type Guard, productWithout } from './product.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

export type Customer = { cookie: string; userId: number }

/** The environment of one experiment. Everything is new, and deleted afterwards. */
export type Lab = {
  /** A PostgreSQL database, reached without the proxy, for seeding and checking. */
  db: Db
  databaseUrl: string
  /** The connection between the servers and PostgreSQL. */
  line: TcpProxy
  /** An empty folder. */
  folder: string
  /** Starts the product on this PostgreSQL through the proxy, with these environment variables. */
  startServer: (settings?: Record<string, string>) => Promise<ServerProcess>
  /** Does the same with a modified copy of the product. */
  startChanged: (changes: readonly Guard[]) => Promise<ServerProcess>
  /** Starts the product on the embedded database in `folder`. */
  startEmbedded: (settings?: Record<string, string>) => Promise<ServerProcess>
  /** Starts a CLI command on this PostgreSQL, or on another one. */
  startCommand: (argv: string[], settings?: Record<string, string>) => CommandProcess
  /** Runs at the end of the experiment, in reverse order. */
  afterwards: (cleanUp: () => unknown) => void
}

/** Runs an experiment on a copy of the product without these guards, or on the product itself if there are none. */
export async function inLab<T>(takenOut: readonly Guard[], run: (lab: Lab) => Promise<T>): Promise<T> {
  const cleanUps: (() => unknown)[] = []
  const afterwards = (cleanUp: () => unknown) => cleanUps.unshift(cleanUp)
  try {
    const { url, drop } = await createPostgresTestUrl()
    afterwards(drop)
    const db = await openDatabase({ databaseUrl: url })
    afterwards(db.close)
    const line = await startTcpProxy({ port: Number(new URL(url).port) })
    afterwards(line.close)
    const folder = mkdtempSync(path.join(tmpdir(), 'leadline-faults-'))
    afterwards(() => rmSync(folder, { recursive: true, force: true }))
    const throughLine = new URL(url)
    throughLine.port = String(line.port)
    const rootOf = (guards: readonly Guard[]) => {
      if (guards.length === 0) return undefined
      const product = productWithout(guards)
      afterwards(product.remove)
      return product.root
    }
    const root = rootOf(takenOut)
    const start = async (settings: Record<string, string>, from = root) => {
      const server = await startServerProcess({ DATA_DIR: path.join(folder, 'data'), ...settings }, { root: from })
      afterwards(() => server.stop('SIGKILL'))
      return server
    }
    return await run({
      db,
      databaseUrl: url,
      line,
      folder,
      startServer: settings => start({ DATABASE_URL: throughLine.href, ...settings }),
      startChanged: changes => start({ DATABASE_URL: throughLine.href }, rootOf([...takenOut, ...changes])),
      startEmbedded: (settings = {}) => start(settings),
      startCommand: (argv, elsewhere = {}) => {
        const settings = { DATA_DIR: path.join(folder, 'data'), DATABASE_URL: throughLine.href, ...elsewhere }
        const command = startCommandProcess(argv, { settings, cwd: folder, root })
        afterwards(command.kill)
        return command
      },
      afterwards,
    })
  } finally {
    for (const cleanUp of cleanUps) await cleanUp()
  }
}

let customers = 0
/** A new account on this server. With `plan`, it is on that plan and has a confirmed email. */
export async function newCustomer(server: ServerProcess, plan?: { db: Db; tier: Tier }): Promise<Customer> {
  const username = `customer${++customers}`
  const response = await fetch(`${server.address}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, email: `${username}@example.com`, password: 'correct horse battery' }),
  })
  if (response.status !== 201) throw new Error(`Signing up failed: ${await response.text()}`)
  const cookie = response.headers
    .getSetCookie()
    .map(header => header.split(';')[0])
    .join('; ')
  const { id } = (await response.json()) as { id: number }
  if (plan)
    await plan.db.query('UPDATE user_account SET subscription_tier = $2, email_verified_at = now() WHERE id = $1', [
      id,
      plan.tier,
    ])
  return { cookie, userId: id }
}

/** True if the server and its database answer. */
export async function isReady(server: ServerProcess): Promise<boolean> {
  return (await ask(server, '/api/ready', { timeoutMs: 5000 })).status === 200
}
