import type { Db } from './db.ts'

const AWAY_MS = 5000
// Errors that the primary would report too: wrong data, constraints, syntax.
const OF_THE_STATEMENT = /^(?:22|23|42)\w{3}$/

/**
 * Reads from the replica, and from the primary for a few seconds after the replica failed: it may be down, starting up,
 * or canceling statements that conflict with replication. Everything else goes to the primary.
 */
export function readsByReplica(replica: Db, primary: Db, now: () => number = () => performance.now()): Db {
  let awayUntil = -Infinity
  const read = async <T>(ask: (db: Db) => Promise<T>): Promise<T> => {
    if (now() < awayUntil) return ask(primary)
    try {
      return await ask(replica)
    } catch (error) {
      if (OF_THE_STATEMENT.test((error as { code?: string }).code ?? '')) throw error
      awayUntil = now() + AWAY_MS
      return ask(primary)
    }
  }
  return {
    ...primary,
    query: (text, values) => read(db => db.query(text, values)),
    queryPrepared: (text, values) => read(db => db.queryPrepared(text, values)),
    pools: () => [
      ...replica.pools().map(({ total, idle, waiting }) => ({ pool: 'replica' as const, total, idle, waiting })),
      ...primary.pools(),
    ],
    close: async () => {
      await Promise.all([replica.close(), primary.close()])
    },
  }
}
