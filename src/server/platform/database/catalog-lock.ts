import { setTimeout as pause } from 'node:timers/promises'
import type { Db, Session } from './db.ts'

const LOCK = '5470, 2041'
const LOCK_POLL_MS = 300

/**
 * Runs work that changes the catalog's tables. Only one process may do so at a time. Migrations need the lock, too: an
 * import replaces the old tables, and a migration made to those would be lost.
 */
export async function withCatalogLock<T>(
  db: Db,
  work: (session: Session) => Promise<T>,
  onWait: () => void = () => {},
): Promise<T> {
  const session = await db.connect('maintenance')
  try {
    await takeLock(session, onWait)
    const result = await work(session)
    await session.query(`SELECT pg_advisory_unlock(${LOCK})`)
    session.release()
    return result
  } catch (error) {
    // Ends the connection, and the lock with it, whatever state it was left in.
    session.release(error as Error)
    throw error
  }
}

// Polls, because a statement waiting for the lock would keep VACUUM from removing old rows.
async function takeLock(session: Session, onWait: () => void): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const [row] = await session.query<{ taken: boolean }>(`SELECT pg_try_advisory_lock(${LOCK}) AS taken`)
    if (row?.taken === true) return
    if (isFirst) onWait()
    await pause(LOCK_POLL_MS)
  }
}
