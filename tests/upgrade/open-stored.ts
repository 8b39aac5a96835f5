import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Db } from '#server/platform/database/db.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { createPostgresTestUrl, type DatabaseKind } from '../support/databases.ts'

type Place = { databaseUrl?: string; dataDir?: string; remove: () => Promise<void> }

/** Opens a database as an earlier version left it: a data folder on disk, or a PostgreSQL database. */
export async function openStored(kind: DatabaseKind, file: string): Promise<Db> {
  const { remove, ...place } = await (kind === 'embedded' ? newFolder() : newPostgres())
  const filling = await openDatabase(place)
  await filling.runScript(gunzipSync(readFileSync(path.join(import.meta.dirname, file))).toString())
  // The script changes settings of its session.
  await filling.close()
  const db = await openDatabase(place)
  const close = async () => {
    await db.close()
    await remove()
  }
  return { ...db, close }
}

async function newFolder(): Promise<Place> {
  const root = mkdtempSync(path.join(tmpdir(), 'leadline-stored-'))
  return { dataDir: path.join(root, 'database'), remove: async () => rmSync(root, { recursive: true }) }
}

async function newPostgres(): Promise<Place> {
  const { url, drop } = await createPostgresTestUrl('template0')
  return { databaseUrl: url, remove: drop }
}
