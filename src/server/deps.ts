import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { type Db, openDatabase } from './db/client.ts'
import { migrate } from './db/migrate.ts'
import { readsByReplica } from './db/replica.ts'
import { type JobQueue, openJobQueue } from './jobs/job-queue.ts'
import { type Mailer, openMailer } from './mail/mailer.ts'
import { openPayments, type Payments } from './payments/payments.ts'
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
  jobs: JobQueue
  mailer: Mailer
  payments: Payments
  /** Signs page tokens; the same for every process on this database. */
  pageTokenKey: Uint8Array
  /** Seals the cookies by which a browser is known to have signed in before. */
  deviceKey: Uint8Array
}

type DepsInput = Pick<Deps, 'config' | 'log' | 'db'> & { clock?: Clock; mailer?: Mailer; payments?: Payments }

/** Migrates the database and reads what is kept in memory. Whoever opened the database has `closeDeps` close it. */
export async function buildDeps({
  config,
  log,
  db,
  clock = systemClock,
  mailer,
  payments = openPayments(config),
}: DepsInput): Promise<Deps> {
  await migrate(db, (fields, message) => log.warn(fields, message))
  const jobs = await openJobQueue(db, log)
  const searchDb = await openSearchDb(config, db)
  return {
    config,
    db,
    searchDb,
    log,
    clock,
    jobs,
    mailer: mailer ?? openMailer(config),
    payments,
    catalog: await openCatalog({ db, searchDb }),
    pageTokenKey: await readSecret(db, 'page token'),
    deviceKey: await readSecret(db, 'device'),
  }
}

/** A pool of their own for the searches; by the replica where there is one. */
async function openSearchDb({ DATABASE_URL, DATABASE_REPLICA_URL }: Config, db: Db): Promise<Db> {
  if (DATABASE_URL === undefined) return db
  const primary = await openDatabase({ databaseUrl: DATABASE_URL, purpose: 'searches' })
  if (DATABASE_REPLICA_URL === undefined) return primary
  return readsByReplica(await openDatabase({ databaseUrl: DATABASE_REPLICA_URL, purpose: 'searches' }), primary)
}

export async function closeDeps({ db, searchDb, jobs, mailer }: Deps): Promise<void> {
  await jobs.close()
  mailer.close()
  await db.close()
  if (searchDb !== db) await searchDb.close()
}
