import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Db } from '#server/platform/database/db.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { startPostgresCluster } from '#tests/support/postgres-cluster.ts'
import { cpuMsOf } from '#tests/support/process-usage.ts'
import { ownCpuMs } from './measure.ts'

type DatabaseKind = Db['kind']

/**
 * A database to measure, with the CPU milliseconds of its server, and the setting with which a server process opens it.
 */
export type Target = {
  name: string
  /** With the settings of a server's searches. */
  db: Db
  /** Without time limits, for filling the database. */
  bulk: Db
  cpu: () => number
  settings: Record<string, string>
  /** Closes an embedded database, so that a server process can open it. */
  release: () => Promise<void>
  close: () => Promise<void>
}

/** Another database of the same PostgreSQL server, for another version of the product. */
export async function openAnotherDatabase(
  { bulk, settings }: Target,
  name: string,
): Promise<Pick<Target, 'bulk' | 'settings'> & { close: () => Promise<void> }> {
  await bulk.query(`CREATE DATABASE ${name}`)
  const url = new URL(settings.DATABASE_URL ?? '')
  url.pathname = name
  const another = await openDatabase({ databaseUrl: url.href, purpose: 'maintenance' })
  return { bulk: another, settings: { DATABASE_URL: url.href }, close: () => another.close() }
}

export const openTarget = (database: DatabaseKind): Promise<Target> =>
  database === 'embedded' ? openEmbeddedTarget() : openPostgresTarget()

/** Measures on a new database of each kind, which has the tables of this version. */
export async function onEachDatabase(
  databases: readonly DatabaseKind[],
  measureOn: (target: Target, database: DatabaseKind) => Promise<void>,
): Promise<void> {
  for (const database of databases) {
    const target = await openTarget(database)
    try {
      await migrate(target.bulk)
      await measureOn(target, database)
    } finally {
      await target.close()
    }
  }
}

async function openEmbeddedTarget(): Promise<Target> {
  const folder = await mkdtemp(path.join(tmpdir(), 'leadline-bench-'))
  const db = await openDatabase({ dataDir: path.join(folder, 'database') })
  const close = async () => {
    await db.close()
    await rm(folder, { recursive: true })
  }
  return {
    name: 'embedded',
    db,
    bulk: db,
    cpu: ownCpuMs,
    settings: { DATA_DIR: folder },
    release: () => db.close(),
    close,
  }
}

async function openPostgresTarget(): Promise<Target> {
  const cluster = await startPostgresCluster({ shared_buffers: '3GB', work_mem: '64MB', maintenance_work_mem: '512MB' })
  const db = await openDatabase({ databaseUrl: cluster.urlOf('postgres'), purpose: 'searches' })
  const bulk = await openDatabase({ databaseUrl: cluster.urlOf('postgres'), purpose: 'maintenance' })
  const close = async () => {
    await Promise.all([db.close(), bulk.close()])
    await cluster.stop()
  }
  return {
    name: 'PostgreSQL',
    db,
    bulk,
    cpu: () => cpuMsOf(cluster.pid),
    settings: { DATABASE_URL: cluster.urlOf('postgres') },
    release: async () => {},
    close,
  }
}
