import { openCatalog } from '#server/catalog/search/catalog.ts'
import type { Deps } from '#server/features/deps.ts'
import { openPayments, type Payments } from '#server/money/provider/payments.ts'
import { type Clock, systemClock } from '#server/platform/basics/clock.ts'
import { createEncryption } from '#server/platform/basics/encryption.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Db } from '#server/platform/database/db.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { readsByReplica } from '#server/platform/database/replica.ts'
import { readSecret } from '#server/platform/database/secret.ts'
import { openJobQueue } from '#server/platform/jobs/job-queue.ts'
import { type Mailer, openMailer } from '#server/platform/mail/mailer.ts'

type DepsInput = Pick<Deps, 'config' | 'log' | 'db'> & { clock?: Clock; mailer?: Mailer; payments?: Payments }

/** Migrates the database and loads what is kept in memory. Close it all with `closeDeps`. */
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
    encryption: createEncryption([...(config.ENCRYPTION_KEY?.split(',') ?? []), await readSecret(db, 'encryption')]),
  }
}

/** A separate pool for searches, on the replica if there is one. */
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
