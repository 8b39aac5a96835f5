import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { type Db, openDatabase } from './db/client.ts'
import { migrate } from './db/migrate.ts'
import { type Catalog, openCatalog } from './places/catalog.ts'
import type { Clock } from './shared/clock.ts'
import { systemClock } from './shared/clock.ts'
import { readSecret } from './shared/secret.ts'

/** All that the product's code needs from outside; built once, handed down, never imported. */
export type Deps = {
  config: Config
  db: Db
  /** The catalog's searches alone; the same as `db` where there is one session for all. */
  searchDb: Db
  clock: Clock
  log: FastifyBaseLogger
  catalog: Catalog
  /** Signs page tokens; the same for every process on this database. */
  pageTokenKey: Uint8Array
  /** Seals the cookies by which a browser is known to have signed in before. */
  deviceKey: Uint8Array
}

export type DepsOverrides = Partial<Pick<Deps, 'db' | 'clock'>>

/** Opens and migrates the database (unless one is given) and reads what is kept in memory. */
export async function buildDeps(config: Config, log: FastifyBaseLogger, overrides: DepsOverrides = {}): Promise<Deps> {
  const db =
    overrides.db ?? (await openDatabase({ databaseUrl: config.DATABASE_URL, dataDir: `${config.DATA_DIR}/database` }))
  await migrate(db)
  const searchDb =
    overrides.db === undefined && config.DATABASE_URL !== undefined
      ? await openDatabase({ databaseUrl: config.DATABASE_URL, purpose: 'searches' })
      : db
  return {
    config,
    db,
    searchDb,
    log,
    clock: overrides.clock ?? systemClock,
    catalog: await openCatalog({ db, searchDb }),
    pageTokenKey: await readSecret(db, 'page token'),
    deviceKey: await readSecret(db, 'device'),
  }
}

export async function closeDeps({ db, searchDb }: Deps): Promise<void> {
  await db.close()
  if (searchDb !== db) await searchDb.close()
}
