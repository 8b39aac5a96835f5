import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import type { Db } from '#server/platform/database/db.ts'
import { openEmbedded } from '#server/platform/database/embedded.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { openJobQueue } from '#server/platform/jobs/job-queue.ts'
import { startPostgresCluster } from './postgres-cluster.ts'
import { makeRunFolder } from './run-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of this run's PostgreSQL without the database name. */
    postgresUrl: string
    /** A file with a dumped, empty, migrated embedded database. */
    embeddedSnapshot: string
    /** The folder of the same database. */
    embeddedFolder: string
  }
}

export const templateDatabase = 'leadline_template'

/** With these settings, what is copied from the template is not also written to the log. */
const littleLog = { wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '128MB' }

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeRunFolder()
  // Tests and the processes that they start also create their temporary files in this folder.
  process.env.TMPDIR = folder
  const snapshot = path.join(folder, 'embedded.tar')
  const embedded = path.join(folder, 'embedded')
  const [cluster] = await Promise.all([startPostgresCluster(littleLog), makeEmbedded(embedded, snapshot)])
  await migrateTemplate(cluster.urlOf)
  project.provide('postgresUrl', cluster.urlOf(''))
  project.provide('embeddedSnapshot', snapshot)
  project.provide('embeddedFolder', embedded)
  return async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function makeEmbedded(dataDir: string, snapshot: string): Promise<void> {
  const database = await openEmbedded({ dataDir })
  await prepare(database)
  await dropUnusedDatabases(database)
  writeFileSync(snapshot, await (await database.dump()).bytes())
  await database.close()
}

/** Opening a copy takes a third less CPU time without PostgreSQL's own templates, which the product never uses. */
async function dropUnusedDatabases(database: Db): Promise<void> {
  await database.query('UPDATE pg_database SET datistemplate = false')
  for (const name of ['template0', 'template1']) await database.query(`DROP DATABASE ${name}`)
}

async function migrateTemplate(urlOf: (database: string) => string): Promise<void> {
  const admin = await openDatabase({ databaseUrl: urlOf('postgres') })
  await admin.query(`CREATE DATABASE ${templateDatabase}`)
  await admin.close()
  const template = await openDatabase({ databaseUrl: urlOf(templateDatabase) })
  await prepare(template)
  await template.close()
}

async function prepare(database: Db): Promise<void> {
  await migrate(database)
  await (await openJobQueue(database, pino({ level: 'warn' }))).close()
}
