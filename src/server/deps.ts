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
  return {
    config,
    db,
    log,
    clock: overrides.clock ?? systemClock,
    catalog: await openCatalog(db),
    pageTokenKey: await readSecret(db, 'page token'),
    deviceKey: await readSecret(db, 'device'),
  }
}

export const closeDeps = (deps: Deps): Promise<void> => deps.db.close()
