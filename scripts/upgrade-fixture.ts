/**
 * `npm run fixture -- tests/upgrade/<month>.sql.gz`: writes a database of the current version, with a few customers, as
 * compressed SQL. `tests/upgrade.test.ts` opens every such file with later versions, so a file never changes.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { startPostgresCluster } from '../tests/support/postgres-cluster.ts'
import { fillDatabase } from '../tests/upgrade/fill-database.ts'
import { findPostgresBin } from './machine.mjs'

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Usage: npm run fixture -- <file.sql.gz>')
const cluster = await startPostgresCluster()
try {
  const databaseUrl = cluster.urlOf('postgres')
  const db = await openDatabase({ databaseUrl })
  await migrate(db)
  await fillDatabase(db)
  await db.close()
  const dump = execFileSync(
    path.join(findPostgresBin() ?? '', 'pg_dump'),
    [
      '--no-owner',
      '--no-privileges',
      // The embedded database has no lz4.
      '--no-toast-compression',
      '--rows-per-insert=1000',
      '--exclude-table-data=kysely_migration_lock',
      databaseUrl,
    ],
    { encoding: 'utf8', maxBuffer: 64_000_000 },
  )
  writeFileSync(file, gzipSync(portable(dump), { level: 9 }))
} finally {
  await cluster.stop()
}

/** Removes psql commands, and settings that only exist in one version of PostgreSQL. */
function portable(dump: string): string {
  return dump
    .split('\n')
    .filter(line => !/^(\\|--|SET (transaction_timeout|default_table_access_method))/.test(line) && line !== '')
    .join('\n')
    .concat('\n')
}
