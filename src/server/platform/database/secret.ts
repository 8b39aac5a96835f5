import { randomBytes } from 'node:crypto'
import type { Db } from './db.ts'
import { onlyRow } from './rows.ts'

/** A random 32-byte key, created once and stored in the database, so that all processes share it. */
export async function readSecret(db: Db, name: string): Promise<Uint8Array> {
  await db.query('INSERT INTO app_secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [
    name,
    randomBytes(32),
  ])
  return (await onlyRow<{ value: Uint8Array }>(db, 'SELECT value FROM app_secret WHERE name = $1', [name])).value
}
