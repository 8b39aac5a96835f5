import type { Db, Purpose } from './db.ts'
import { openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'

export type DatabaseSettings = {
  /** PostgreSQL's address; unset: the embedded database in `dataDir`. */
  databaseUrl?: string | undefined
  /** Folder of the embedded database; unset: in memory. */
  dataDir?: string | undefined
  poolSize?: number
  purpose?: Purpose
}
export async function openDatabase(settings: DatabaseSettings): Promise<Db> {
  return settings.databaseUrl === undefined
    ? openEmbedded({ dataDir: settings.dataDir })
    : openPostgres({
        url: settings.databaseUrl,
        poolSize: settings.poolSize ?? 10,
        purpose: settings.purpose ?? 'service',
      })
}
