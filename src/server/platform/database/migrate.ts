import * as fs from 'node:fs/promises'
import * as path from 'node:path'
import type { PostgresPoolClient } from 'kysely'
import { withCatalogLock } from './catalog-lock.ts'
import type { Db, Session } from './db.ts'
import { UnusableDatabaseError } from './unusable-database.ts'

/** One file for each migration; its name is the name that the database remembers. */
const folder = path.join(import.meta.dirname, 'migrations')

type Warn = (fields: object, message: string) => void

/**
 * Migrates the schema and returns the names of the migrations that it ran. Several processes may call it at the same
 * time. It waits for a running import and reports that to `warn`. On PostgreSQL, a newer schema is left alone with a
 * warning, because old processes can restart during an upgrade or after a downgrade. The embedded database has only one
 * process, so a newer schema means that the program is too old. A schema with unknown migrations and without some known
 * ones comes from a version with another history, such as one before the first release.
 * @throws UnusableDatabaseError if the schema is newer or has another history.
 */
export async function migrate(db: Db, warn: Warn = () => {}): Promise<string[]> {
  const [done, known] = await Promise.all([migrationsDone(db), knownMigrations()])
  const newer = newerThan(known, done)
  if (known.isSubsetOf(done)) {
    if (newer.length > 0 && db.kind === 'embedded') throw newerSchema(newer)
    if (newer.length > 0) warn({ newer }, 'the database has been migrated by a newer version')
    return []
  }
  if (newer.length > 0) throw otherHistory(newer, newerThan(done, known))
  return withCatalogLock(db, runMigrations, () =>
    warn({}, 'the migration waits for an import of places, or another migration, to end'),
  )
}

const newerThan = (known: ReadonlySet<string>, done: ReadonlySet<string>): string[] => [...done.difference(known)]

/** Whether a newer version of the program uses the database, too: during an upgrade, or before a downgrade. */
export const isOfNewerVersion = async (db: Db): Promise<boolean> =>
  newerThan(await knownMigrations(), await migrationsDone(db)).length > 0

const newerSchema = (newer: readonly string[]): UnusableDatabaseError =>
  new UnusableDatabaseError(
    `The database was last used by a newer version of Leadline (its schema includes ${newer.join(', ')}): start that version again, or restore a backup that this version made.`,
  )

const otherHistory = (unknown: readonly string[], missing: readonly string[]): UnusableDatabaseError =>
  new UnusableDatabaseError(
    `This version of Leadline cannot upgrade the database, which another version made (its schema includes ${unknown[0]}, which this version does not know, but not ${missing.join(', ')}): use the version that made it, or an empty database.`,
  )

async function runMigrations(session: Session): Promise<string[]> {
  // 257 modules, which a start that has nothing to migrate does not need.
  const [{ Kysely, PostgresDialect }, { FileMigrationProvider, Migrator }] = await Promise.all([
    import('kysely'),
    import('kysely/migration'),
  ])
  const migrator = new Migrator({
    db: new Kysely({ dialect: new PostgresDialect({ pool: poolOf(session) }) }),
    provider: new FileMigrationProvider({ fs, path, migrationFolder: folder }),
    // Features developed in parallel are not always merged in the order of their numbers.
    allowUnorderedMigrations: true,
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
  return results.map(result => result.migrationName)
}

async function knownMigrations(): Promise<Set<string>> {
  const files = await fs.readdir(folder)
  return new Set(files.filter(file => file.endsWith('.ts')).map(file => path.parse(file).name))
}

// The migrator reads the whole system catalog first. Only a start that has something to migrate should pay for that.
async function migrationsDone(db: Db): Promise<Set<string>> {
  const [table] = await db.query<{ exists: boolean }>(`SELECT to_regclass('kysely_migration') IS NOT NULL AS exists`)
  if (table?.exists !== true) return new Set()
  const done = await db.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name')
  return new Set(done.map(({ name }) => name))
}

/** Adapts our session to Kysely, which only needs connect, query, and release, and one connection at a time. */
const poolOf = (session: Session) => ({
  connect: () => Promise.resolve(clientOf(session)),
  end: async () => {},
  options: {},
})

const clientOf = (session: Session) =>
  ({
    processID: 1,
    connect: () => Promise.reject(new Error('already connected')),
    end: () => {},
    query: async (text: string, values: readonly unknown[]) => {
      const rows = await session.query(text, values)
      return { command: 'SELECT', rowCount: rows.length, rows }
    },
    release: () => {},
  }) as unknown as PostgresPoolClient
